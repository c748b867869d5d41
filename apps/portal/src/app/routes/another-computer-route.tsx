import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { selectVouchView, vouchMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { AnotherComputerScreen } from '../../screens/another-computer/another-computer-screen.tsx';
import { usePorts } from '../ports-context.tsx';
import { useDestinations } from '../use-destinations.ts';
import { usePageInfo } from '../use-page-info.ts';

export function AnotherComputerRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  const { home } = useDestinations();
  const actor = useActorRef(vouchMachine, { input: { ports } });
  const view = useSelector(actor, selectVouchView);
  return (
    <AnotherComputerScreen
      accountHref={ACCOUNT_PATHS.sessionStatus}
      checkHref={home}
      header={header}
      onCancel={() => actor.send({ type: 'user.cancel' })}
      onCode={(typed) => actor.send({ type: 'user.code', typed })}
      onConfirm={() => actor.send({ type: 'user.confirm' })}
      view={view}
    />
  );
}
