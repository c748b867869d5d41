import type { ContinueOffer } from '@vestibule/flows';
import { Doorway, FocusHeading, LiveDot, SegmentBar } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { headlineOf } from './headline.ts';
import styles from './rail.module.css';
import type { RowModel } from './row-model.ts';
import { segmentsOf, tallyOf } from './tally.ts';
import { headlineTexts, homeTexts, troubleTexts } from './texts.ts';

export interface RailProps {
  readonly rows: readonly RowModel[];
  readonly offer: ContinueOffer;
  readonly isLive: boolean;
  readonly isServerAway: boolean;
  /** From the status page no one goes on to work. */
  readonly isStatusPage: boolean;
}

/** What the list amounts to: doorway, heading, one sentence, the bar of all checks. */
export function Rail({ rows, offer, isLive, isServerAway, isStatusPage }: RailProps) {
  const text = useText();
  const tally = tallyOf(rows);
  const { lead, more } = headlineOf(tally, offer, text);
  const isStopped = tally.blocking + tally.blockingFixing > 0;
  return (
    <div className={styles['rail']}>
      <Doorway className={styles['doorway']} state={isStopped ? 'stop' : 'warn'} />
      <div className={styles['heading']}>
        <FocusHeading screen="issues">{text(homeTexts.issuesTitle)}</FocusHeading>
      </div>
      <p className={styles['lead']}>
        {lead} {more !== null && !isStatusPage && <span className={styles['more']}>{more}</span>}
      </p>
      <div className={styles['state']}>
        <SegmentBar name={text(headlineTexts.segments, { ...tally })} segments={segmentsOf(rows)} />
        <p className={styles['tally']}>
          <span>{text(homeTexts.checksPassed, { passed: tally.passed, total: tally.total })}</span>
          {isLive && (
            <span className={styles['live']}>
              <LiveDot />
              {text(homeTexts.live)}
            </span>
          )}
        </p>
        {isServerAway && (
          <div className={styles['away']}>
            <strong>{text(troubleTexts.serverNotAnsweringTitle)}</strong>
            <p>{text(troubleTexts.serverNotAnsweringText)}</p>
          </div>
        )}
      </div>
    </div>
  );
}
