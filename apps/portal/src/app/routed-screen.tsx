import { BASE_PATH } from '@vestibule/contracts';
import { lazyPart, LostPart, LostScriptContext, useCompanyAccent } from '@vestibule/ui';
import { Suspense, useMemo } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { useLostScript } from './lost-route.tsx';
import { usePorts } from '../hooks/ports-context.ts';
import { RouteContext } from '../hooks/route-context.ts';
import { matchRoute } from './route-table.ts';
import { useReadBody } from '../hooks/use-read.ts';
import { WaitingPage } from '../screens/waiting/waiting-page.tsx';

const LiveChat = lazyPart(async () => (await import('./live-chat.tsx')).LiveChat);
const AccountIdWait = lazyPart(async () => (await import('./account-id-wait.tsx')).AccountIdWait, LostPart);

/** The screen of the current path. A change of path is a new screen: nothing of the one before stays. */
export function RoutedScreen() {
  const [path] = useBrowserLocation();
  const { Screen, isStatusPage, isSetUp, hasChat, isForAnybody } = matchRoute(path.slice(BASE_PATH.length));
  const { memory } = usePorts();
  const reloadOnce = useLostScript();
  useCompanyAccent(useReadBody('companySettings', {})?.theme.accentColor ?? null);
  const route = useMemo(() => ({ path, isStatusPage, isForAnybody }), [path, isStatusPage, isForAnybody]);
  const isWaiting = isSetUp && memory.read('installationStatus') === 'waiting-for-account-id';
  return (
    <RouteContext value={route}>
      <LostScriptContext value={reloadOnce}>
        <Suspense fallback={<WaitingPage for="page" />}>
          <Screen key={path} />
        </Suspense>
        <Suspense>{isWaiting && <AccountIdWait />}</Suspense>
      </LostScriptContext>
      <Suspense>{hasChat && <LiveChat />}</Suspense>
    </RouteContext>
  );
}
