import { BASE_PATH, type MySession, mySessionCall, secondFactorsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, Notice, SkeletonRows } from '@vestibule/ui';
import { useEffect, useState } from 'react';
import { useAnnouncer } from '../../app/announcer.tsx';
import { useAnswer } from '../../app/use-answer.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useLookAgain } from '../../app/use-look-again.ts';
import { ProofStep } from '../factors/proof-step.tsx';
import { AccountsPage } from '../page/accounts-page.tsx';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { pageTexts } from '../page/texts.ts';
import { ApplicationsSection } from './applications-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { type Factor, FactorsSection } from './factors-section.tsx';
import { PersonSection } from './person-section.tsx';
import { Rail } from './rail.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import styles from './session-status-screen.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { computerTexts, factorTexts, statusTexts as texts } from './texts.ts';

/** A check of a computer that is blocked, out of use or waits for an approval opens nothing: its own row says what it needs. */
function mayBeChecked(device: MySession['device']): boolean {
  return device === null || device.state === 'approved';
}

/** Where the person comes out when no work application waits for them, and where they look after their account. */
export function SessionStatusScreen() {
  const text = useText();
  const { tell } = useAnnouncer();
  const [session, askSession] = useAnswer(mySessionCall);
  const [factors, askFactors] = useAnswer(secondFactorsCall);
  useLookAgain(askSession);
  const { navigation, returns } = usePorts();
  useEffect(() => {
    // The company's own sign-in leads here; the console, which asked for it, is where the person wanted to go.
    const back = returns.take();
    if (back !== null) navigation.goTo(back);
  }, [navigation, returns]);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [isProofNeeded, setIsProofNeeded] = useState(false);
  const trouble = [session, factors].find((answer) => answer.state === 'problem')?.problem;

  function stopRemoving() {
    setRemoving(null);
    setIsProofNeeded(false);
  }

  if (trouble !== undefined) {
    return <ProblemScreen onTryAgain={() => void Promise.all([askSession(), askFactors()])} problem={trouble} />;
  }
  if (isProofNeeded) {
    const cancel = (
      <Button kind="quiet" onPress={stopRemoving}>
        {text(pageTexts.cancel)}
      </Button>
    );
    return <ProofStep onProven={() => setIsProofNeeded(false)} otherWay={cancel} />;
  }
  return (
    <AccountsPage title={text(texts.title)}>
      {session.state !== 'ready' || factors.state !== 'ready' ? (
        <div className={styles['sections']}>
          <SkeletonRows count={4} />
        </div>
      ) : (
        <div className={styles['split']}>
          <Rail session={session.body} />
          <div className={styles['sections']}>
            {session.body.session.isDeviceCheckOutstanding && mayBeChecked(session.body.device) && (
              <Notice iconName={text(pageTexts.note)} kind="warn" title={text(texts.deviceOutstanding)}>
                {text(texts.deviceOutstandingText)} <a href={`${BASE_PATH}/`}>{text(computerTexts.check)}</a>
              </Notice>
            )}
            <ApplicationsSection applications={session.body.applications} />
            <ComputerSection {...session.body} />
            <FactorsSection
              isPasswordSet={session.body.isPasswordSet}
              onRemove={setRemoving}
              secondFactors={factors.body}
            />
            <SessionsSection onChange={() => void askSession()} sessions={session.body.otherSessions} />
            <PersonSection {...session.body} />
          </div>
        </div>
      )}
      {removing !== null && (
        <RemoveFactorDialog
          factor={removing}
          onCancel={stopRemoving}
          onProofNeeded={() => setIsProofNeeded(true)}
          onRemoved={() => {
            stopRemoving();
            tell(text(factorTexts.removed, { name: removing.name }));
            void askFactors();
          }}
        />
      )}
    </AccountsPage>
  );
}
