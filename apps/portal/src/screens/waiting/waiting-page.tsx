import { waitMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { type WaitsFor, WaitingScreen } from './waiting-screen.tsx';
import { usePageInfo } from '../page/use-page-info.ts';

/** Header and footer stay while a page is on its way; a wait that lasts says what it is for. */
export function WaitingPage({ for: waitsFor }: { readonly for: WaitsFor }) {
  const info = usePageInfo();
  const isTold = useSelector(useActorRef(waitMachine), (snapshot) => snapshot.hasTag('told'));
  return <WaitingScreen header={info} waitsFor={isTold ? waitsFor : null} />;
}
