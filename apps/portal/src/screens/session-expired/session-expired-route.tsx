import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { type MemoryPort, pathOfDestination } from '@vestibule/flows';
import { areCookiesKept } from '@vestibule/web-shell';
import { useState } from 'react';
import { SessionExpiredScreen } from './session-expired-screen.tsx';
import type { WayBack } from './session-expired-screen.tsx';
import { isOpenedByHand } from '../../hooks/opened-by-hand.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useRead } from '../../hooks/use-read.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { WaitingPage } from '../waiting/waiting-page.tsx';

/** Where a session is over, and where a step of a sign-in has ended in one that is not: only the server tells them apart. */
export function SessionExpiredRoute() {
  const { memory } = usePorts();
  const header = usePageInfo();
  const [wayBack] = useState(() => findWayBack(memory));
  const [keepsCookies] = useState(areCookiesKept);
  const [isByHand] = useState(isOpenedByHand);
  const session = useRead('mySession', keepsCookies ? {} : null);
  if (keepsCookies && session === null) return <WaitingPage for="page" />;
  const inSession = isByHand ? 'signed-in' : 'step-ended';
  return (
    <SessionExpiredScreen
      header={header}
      keepsCookies={keepsCookies}
      wayBack={wayBack}
      what={session?.kind === 'answer' ? inSession : 'session-over'}
    />
  );
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
