import { ACCOUNT_PATHS, confirmPasswordCall, mySessionCall, secondFactorsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, CentredStatus, PasswordField, StatusActions } from '@vestibule/ui';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { useArrivalField } from '../../app/use-arrival-field.ts';
import { useTask } from '../../app/use-task.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { problemText } from '../page/problems.ts';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { pageTexts } from '../page/texts.ts';
import styles from './code-form.module.css';
import { GiveFactorStep } from './give-factor-step.tsx';
import { giveTexts as texts } from './texts.ts';

export interface ProofStepProps {
  readonly onProven: () => void;
  /** What else leads on from here. */
  readonly otherWay: ReactNode;
}

/** Asks who is there once more, before something changes how the person signs in: by second factor, else by password. */
export function ProofStep({ onProven, otherWay }: ProofStepProps) {
  const text = useText();
  const [session, askSession] = useAnswer(mySessionCall);
  const [factors, askFactors] = useAnswer(secondFactorsCall);
  const problem = [session, factors].find((answer) => answer.state === 'problem')?.problem;
  if (problem !== undefined) {
    const tryAgain = () => void Promise.all([askSession(), askFactors()]);
    return (
      <ProblemScreen onTryAgain={tryAgain} problem={problem}>
        {otherWay}
      </ProblemScreen>
    );
  }
  if (session.state !== 'ready' || factors.state !== 'ready')
    return <AccountsPage title={text(texts.title)}>{null}</AccountsPage>;
  const kinds = factors.body.factors.map(({ kind }) => kind);
  if (kinds.length > 0) {
    const methods = factors.body.recoveryCodesLeft > 0 ? [...kinds, 'recovery-code' as const] : kinds;
    return <GiveFactorStep marker={{}} methods={methods} onGiven={onProven} otherWay={otherWay} />;
  }
  return session.body.isPasswordSet ? (
    <PasswordStep onProven={onProven} otherWay={otherWay} />
  ) : (
    <SignInAgain otherWay={otherWay} />
  );
}

function PasswordStep({ onProven, otherWay }: ProofStepProps) {
  const text = useText();
  const { server } = usePorts();
  const { isBusy, problem, run } = useTask();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isAboutPassword = problem === 'password_wrong';
  const title = text(texts.title);
  useArrivalField(input, title);

  useEffect(() => {
    if (isAboutPassword) input.current?.select();
  }, [isAboutPassword]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') input.current?.focus();
    else void run(() => server.ask(confirmPasswordCall, { body: { password } }), onProven);
  }

  const wrong = isAboutPassword ? text(problemText(problem).title) : null;
  return (
    <AccountsPage title={title}>
      <CentredStatus
        doorway="checking"
        lead={text(texts.passwordLead)}
        progress={0.5}
        screen="give-password"
        title={title}
      >
        <FormCard notice={problem !== null && !isAboutPassword && <ProblemNotice problem={problem} />}>
          <form className={styles['form']} noValidate onSubmit={submit}>
            <PasswordField
              autoComplete="current-password"
              error={isMissing ? text(texts.passwordMissing) : wrong}
              hideLabel={text(pageTexts.hidePassword)}
              inputRef={input}
              label={text(texts.password)}
              name="password"
              onChange={setPassword}
              showLabel={text(pageTexts.showPassword)}
              value={password}
            />
            <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" type="submit">
              {text(texts.confirm)}
            </Button>
          </form>
        </FormCard>
        <StatusActions>{otherWay}</StatusActions>
      </CentredStatus>
    </AccountsPage>
  );
}

function SignInAgain({ otherWay }: Pick<ProofStepProps, 'otherWay'>) {
  const text = useText();
  const title = text(texts.title);
  return (
    <AccountsPage isMiddle title={title}>
      <CentredStatus doorway="time" lead={text(texts.signInAgainLead)} screen="sign-in-again" title={title}>
        <StatusActions>
          <ButtonLink href={ACCOUNT_PATHS.signIn} isLarge kind="primary">
            {text(texts.signInAgain)}
          </ButtonLink>
          {otherWay}
        </StatusActions>
      </CentredStatus>
    </AccountsPage>
  );
}
