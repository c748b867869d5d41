import { extensionStatusMachine, selectExtensionStatusView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { ExtensionReadyScreen } from './extension-ready-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSignIn } from '../../hooks/use-sign-in.ts';

/** Modes that go on without a scan of this page. */
const WITHOUT_SCAN: readonly string[] = ['onboarding', 'install'];

/** Says that the extension is there, and makes sure of it. */
export function ExtensionReadyRoute() {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const signIn = useSignIn();
  const actor = useActorRef(extensionStatusMachine, { input: { ports } });
  const { state, isExtensionPresent } = useSelector(actor, selectExtensionStatusView);
  const isGone = state === 'not-ready' && !isExtensionPresent;
  useEffect(() => {
    if (isGone) ports.page.goTo('/extension-not-ready');
  }, [isGone, ports]);
  return (
    <ExtensionReadyScreen
      header={header}
      leadsToScan={!WITHOUT_SCAN.includes(signIn?.mode ?? 'frontline')}
      onContinue={() => ports.page.goTo('/', 'person')}
    />
  );
}
