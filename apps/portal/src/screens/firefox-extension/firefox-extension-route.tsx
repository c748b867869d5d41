import { firefoxExtensionMachine, selectFirefoxExtensionView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { FirefoxExtensionScreen } from './firefox-extension-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSetUp } from '../set-up/use-set-up.ts';

export function FirefoxExtensionRoute() {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const { system, extensionHref } = useSetUp();
  const actor = useActorRef(firefoxExtensionMachine, { input: { ports } });
  const view = useSelector(actor, selectFirefoxExtensionView);
  return (
    <FirefoxExtensionScreen
      extensionHref={extensionHref}
      header={header}
      onContinue={() => actor.send({ type: 'user.continue' })}
      onOpenLink={() => actor.send({ type: 'user.open-link' })}
      system={system}
      view={view}
    />
  );
}
