import { useActorRef, useSelector } from '@xstate/react';
import { type HomeInput, homeMachine, selectHomeView } from '@vestibule/flows';
import { lazyPart } from '@vestibule/ui';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { readThisVisitor, readThisVisitorWell } from '../../adapters/visitor.ts';
import { useI18n } from '@vestibule/texts';
import { HomeScreen } from './home-screen.tsx';
import { wordsOf } from '../../texts/check-words.ts';
import { createHomeActions } from './home-actions.ts';
import { loadRegistering } from '../another-computer/load-registering.ts';
import { findLoginMarker, namesSignIn } from '../../hooks/login-marker.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useRoute } from '../../hooks/route-context.ts';
import { useAskAccess } from '../support/use-ask-access.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { systemOf } from '../set-up/system-text.ts';

const OwnWaitingCode = lazyPart(async () => (await loadRegistering()).OwnWaitingCode);

export function HomeRoute() {
  const ports = usePorts();
  const { isStatusPage } = useRoute();
  const [input] = useState((): HomeInput => {
    const { origin, search } = location;
    return {
      ports,
      loginMarker: findLoginMarker(search, ports.memory),
      visit: {
        origin,
        back: new URLSearchParams(search).get('back'),
        isStatusPage,
        isMarkerRemembered: !namesSignIn(search),
        correlationId: crypto.randomUUID(),
        readVisitor: readThisVisitorWell,
      },
      // A repeat needs no staged scan: this tab has passed before in this sign-in session.
      skipsAnimation:
        matchMedia('(prefers-reduced-motion: reduce)').matches || ports.memory.read('isInActiveSession') === true,
    };
  });
  const actor = useActorRef(homeMachine, { input });
  const words = wordsOf(useI18n());
  const view = useSelector(actor, (snapshot) => selectHomeView(snapshot, words));
  const start = useSelector(actor, ({ context }) => context.start);
  const result = useSelector(actor, ({ context }) => context.result);
  const accessInfo = useSelector(actor, ({ context }) => context.access);
  const header = usePageInfo({ settings: start?.settings ?? null, pending: start?.pending ?? null, result });
  // The computer that was read, which in a try of the policy is another than the one in front of the person.
  const system = systemOf(result?.deviceOsType ?? readThisVisitor().system);
  const actions = useMemo(() => createHomeActions((event) => actor.send(event)), [actor]);
  const pending = start?.pending ?? null;
  useEffect(() => {
    if (pending !== null) ports.memory.write('pageInfo', pending);
  }, [pending, ports]);
  const isLetThrough = view.phase === 'passed' || (view.phase === 'issues' && view.isRedirecting);
  useEffect(() => {
    if (isLetThrough) ports.memory.write('isInActiveSession', true);
  }, [isLetThrough, ports]);
  const access = useAskAccess(accessInfo, pending?.loginMarker ?? null);
  return (
    <HomeScreen
      access={access}
      actions={actions}
      callerNumber={accessInfo?.caller?.number ?? null}
      header={header}
      system={system}
      view={view}
      waitingCode={
        <Suspense>
          <OwnWaitingCode home={actor} />
        </Suspense>
      }
    />
  );
}
