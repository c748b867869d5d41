import { mySessionCall } from '@vestibule/contracts';
import { type ReactNode, useState } from 'react';
import { useAnswer } from '../../app/use-answer.ts';
import { RecoveryCodesStep } from '../factors/recovery-codes-step.tsx';
import { useBackToOverview } from './back-to-overview.tsx';

interface Added {
  /** The step that shows the codes; null before there are any. */
  readonly codesStep: ReactNode;
  /** Takes what the server answered. */
  readonly take: (enrolled: { readonly recoveryCodes: readonly string[] | null }) => void;
}

/**
 * What follows when a second factor was added: with the first one come recovery codes.
 * @param done says that it was added
 */
export function useAdded(done: string): Added {
  const back = useBackToOverview();
  const [session] = useAnswer(mySessionCall);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const login = session.state === 'ready' ? session.body.user.userLogin : '';
  return {
    codesStep: codes && <RecoveryCodesStep codes={codes} login={login} onContinue={() => back(done)} />,
    take: ({ recoveryCodes }) => (recoveryCodes === null ? back(done) : setCodes(recoveryCodes)),
  };
}
