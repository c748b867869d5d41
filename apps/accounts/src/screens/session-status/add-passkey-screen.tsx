import { useText } from '@vestibule/texts';
import { Button, TextField } from '@vestibule/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import { describeBrowser } from '../../app/describe-browser.ts';
import { ProofStep } from '../factors/proof-step.tsx';
import { useRegisterPasskey } from '../factors/use-register-passkey.ts';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { SetupPage } from '../page/setup-page.tsx';
import { CancelButton } from './back-to-overview.tsx';
import styles from './change-form.module.css';
import { addPasskeyTexts as texts, factorTexts } from './texts.ts';
import { useAdded } from './use-added.tsx';

const NAME_MAXIMUM_LENGTH = 60;

export function AddPasskeyScreen() {
  const text = useText();
  const { codesStep, take } = useAdded(text(factorTexts.passkeyAdded));
  const { isBusy, problem, register } = useRegisterPasskey({}, take);
  const [isProven, setIsProven] = useState(false);
  const [name, setName] = useState(() => describeBrowser(navigator.userAgent) ?? text(factorTexts.passkey));
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() === '') input.current?.focus();
    else {
      setIsProven(false);
      register(name.trim().slice(0, NAME_MAXIMUM_LENGTH));
    }
  }

  if (codesStep !== null) return codesStep;
  if (problem === 'proof_too_old' && !isProven) {
    return <ProofStep onProven={() => setIsProven(true)} otherWay={<CancelButton />} />;
  }
  return (
    <SetupPage lead={text(texts.lead)} otherWay={<CancelButton />} screen="add-passkey" title={text(texts.title)}>
      <FormCard
        notice={problem !== null && problem !== 'proof_too_old' && <ProblemNotice problem={problem} />}
        width="column"
      >
        <form className={styles['form']} noValidate onSubmit={submit}>
          <TextField
            error={isMissing ? text(texts.nameMissing) : null}
            inputRef={input}
            label={text(texts.name)}
            name="name"
            onChange={setName}
            value={name}
          />
          <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" type="submit">
            {text(texts.start)}
          </Button>
        </form>
      </FormCard>
    </SetupPage>
  );
}
