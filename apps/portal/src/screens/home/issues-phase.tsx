import type { CheckType } from '@vestibule/contracts';
import type { HomeActions, HomeView } from '@vestibule/flows';
import { Notice, useFocusRescue } from '@vestibule/ui';
import { type ReactNode, useRef } from 'react';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import type { AskAccessProps } from '../support/ask-access.tsx';
import { AccessLine } from './access-line.tsx';
import { Aid } from './aid.tsx';
import { ContinueOfferDock } from './continue-offer-dock.tsx';
import { ConsentLayer } from './consent-layer.tsx';
import { DisclaimerLine } from './disclaimer-line.tsx';
import { FixedRows } from './fixed-rows.tsx';
import { IssueSection } from './issue-section.tsx';
import styles from './issues-phase.module.css';
import { PassedList } from './passed-list.tsx';
import { Rail } from './rail.tsx';
import type { RowModel, RowSection } from './row-model.ts';
import { homeTexts, verdictTexts } from './texts.ts';
import { inListOrder, useLeavingRows } from './use-leaving-rows.ts';

export type IssuesView = Extract<HomeView, { readonly phase: 'issues' }>;

export interface IssuesPhaseProps {
  readonly view: IssuesView;
  readonly rows: readonly RowModel[];
  readonly info: PageInfo;
  readonly actions: HomeActions;
  readonly access: AskAccessProps | null;
  readonly waitingCode?: ReactNode;
}

const SECTIONS: readonly RowSection[] = ['required', 'recommended', 'unknown'];

export function IssuesPhase({ view, rows, info, actions, access, waitingCode }: IssuesPhaseProps) {
  const text = useText();
  const page = useRef<HTMLDivElement>(null);
  const { shown, forget } = useLeavingRows(rows);
  useFocusRescue(page);

  // A stopper that could not be read is no finding.
  const isCritical = rows.some(({ check }) => check.isSigninStopper && !check.isPassed && check.state !== 'unknown');
  const isStopped = view.continueOffer.kind === 'absent' || view.continueOffer.kind === 'disabled';
  const leavingTypes = new Set<CheckType>(shown.filter((row) => row.isLeaving).map(({ row }) => row.check.checkType));
  return (
    <div className={styles['split']} ref={page}>
      <Rail
        isLive={view.isLive}
        isServerAway={view.isServerAway}
        isStatusPage={view.pageName === 'status'}
        offer={view.continueOffer}
        rows={rows}
      />
      <div className={styles['list']}>
        {isCritical && (
          <div className={styles['notice']}>
            <Notice iconName={text(verdictTexts.critical)} isAlert kind="stop" title={text(homeTexts.criticalTitle)}>
              {text(homeTexts.criticalText)}
            </Notice>
          </div>
        )}
        {SECTIONS.map((section) => (
          <IssueSection
            info={info}
            isLive={view.isLive}
            isRemediationEnabled={view.isRemediationEnabled}
            key={section}
            onCheckAgain={actions.checkAgain}
            onFix={actions.fix}
            onLeft={forget}
            onShowInstructions={actions.showInstructions}
            section={section}
            shown={inListOrder(shown.filter((row) => row.section === section))}
          />
        ))}
        {rows.some(({ check }) => check.checkType === 'KnownDevice' && check.state === 'failed') && waitingCode}
        <FixedRows rows={rows.filter(({ check }) => !leavingTypes.has(check.checkType))} />
        {view.listsPassed && <PassedList checks={view.checks} />}
        <DisclaimerLine disclaimer={view.disclaimer} />
        <ContinueOfferDock onContinue={actions.continueToWork} view={view} />
        {access !== null && isStopped && <AccessLine access={access} />}
        <Aid info={info} onContactSupport={actions.contactSupport} />
      </div>
      <ConsentLayer
        asked={view.demoConsent}
        onConfirm={actions.confirmDemoConsent}
        onDecline={actions.declineDemoConsent}
        productName={info.productName}
      />
    </div>
  );
}
