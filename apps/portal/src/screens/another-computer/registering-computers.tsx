import {
  type homeMachine,
  pathOfDestination,
  selectVouchView,
  selectWaitingCode,
  SUCCESS_DESTINATION,
  vouchMachine,
  waitingCodeMachine,
} from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { AnotherComputerScreen } from './another-computer-screen.tsx';
import { WaitingCode } from '../waiting-code/waiting-code.tsx';
import { useRoute } from '../../hooks/route-context.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useDestinations } from '../../hooks/use-destinations.ts';
import { usePageInfo } from '../page/use-page-info.ts';

export interface OwnWaitingCodeProps {
  readonly home: ActorRefFrom<typeof homeMachine>;
}

/** How this computer gets registered; on the status page, which knows no one, nothing. */
export function OwnWaitingCode({ home }: OwnWaitingCodeProps) {
  const sessionId = useSelector(home, ({ context }) => context.session?.sessionId ?? null);
  const { isStatusPage } = useRoute();
  const isSecondStep = useSelector(home, ({ context }) => context.start?.pending?.isSecondStep === true);
  return isStatusPage ? null : <CodeOfSession isSecondStep={isSecondStep} key={sessionId} sessionId={sessionId} />;
}

/** @param sessionId of the second version; null in the first */
function CodeOfSession({
  sessionId,
  isSecondStep,
}: {
  readonly sessionId: string | null;
  readonly isSecondStep: boolean;
}) {
  const ports = usePorts();
  const actor = useActorRef(waitingCodeMachine, { input: { ports, sessionId } });
  const code = useSelector(actor, selectWaitingCode);
  const address = `${location.host}${accountPath()}`;
  return <WaitingCode address={address} code={code} isSecondStep={isSecondStep} />;
}

/** Where a person looks after their account. */
function accountPath(): string {
  return pathOfDestination(SUCCESS_DESTINATION, location.origin, {}) ?? '/';
}

/** Where a computer that is known registers another one. In one script with the other side: each is small, and seldom. */
export function AnotherComputerRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  const { home } = useDestinations();
  const actor = useActorRef(vouchMachine, { input: { ports } });
  const view = useSelector(actor, selectVouchView);
  return (
    <AnotherComputerScreen
      accountHref={accountPath()}
      checkHref={home}
      header={header}
      onCancel={() => actor.send({ type: 'user.cancel' })}
      onCode={(typed) => actor.send({ type: 'user.code', typed })}
      onConfirm={() => actor.send({ type: 'user.confirm' })}
      view={view}
    />
  );
}
