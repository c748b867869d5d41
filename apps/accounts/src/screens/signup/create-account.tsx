import { ACCOUNT_PATHS, type Invitation } from '@vestibule/contracts';
import { useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useLeave } from '../../app/use-leave.ts';
import { EnrollSteps } from '../factors/enroll-steps.tsx';
import { RecoveryCodesStep } from '../factors/recovery-codes-step.tsx';
import { AgreementDialog } from './agreement-dialog.tsx';
import { CreateAccountForm } from './create-account-form.tsx';
import { type Accepted, type Secret, useAcceptInvitation } from './use-accept-invitation.ts';

export interface CreateAccountProps {
  readonly invitation: Invitation;
  readonly token: string;
}

interface Wanted {
  readonly displayName: string;
  readonly secret: Secret;
}

/** Name and secret, the agreement, then what the company asks for beyond that. */
export function CreateAccount({ invitation, token }: CreateAccountProps) {
  const leave = useLeave();
  const { navigation } = usePorts();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const { isBusy, problem, accept } = useAcceptInvitation(token, take);

  function take(answer: Accepted): Problem | 'leaving' | undefined {
    if (answer.secondFactor === null && answer.recoveryCodes === null) return leave(answer.continueTo);
    if (answer.secondFactor?.mustEnroll === false) {
      navigation.show(ACCOUNT_PATHS.secondFactor);
      return undefined;
    }
    setAccepted(answer);
    return undefined;
  }

  function ask(displayName: string, secret: Secret) {
    if (isAgreed) accept(displayName, secret);
    else setWanted({ displayName, secret });
  }

  function agree() {
    if (wanted === null) return;
    setIsAgreed(true);
    setWanted(null);
    accept(wanted.displayName, wanted.secret);
  }

  if (accepted?.secondFactor) {
    const { methods } = accepted.secondFactor;
    return (
      <EnrollSteps
        continueTo={accepted.continueTo}
        marker={{}}
        methods={methods}
        name={invitation.login}
        otherWay={null}
      />
    );
  }
  if (accepted !== null) {
    return (
      <RecoveryCodesStep
        codes={accepted.recoveryCodes ?? []}
        login={invitation.login}
        onContinue={() => leave(accepted.continueTo)}
      />
    );
  }
  return (
    <>
      <CreateAccountForm invitation={invitation} isBusy={isBusy} onCreate={ask} problem={problem} />
      {wanted !== null && <AgreementDialog onAccept={agree} onCancel={() => setWanted(null)} />}
    </>
  );
}
