import type { TryOut } from '@vestibule/contracts';
import { useSyncExternalStore } from 'react';
import { RoutedScreen } from '../app/routed-screen.tsx';
import { usePageInfo } from '../screens/page/use-page-info.ts';
import { EndingScreen } from '../screens/try-out/ending-screen.tsx';
import { NoTryOutScreen } from '../screens/try-out/no-try-out-screen.tsx';
import { TryOutBar } from '../screens/try-out/try-out-bar.tsx';
import type { Ending, VisitStore } from '../screens/try-out/visit.ts';

export interface TryOutAppProps {
  /** The try-out, or why there is none. */
  readonly told: { readonly tryOut: TryOut; readonly visit: VisitStore } | 'over' | 'away';
}

/** The pages of a synthetic laptop, below the bar with its switches. */
export function TryOutApp({ told }: TryOutAppProps) {
  return typeof told === 'string' ? <NoTryOut why={told} /> : <Trying {...told} />;
}

function Trying({ tryOut, visit }: { readonly tryOut: TryOut; readonly visit: VisitStore }) {
  const { laptop, installed, ending, isOver, number } = useSyncExternalStore(visit.subscribe, visit.read);
  if (isOver) return <NoTryOut why="over" />;
  return (
    <>
      <TryOutBar
        installed={installed}
        laptop={laptop}
        onInstall={visit.install}
        onLaptop={visit.changeLaptop}
        tryOut={tryOut}
      />
      {ending === null ? <RoutedScreen key={number} /> : <Ended ending={ending} onAgain={visit.comeAnew} />}
    </>
  );
}

function Ended({ ending, onAgain }: { readonly ending: Ending; readonly onAgain: () => void }) {
  return <EndingScreen ending={ending} header={usePageInfo()} onAgain={onAgain} />;
}

function NoTryOut({ why }: { readonly why: 'over' | 'away' }) {
  return <NoTryOutScreen header={usePageInfo()} onTryAgain={() => location.reload()} why={why} />;
}
