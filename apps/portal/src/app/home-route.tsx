import { useActorRef, useSelector } from '@xstate/react';
import { homeMachine, type HomeActions, selectHomeView } from '@vestibule/flows';
import { useEffect, useMemo, useState } from 'react';
import { HomeScreen } from '../screens/home/home-screen.tsx';
import { findLoginMarker, writePageMemory } from './login-marker.ts';
import { usePorts } from './ports-context.tsx';
import { hasPassedBefore, rememberPassing } from './repeat.ts';
import { usePageInfo } from './use-page-info.ts';

export function HomeRoute() {
  const ports = usePorts();
  const [input] = useState(() => ({
    ports,
    loginMarker: findLoginMarker(location.search, sessionStorage),
    isSafari: /^((?!chrom|android).)*safari/i.test(navigator.userAgent),
    skipsAnimation: matchMedia('(prefers-reduced-motion: reduce)').matches || hasPassedBefore(sessionStorage),
  }));
  const actor = useActorRef(homeMachine, { input });
  const view = useSelector(actor, selectHomeView);
  const start = useSelector(actor, ({ context }) => context.start);
  const result = useSelector(actor, ({ context }) => context.result);
  const header = usePageInfo({ settings: start?.settings ?? null, pending: start?.pending ?? null, result });
  const actions = useMemo(
    (): HomeActions => ({
      fix: (types) => actor.send({ type: 'user.fix', types }),
      checkAgain: () => actor.send({ type: 'user.check-again' }),
      continueToWork: () => actor.send({ type: 'user.continue' }),
      confirmDemoConsent: () => actor.send({ type: 'user.confirm-demo' }),
      declineDemoConsent: () => actor.send({ type: 'user.decline-demo' }),
      tryAgain: () => actor.send({ type: 'user.try-again' }),
    }),
    [actor],
  );
  const pending = start?.pending ?? null;
  useEffect(() => {
    if (pending !== null) writePageMemory(sessionStorage, pending);
  }, [pending]);
  const hasPassed = view.phase === 'passed';
  useEffect(() => {
    if (hasPassed) rememberPassing(sessionStorage);
  }, [hasPassed]);
  return <HomeScreen actions={actions} header={header} view={view} />;
}
