import type { HomeView } from '@vestibule/flows';
import { Button, CentredStatus, MovingBar, StatusActions, StatusFootnote } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import styles from './passed-phase.module.css';
import { homeTexts } from './texts.ts';

export type PassedView = Extract<HomeView, { readonly phase: 'passed' }>;

export interface PassedPhaseProps {
  readonly view: PassedView;
  readonly onContinue: () => void;
}

export function PassedPhase({ view, onContinue }: PassedPhaseProps) {
  const text = useText();
  const { isRedirecting, applicationName } = view;
  return (
    <CentredStatus
      doorway="ok"
      screen="passed"
      title={text(homeTexts.passedTitle)}
      {...(isRedirecting && { lead: text(homeTexts.redirecting) })}
    >
      {isRedirecting ? (
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
      ) : (
        <StatusActions>
          <Button isLarge kind="primary" onPress={onContinue}>
            {text(homeTexts.continue)}
          </Button>
        </StatusActions>
      )}
    </CentredStatus>
  );
}
