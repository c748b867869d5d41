import { firefoxExtensionMachine, selectFirefoxExtensionView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { FirefoxExtensionScreen } from '../../screens/firefox-extension/firefox-extension-screen.tsx';
import { usePorts } from '../ports-context.tsx';
import { useOpenGate } from '../use-open-gate.ts';
import { usePageInfo } from '../use-page-info.ts';
import { useSetUp } from '../use-set-up.ts';

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
