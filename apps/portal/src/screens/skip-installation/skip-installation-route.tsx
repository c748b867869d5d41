import { selectSkipInstallationView, skipInstallationMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { SkipInstallationScreen } from './skip-installation-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useDestinations } from '../../hooks/use-destinations.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { WithSignIn } from '../waiting/with-sign-in.tsx';

export function SkipInstallationRoute() {
  return <WithSignIn>{({ loginMarker }) => <SkipInstallation loginMarker={loginMarker} />}</WithSignIn>;
}

function SkipInstallation({ loginMarker }: { readonly loginMarker: string | null }) {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const { download, home } = useDestinations();
  const actor = useActorRef(skipInstallationMachine, { input: { ports, loginMarker } });
  const view = useSelector(actor, selectSkipInstallationView);
  return (
    <SkipInstallationScreen
      header={header}
      homeHref={home}
      installHref={download}
      onContinue={() => actor.send({ type: 'user.continue' })}
      onTryAgain={() => actor.send({ type: 'user.try-again' })}
      view={view}
    />
  );
}
