import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useLocation } from 'wouter';
import { RoleStrip } from '../../frame/role-strip.tsx';
import blocks from '../../parts/blocks.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { AroundSteps } from './around-steps.tsx';
import styles from './first-steps.module.css';
import { StepRow } from './step-row.tsx';
import { firstStepsTexts as texts } from './texts.ts';
import { useFirstSteps, usePutAway } from '../../hooks/use-first-steps.ts';

/** From nothing to a policy that is enforced for everyone: what is done, what comes next, and its one button. */
export function FirstStepsScreen() {
  const text = useText();
  const [, navigate] = useLocation();
  const [isPutAway, putAway] = usePutAway();
  const { data, error, refetch } = useFirstSteps();
  return (
    <>
      <PageHead
        actions={
          !isPutAway && (
            <Button
              kind="quiet"
              onPress={() => {
                putAway();
                navigate('/people');
              }}
            >
              {text(texts.putAway)}
            </Button>
          )
        }
        isLive
        page="first-steps"
        title={text(texts.title)}
      />
      <RoleStrip />
      <p className={styles['lead']}>{text(texts.lead)}</p>
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />}
      {data !== undefined && (
        <div className={blocks['page']}>
          <ol className={styles['steps']}>
            {data.steps.map((one) => (
              <StepRow found={data} key={one.step} one={one} />
            ))}
          </ol>
          <AroundSteps found={data} />
        </div>
      )}
    </>
  );
}
