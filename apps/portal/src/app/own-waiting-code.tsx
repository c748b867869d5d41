import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { selectWaitingCode, waitingCodeMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { WaitingCode } from '../screens/waiting-code/waiting-code.tsx';
import { usePorts } from './ports-context.tsx';

export interface OwnWaitingCodeProps {
  /** Of the second version; null in the first. */
  readonly sessionId: string | null;
}

/** The code of this computer, where a computer that is known may register it; else nothing. */
export function OwnWaitingCode({ sessionId }: OwnWaitingCodeProps) {
  const ports = usePorts();
  const actor = useActorRef(waitingCodeMachine, { input: { ports, sessionId } });
  const code = useSelector(actor, selectWaitingCode);
  return code === null ? null : <WaitingCode address={`${location.host}${ACCOUNT_PATHS.sessionStatus}`} code={code} />;
}
