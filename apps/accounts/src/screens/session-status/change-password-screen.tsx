import { changePasswordCall, mySessionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, PasswordField } from '@vestibule/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { useTask } from '../../app/use-task.ts';
import { ProofStep } from '../factors/proof-step.tsx';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { useNewPassword } from '../new-password/use-new-password.ts';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { problemText } from '../page/problems.ts';
import { SetupPage } from '../page/setup-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { CancelButton, useBackToOverview } from './back-to-overview.tsx';
import styles from './change-form.module.css';
import { changeTexts as texts } from './texts.ts';

export function ChangePasswordScreen() {
  const text = useText();
  const { server } = usePorts();
  const back = useBackToOverview();
  const [session] = useAnswer(mySessionCall);
  const { isBusy, problem, run } = useTask();
  const [currentPassword, setCurrentPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isProven, setIsProven] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  const newPassword = useNewPassword(problem);
  const isWrong = problem === 'password_wrong';
  const isAtField = isWrong || problem === 'password_weak';

  useEffect(() => {
    if (isWrong) currentInput.current?.select();
  }, [isWrong]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const isCurrentMissing = currentPassword === '';
    setIsMissing(isCurrentMissing);
    const isReady = newPassword.isReady();
    if (isCurrentMissing) currentInput.current?.focus();
    else if (isReady) save();
  }

  function save() {
    setIsProven(false);
    const body = { currentPassword, newPassword: newPassword.value };
    void run(
      () => server.ask(changePasswordCall, { body }),
      () => back(text(texts.changed)),
    );
  }

  function saveProven() {
    setIsProven(true);
    save();
  }

  if (problem === 'proof_too_old' && !isProven) return <ProofStep onProven={saveProven} otherWay={<CancelButton />} />;

  // Where the role is not known, or not yet, the page says no less than what holds for all.
  const lead = session.state === 'ready' && session.body.role !== null ? texts.leadWithRole : texts.lead;
  const wrong = isWrong ? text(problemText(problem).title) : null;
  return (
    <SetupPage lead={text(lead)} otherWay={<CancelButton />} screen="change-password" title={text(texts.title)}>
      <FormCard notice={problem !== null && !isAtField && <ProblemNotice problem={problem} />} width="column">
        <form className={styles['form']} noValidate onSubmit={submit}>
          <PasswordField
            autoComplete="current-password"
            error={isMissing ? text(texts.currentMissing) : wrong}
            hideLabel={text(pageTexts.hidePassword)}
            inputRef={currentInput}
            label={text(texts.current)}
            name="current-password"
            onChange={setCurrentPassword}
            showLabel={text(pageTexts.showPassword)}
            value={currentPassword}
          />
          <NewPasswordField label={text(texts.new)} password={newPassword} />
          <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" type="submit">
            {text(texts.save)}
          </Button>
        </form>
      </FormCard>
    </SetupPage>
  );
}
