import { adminRehearsePolicyCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './policy.module.css';
import { policyActTexts as texts } from './texts.ts';

const DAYS = 14;

/** The reports of the last days, judged by this text day by day. Counted when it is asked for: it takes a while. */
export function RehearsalBlock({ policy, isReady }: { readonly policy: string; readonly isReady: boolean }) {
  const text = useText();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Block title={text(texts.rehearsal)}>
      {asked === null || asked !== policy ? (
        <Button isDisabled={!isReady} onPress={() => setAsked(policy)}>
          {text(texts.rehearse)}
        </Button>
      ) : (
        <Days policy={asked} />
      )}
    </Block>
  );
}

function Days({ policy }: { readonly policy: string }) {
  const text = useText();
  const times = useTimes();
  const { data, error, refetch } = useAnswer(adminRehearsePolicyCall, { body: { text: policy, days: DAYS } });
  if (data === undefined) {
    return error === null ? (
      <LoadingRows count={3} />
    ) : (
      <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
    );
  }
  const days = data.days.filter(({ computers }) => computers > 0);
  return (
    <>
      <p className={styles['words']}>
        {text(texts.rehearsalText, { ever: data.everBlocked, mended: data.mendedSince })}
      </p>
      {days.length > 0 && (
        <table className={styles['days']}>
          <thead>
            <tr>
              <th scope="col">{text(texts.rehearsalDay)}</th>
              <th scope="col">{text(texts.rehearsalBefore)}</th>
              <th scope="col">{text(texts.rehearsalThen)}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, blockedBefore, blockedThen }) => (
              <tr key={day}>
                <th scope="row">{times.day(day)}</th>
                <td>{blockedBefore}</td>
                <td>{blockedThen}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
