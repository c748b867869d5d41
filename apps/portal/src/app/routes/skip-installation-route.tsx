import { selectSkipInstallationView, skipInstallationMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { SkipInstallationScreen } from '../../screens/skip-installation/skip-installation-screen.tsx';
import { usePorts } from '../ports-context.tsx';
import { useDestinations } from '../use-destinations.ts';
import { useOpenGate } from '../use-open-gate.ts';
import { usePageInfo } from '../use-page-info.ts';
import { WithSignIn } from '../with-sign-in.tsx';

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
