import { giveSecondFactorCall, secondFactorPasskeyOptionsCall, secondFactorsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, TextField } from '@vestibule/ui';
import { type SubmitEvent, useId, useState } from 'react';
import type { Outcome, Problem } from '../adapters/outcome.ts';
import { useNeed } from '../hooks/guard-context.ts';
import { usePlainPorts } from '../hooks/ports-context.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { partTexts } from '../parts/texts.ts';
import { ProofBySignIn } from './proof-by-sign-in.tsx';
import styles from './proof-dialog.module.css';
import { needTexts as texts } from './texts.ts';

/** A change wants a fresh proof: it is given here, and the change goes on. */
export function ProofDialog() {
  const text = useText();
  const { server, passkeys } = usePlainPorts();
  const { settle } = useNeed();
  const factors = useAnswer(secondFactorsCall);
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const formId = useId();
  const kinds = factors.data?.factors.map(({ kind }) => kind) ?? [];

  async function give(asked: () => Promise<Outcome<unknown>>) {
    setIsBusy(true);
    setError(null);
    const outcome = await asked();
    setIsBusy(false);
    if (outcome.ok) settle(true);
    else setError(sayWhy(outcome.problem));
  }

  function sayWhy({ code: why, message }: Problem): string {
    if (why === 'code_wrong') return text(texts.codeWrong);
    if (why === 'too_many_attempts') return text(texts.tooMany);
    if (why === 'passkey_cancelled' || why === 'passkey_impossible') return text(texts.passkeyCancelled);
    return message ?? text(why === 'network' ? partTexts.notLoadedNetwork : partTexts.notLoadedServer);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (code.trim() === '') return setError(text(texts.codeMissing));
    const method = isRecovery ? 'recovery-code' : 'totp';
    return void give(() => server.ask(giveSecondFactorCall, { body: { factor: { method, code } } }));
  }

  const givePasskey = () =>
    give(async () => {
      const options = await server.ask(secondFactorPasskeyOptionsCall);
      if (!options.ok) return options;
      const given = await passkeys.give(options.body);
      if (!given.ok) return given;
      return server.ask(giveSecondFactorCall, { body: { factor: { method: 'passkey', response: given.body } } });
    });

  if (factors.isSuccess && kinds.length === 0) return <ProofBySignIn />;
  return (
    <LazyModalDialog
      choices={
        <>
          <SubmitButton formId={formId} isBusy={isBusy} label={text(texts.confirm)} />
          <Button kind="quiet" onPress={() => settle(false)}>
            {text(partTexts.cancel)}
          </Button>
        </>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={() => settle(false)}
      title={text(texts.proof)}
    >
      <form className={styles['form']} id={formId} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{text(texts.proofText)}</p>
        <TextField
          autoComplete="one-time-code"
          error={error}
          label={text(isRecovery ? texts.recoveryCode : texts.code)}
          name="code"
          onChange={setCode}
          value={code}
        />
        <div className={styles['other']}>
          {kinds.includes('passkey') && passkeys.isSupported && (
            <Button onPress={() => void givePasskey()}>{text(texts.passkey)}</Button>
          )}
          {(factors.data?.recoveryCodesLeft ?? 0) > 0 && !isRecovery && (
            <Button kind="quiet" onPress={() => setIsRecovery(true)}>
              {text(texts.recovery)}
            </Button>
          )}
        </div>
      </form>
    </LazyModalDialog>
  );
}

/** Stands outside the form it sends. */
function SubmitButton({
  formId,
  isBusy,
  label,
}: {
  readonly formId: string;
  readonly isBusy: boolean;
  readonly label: string;
}) {
  return (
    <Button
      isBusy={isBusy}
      kind="primary"
      onPress={() => {
        const form = document.getElementById(formId);
        if (form instanceof HTMLFormElement) form.requestSubmit();
      }}
    >
      {label}
    </Button>
  );
}
