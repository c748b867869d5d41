import { enterWithTemporaryAccessMachine, selectTemporaryAccessView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { TemporaryAccessScreen } from './temporary-access-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useDestinations } from '../../hooks/use-destinations.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useReadBody } from '../../hooks/use-read.ts';
import { WithSignIn } from '../waiting/with-sign-in.tsx';

export function TemporaryAccessRoute() {
  return <WithSignIn>{({ loginMarker }) => <TemporaryAccess loginMarker={loginMarker} />}</WithSignIn>;
}

function TemporaryAccess({ loginMarker }: { readonly loginMarker: string | null }) {
  const ports = usePorts();
  const header = usePageInfo();
  const { home } = useDestinations();
  const access = useReadBody('temporaryAccessInfo', { query: loginMarker === null ? {} : { loginMarker } });
  const actor = useActorRef(enterWithTemporaryAccessMachine, { input: { ports, loginMarker } });
  const view = useSelector(actor, selectTemporaryAccessView);
  return (
    <TemporaryAccessScreen
      expiresAt={access?.expiresAt ?? null}
      header={header}
      homeHref={home}
      isGiven={access?.isTempAccessGranted ?? null}
      onContinue={() => actor.send({ type: 'user.continue' })}
      view={view}
    />
  );
}
