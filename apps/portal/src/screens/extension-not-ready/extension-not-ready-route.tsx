import { extensionStatusMachine, selectExtensionStatusView } from '@vestibule/flows';
import { majorOf } from '@vestibule/policy';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { guideFor } from './enable-steps.ts';
import { ExtensionNotReadyScreen } from './extension-not-ready-screen.tsx';
import { linkForOtherBrowser } from '../compatibility/copy-link.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSetUp } from '../set-up/use-set-up.ts';

/** Says how the extension is turned on, and goes on as soon as it answers. */
export function ExtensionNotReadyRoute() {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const { visitor, extensionHref } = useSetUp();
  const [link] = useState(() => linkForOtherBrowser(ports.memory.read('pageInfo')));
  const actor = useActorRef(extensionStatusMachine, { input: { ports } });
  const view = useSelector(actor, selectExtensionStatusView);
  const isReady = view.state === 'ready';
  useEffect(() => {
    if (isReady) ports.page.goTo('/extension-ready');
  }, [isReady, ports]);
  useReloadOnReturn(!view.isExtensionPresent);
  return (
    <ExtensionNotReadyScreen
      extensionHref={extensionHref}
      guide={guideFor(visitor.browser, majorOf(visitor.browserVersion))}
      header={header}
      link={link}
      onContinue={() => ports.page.goTo('/', 'person')}
      onReload={() => location.reload()}
      view={view}
    />
  );
}

/** A browser lets an extension into pages that are loaded after it was turned on, and into no other. */
function useReloadOnReturn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const reload = () => {
      if (document.visibilityState === 'visible') location.reload();
    };
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, [isWanted]);
}
