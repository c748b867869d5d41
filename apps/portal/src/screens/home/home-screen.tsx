import type { HomeActions, HomeView } from '@vestibule/flows';
import { lazyPart, LiveRegion, LostPart } from '@vestibule/ui';
import { type ReactNode, Suspense, useMemo } from 'react';
import { type Translate, useText } from '@vestibule/texts';
import { spokenNumber } from '../caller-number/spoken-number.ts';
import type { LicenceText } from '../licence/licence-dialog.tsx';
import type { PageInfo } from '../page/page-info.ts';
import { PortalPage } from '../page/portal-page.tsx';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { CheckingPhase } from './checking-phase.tsx';
import { CHECKING_TITLES } from './checking-title.ts';
import { headlineOf } from './headline.ts';
import { IssuesPhase } from './issues-phase.tsx';
import { ModalLayer } from './modal-layer.tsx';
import { passedLead, PassedPhase } from './passed-phase.tsx';
import { sayCausesOnce } from './one-cause.ts';
import { type RowModel, rowOf } from './row-model.ts';
import { tallyOf } from './tally.ts';
import { homeTexts, troubleTexts } from './texts.ts';
import { TroublePhase } from './trouble-phase.tsx';
import { TROUBLES } from './troubles.ts';
import type { AskAccessProps } from '../support/ask-access.tsx';
import { useRowChanges } from './use-row-changes.ts';

const CallerNumber = lazyPart(async () => (await import('../caller-number/caller-number.tsx')).CallerNumber, LostPart);

export interface HomeScreenProps {
  readonly view: HomeView;
  readonly actions: HomeActions;
  readonly header: PageInfo;
  readonly system: SetUpSystem;
  /** Of what is installed from here; loading until someone wants to see it. */
  /** Left out: the server is asked for it. */
  readonly licence?: LicenceText | undefined;
  /** Null where no one may ask for temporary access. */
  readonly access?: AskAccessProps | null;
  /** What a caller reads out; null: support has not asked for it. */
  readonly callerNumber?: string | null;
  /** Where this computer is not registered yet. */
  readonly waitingCode?: ReactNode;
}

/** While checks run one after the other, at most one is read out in this time. */
const SPOKEN_AT_MOST_EVERY_MS = 3000;

export function HomeScreen({
  view,
  actions,
  header,
  system,
  licence,
  access = null,
  callerNumber = null,
  waitingCode,
}: HomeScreenProps) {
  const text = useText();
  const rows = useMemo(() => rowsOf(view, system), [view, system]);
  const changes = useRowChanges(rows, header.companyName, text);
  const isChecking = view.phase === 'determining' || view.phase === 'connecting' || view.phase === 'scanning';
  return (
    <PortalPage
      info={header}
      isMiddle={view.phase === 'passed' || view.phase === 'trouble'}
      isSplit={view.phase === 'issues'}
      title={titleOf(view, header, text)}
    >
      <LiveRegion
        intervalMs={isChecking ? SPOKEN_AT_MOST_EVERY_MS : 0}
        text={[spokenNumber(callerNumber, text), spokenText(view, rows, changes, text)].filter(Boolean).join(' ')}
      />
      {callerNumber !== null && (
        <Suspense>
          <CallerNumber number={callerNumber} />
        </Suspense>
      )}
      <Phase access={access} actions={actions} info={header} rows={rows} view={view} waitingCode={waitingCode} />
      <ModalLayer actions={actions.modal} info={header} licence={licence} modal={view.modal} system={system} />
    </PortalPage>
  );
}

interface PhaseProps {
  readonly view: HomeView;
  readonly rows: readonly RowModel[];
  readonly info: PageInfo;
  readonly actions: HomeActions;
  readonly access: AskAccessProps | null;
  readonly waitingCode: ReactNode;
}

function Phase({ view, rows, info, actions, access, waitingCode }: PhaseProps) {
  switch (view.phase) {
    case 'determining':
    case 'connecting':
    case 'scanning':
      return <CheckingPhase info={info} view={view} />;
    case 'issues':
      return (
        <IssuesPhase access={access} actions={actions} info={info} rows={rows} view={view} waitingCode={waitingCode} />
      );
    case 'passed':
      return <PassedPhase info={info} onContinue={actions.continueToWork} view={view} />;
    case 'trouble':
      return <TroublePhase info={info} onTryAgain={actions.tryAgain} view={view} waitingCode={waitingCode} />;
    default:
      return view satisfies never;
  }
}

function rowsOf(view: HomeView, system: SetUpSystem): readonly RowModel[] {
  if (view.phase !== 'issues') return [];
  return sayCausesOnce(view.checks.map((check) => rowOf(check, view.fixes[check.checkType], { ...view, system })));
}

function titleOf(view: HomeView, info: PageInfo, text: Translate): string {
  switch (view.phase) {
    case 'determining':
    case 'connecting':
    case 'scanning':
      return text(CHECKING_TITLES[view.title]);
    case 'issues':
      return text(homeTexts.issuesTitle);
    case 'passed':
      return text(homeTexts.passedTitle);
    case 'trouble':
      return text(TROUBLES[view.trouble].title, { product: info.productName, company: info.companyName });
    default:
      return view satisfies never;
  }
}

function spokenText(view: HomeView, rows: readonly RowModel[], changes: string, text: Translate): string {
  switch (view.phase) {
    case 'determining':
    case 'connecting':
    case 'scanning':
      return view.runningText ?? text(CHECKING_TITLES[view.title]);
    case 'issues': {
      const { lead, more } = headlineOf(tallyOf(rows), view.continueOffer, text);
      const goingOn = view.isRedirecting && text(homeTexts.redirecting);
      const away = view.isServerAway && text(troubleTexts.serverNotAnsweringTitle);
      return [changes, lead, view.pageName === 'home' && more, goingOn, away].filter(Boolean).join(' ');
    }
    case 'passed':
      return passedLead(view, text);
    case 'trouble':
      return '';
    default:
      return view satisfies never;
  }
}
