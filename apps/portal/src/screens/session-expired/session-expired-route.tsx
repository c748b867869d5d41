import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { type MemoryPort, pathOfDestination } from '@vestibule/flows';
import { areCookiesKept } from '@vestibule/web-shell';
import { useState } from 'react';
import { SessionExpiredScreen } from './session-expired-screen.tsx';
import type { WayBack } from './session-expired-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { usePageInfo } from '../page/use-page-info.ts';

export function SessionExpiredRoute() {
  const { memory } = usePorts();
  const header = usePageInfo();
  const [wayBack] = useState(() => findWayBack(memory));
  const [keepsCookies] = useState(areCookiesKept);
  return <SessionExpiredScreen header={header} keepsCookies={keepsCookies} wayBack={wayBack} />;
}

function findWayBack(memory: MemoryPort): WayBack {
  const checkInfo = memory.read('checkInfo');
  const info = memory.read('pageInfo');
  // Of the sign-in of this tab, as everywhere; the cookie counts for a visit without one.
  if ((info?.mode ?? checkInfo?.mode) === 'quick-start') {
    const failUrl = checkInfo?.failUrl ?? null;
    const path = failUrl === null ? null : pathOfDestination(failUrl, location.origin);
    return { kind: 'quick-start', url: path ?? ACCOUNT_PATHS.signup };
  }
  if (info === null || info.startUrl === null) return { kind: 'unknown' };
  return { kind: 'application', name: info.applicationName, url: info.startUrl };
}
