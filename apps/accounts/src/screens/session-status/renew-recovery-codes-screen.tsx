import { renewRecoveryCodesCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';
import { ProofStep } from '../factors/proof-step.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { SetupPage } from '../page/setup-page.tsx';
import { CancelButton } from './back-to-overview.tsx';
import styles from './change-form.module.css';
import { factorTexts, renewCodesTexts as texts } from './texts.ts';
import { useAdded } from './use-added.tsx';

export function RenewRecoveryCodesScreen() {
  const text = useText();
  const { server } = usePorts();
  const { isBusy, problem, run } = useTask();
  const [isProven, setIsProven] = useState(false);
  const { codesStep, take } = useAdded(text(factorTexts.codesRenewed));

  function renew() {
    setIsProven(false);
    void run(() => server.ask(renewRecoveryCodesCall), take);
  }

  if (codesStep !== null) return codesStep;
  if (problem === 'proof_too_old' && !isProven) {
    return <ProofStep onProven={() => setIsProven(true)} otherWay={<CancelButton />} />;
  }
  return (
    <SetupPage lead={text(texts.lead)} otherWay={<CancelButton />} screen="renew-codes" title={text(texts.title)}>
      {problem !== null && problem !== 'proof_too_old' && <ProblemNotice problem={problem} />}
      <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" onPress={renew}>
        {text(texts.start)}
      </Button>
    </SetupPage>
  );
}
