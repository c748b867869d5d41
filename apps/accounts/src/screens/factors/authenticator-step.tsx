import { type CallBody, confirmTotpCall, enrollTotpCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { SkeletonRows } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { useTask } from '../../app/use-task.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { problemText } from '../page/problems.ts';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { SetupPage } from '../page/setup-page.tsx';
import { Step, Steps } from '../page/steps.tsx';
import { AuthenticatorKey } from './authenticator-key.tsx';
import { CodeForm } from './code-form.tsx';
import type { Enrolled } from './enrolled.ts';
import { ProofStep } from './proof-step.tsx';
import { enrollTexts as texts } from './texts.ts';

export interface AuthenticatorStepProps {
  /** Of the pending sign-in, if there is one. */
  readonly marker: { readonly loginMarker?: string };
  readonly onEnrolled: (enrolled: Enrolled) => Problem | 'leaving' | void;
  /** What else leads on from here. */
  readonly otherWay: ReactNode;
}

/** Sets up an authenticator app: the key goes to the app, a code of it comes back. */
export function AuthenticatorStep({ marker, onEnrolled, otherWay }: AuthenticatorStepProps) {
  const text = useText();
  const [begun, begin] = useAnswer(enrollTotpCall, { body: { name: text(texts.appTitle) } });
  if (begun.state === 'problem') {
    return begun.problem === 'proof_too_old' ? (
      <ProofStep onProven={() => void begin()} otherWay={otherWay} />
    ) : (
      <ProblemScreen onTryAgain={() => void begin()} problem={begun.problem}>
        {otherWay}
      </ProblemScreen>
    );
  }
  return (
    <SetupPage
      lead={text(texts.totpLead)}
      otherWay={otherWay}
      screen="set-up-authenticator"
      title={text(texts.totpTitle)}
    >
      {begun.state === 'loading' ? (
        <SkeletonRows count={2} />
      ) : (
        <Confirmation begun={begun.body} key={begun.body.id} marker={marker} onEnrolled={onEnrolled} />
      )}
    </SetupPage>
  );
}

interface ConfirmationProps extends Pick<AuthenticatorStepProps, 'marker' | 'onEnrolled'> {
  readonly begun: CallBody<typeof enrollTotpCall>;
}

function Confirmation({ begun: { id, secret, otpauthUri }, marker, onEnrolled }: ConfirmationProps) {
  const text = useText();
  const { server } = usePorts();
  const { isBusy, problem, run } = useTask();
  const isAboutCode = problem === 'code_wrong';

  function confirm(code: string) {
    void run(() => server.ask(confirmTotpCall, { parameters: { id }, body: { code, ...marker } }), onEnrolled);
  }

  return (
    <>
      {problem !== null && !isAboutCode && (
        <ProblemNotice problem={problem === 'too_many_attempts' ? 'too_many_codes' : problem} />
      )}
      <Steps>
        <Step text={text(texts.appAddText)} title={text(texts.appAdd)}>
          <AuthenticatorKey otpauthUri={otpauthUri} secret={secret} />
        </Step>
        <Step title={text(texts.codeStep)}>
          <CodeForm
            error={isAboutCode ? text(problemText(problem).title) : null}
            isBusy={isBusy}
            kind="totp"
            onSubmit={confirm}
          />
        </Step>
      </Steps>
    </>
  );
}
