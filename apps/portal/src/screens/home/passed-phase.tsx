import type { HomeView } from '@vestibule/flows';
import { Button, CentredStatus, MovingBar, StatusActions, StatusFootnote } from '@vestibule/ui';
import { type Translate, useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { StartLink, startOf } from './continue-offer-dock.tsx';
import { DisclaimerLine } from './disclaimer-line.tsx';
import { hintText } from './hint-text.ts';
import { PassedList } from './passed-list.tsx';
import styles from './passed-phase.module.css';
import { homeTexts } from './texts.ts';

export type PassedView = Extract<HomeView, { readonly phase: 'passed' }>;

export interface PassedPhaseProps {
  readonly view: PassedView;
  readonly info: PageInfo;
  readonly onContinue: () => void;
}

export function PassedPhase({ view, info, onContinue }: PassedPhaseProps) {
  const text = useText();
  const { checks, disclaimer, listsPassed, isRedirecting } = view;
  return (
    <div className={styles['passed']}>
      <CentredStatus doorway="ok" lead={passedLead(view, text)} screen="passed" title={text(homeTexts.passedTitle)}>
        {isRedirecting ? (
          <Redirecting onContinue={onContinue} view={view} />
        ) : (
          <Continue onContinue={onContinue} view={view} />
        )}
      </CentredStatus>
      {(listsPassed || disclaimer !== null) && (
        <div className={styles['list']}>
          {listsPassed && <PassedList checks={checks} />}
          <DisclaimerLine disclaimer={disclaimer} />
        </div>
      )}
      <StatusSupportCode info={info} />
    </div>
  );
}

/** The sentences under the title. */
export function passedLead({ checks, isRedirecting, resultStatus }: PassedView, text: Translate): string {
  return [
    resultStatus.startsWith('device-management-enrolled') && text(homeTexts.managementEnrolled),
    // What could not be read did not fail, and has not passed.
    resultStatus.endsWith('quick-start') && checks.every(({ isPassed }) => isPassed) && text(homeTexts.passedAll),
    isRedirecting && text(homeTexts.redirecting),
  ]
    .filter(Boolean)
    .join(' · ');
}

type GoingOnProps = Pick<PassedPhaseProps, 'view' | 'onContinue'>;

function Redirecting({ view: { applicationName }, onContinue }: GoingOnProps) {
  const text = useText();
  return (
    <>
      <MovingBar className={styles['bar']} kind="ok" />
      <StatusFootnote>
        {applicationName !== null && `${text(homeTexts.opening, { application: applicationName })} `}
        {text(homeTexts.stillHere)}{' '}
        <Button kind="link" onPress={onContinue}>
          {text(homeTexts.continue)}
        </Button>
      </StatusFootnote>
    </>
  );
}

function Continue({ view, onContinue }: GoingOnProps) {
  const { continueOffer, hint } = view;
  const text = useText();
  const start = startOf(view);
  const hintShown = hintText(hint, text);
  if (continueOffer.kind === 'absent') return null;
  return (
    <>
      <StatusActions>
        {start !== null && <StartLink {...start} />}
        <Button
          isDisabled={continueOffer.kind === 'disabled'}
          isLarge
          kind={start === null ? 'primary' : 'secondary'}
          onPress={onContinue}
        >
          {text(homeTexts.continue)}
        </Button>
      </StatusActions>
      {hintShown !== null && <StatusFootnote>{hintShown}</StatusFootnote>}
    </>
  );
}
