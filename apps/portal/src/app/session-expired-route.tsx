import { useState } from 'react';
import { SessionExpiredScreen } from '../screens/session-expired/session-expired-screen.tsx';
import type { WayBack } from '../screens/session-expired/session-expired-screen.tsx';
import { readPageMemory } from './login-marker.ts';
import { usePageInfo } from './use-page-info.ts';

export function SessionExpiredRoute() {
  const header = usePageInfo();
  const [wayBack] = useState(findWayBack);
  return <SessionExpiredScreen header={header} wayBack={wayBack} />;
}

function findWayBack(): WayBack {
  const memory = readPageMemory(sessionStorage);
  if (memory === null || memory.startUrl === null) return { kind: 'unknown' };
  return { kind: 'application', name: memory.applicationName, url: memory.startUrl };
}
