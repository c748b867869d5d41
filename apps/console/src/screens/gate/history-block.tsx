import { adminAuditCall, type CallBody, CHECK_TYPES } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import * as z from 'zod/mini';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import { checkTexts } from '../../parts/checks/texts.ts';
import moments from '../../parts/history.module.css';
import { Moment } from '../../parts/moment.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './gate.module.css';
import { gateTexts as texts } from './texts.ts';

type Entry = CallBody<typeof adminAuditCall>['entries'][number];

const SHOWN = 12;
/** Who the server writes for what it does by itself. */
const BRAKE = 'brake';
const ENDED = 'end of the time';
const SCHEDULE = 'schedule';

const detailsSchema = z.object({
  state: z.optional(z.enum(['enforcing', 'observing'])),
  until: z.optional(z.nullable(z.string())),
  reason: z.optional(z.nullable(z.string())),
  checkType: z.optional(z.enum(CHECK_TYPES)),
  stage: z.optional(z.string()),
  number: z.optional(z.number()),
  changes: z.optional(z.array(z.object({ field: z.string() }))),
});

/** Who opened and closed the gate, and when the brake acted, the newest first. */
export function HistoryBlock() {
  const text = useText();
  const gate = useAnswer(adminAuditCall, { query: { action: 'gate', outcome: 'done', limit: String(SHOWN) } });
  const brake = useAnswer(adminAuditCall, {
    query: { action: 'policy', actor: BRAKE, outcome: 'done', limit: String(SHOWN) },
  });
  const failed = gate.error ?? brake.error;
  if (gate.data === undefined || brake.data === undefined) {
    const again = () => void Promise.all([gate.refetch(), brake.refetch()]);
    return (
      <Block title={text(texts.history)}>
        {failed === null ? <LoadingRows count={3} /> : <NotLoaded onTryAgain={again} problem={failed.problem} />}
      </Block>
    );
  }
  const entries = [...gate.data.entries, ...brake.data.entries.filter(({ actor }) => actor === BRAKE)]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, SHOWN);
  return (
    <Block title={text(texts.history)}>
      {entries.length === 0 ? (
        <p className={styles['words']}>{text(texts.historyNone)}</p>
      ) : (
        <ol className={moments['history']}>
          {entries.map((entry) => (
            <HistoryItem entry={entry} key={entry.id} />
          ))}
        </ol>
      )}
    </Block>
  );
}

function HistoryItem({ entry }: { readonly entry: Entry }) {
  const text = useText();
  const read = detailsSchema.safeParse(entry.details);
  const reason = read.success && entry.actor !== ENDED ? (read.data.reason ?? null) : null;
  return (
    <li>
      <Moment at={entry.at} />
      <span>
        <b>{useWhat(entry, read.success ? read.data : {})}</b>
        {reason !== null && <span>{text(texts.because, { reason })}</span>}
      </span>
    </li>
  );
}

function useWhat({ actor }: Entry, details: z.infer<typeof detailsSchema>): string {
  const text = useText();
  const times = useTimes();
  const by = actor ?? '–';
  if (details.checkType !== undefined) return text(texts.historyBrake, { check: text(checkTexts[details.checkType]) });
  if (actor === ENDED) return text(texts.historyEnded);
  const { stage, number } = details;
  if (stage !== undefined && number !== undefined) {
    return actor === SCHEDULE
      ? text(texts.historyBegunItself, { number, stage })
      : text(texts.historyBegun, { by, number, stage });
  }
  if (details.changes?.some(({ field }) => field === 'stages')) return text(texts.historyPlanned, { by });
  if (details.state === 'enforcing') return text(texts.historyClosed, { by });
  const until = details.until ?? null;
  return until === null
    ? text(texts.historyOpened, { by })
    : text(texts.historyOpenedUntil, { by, time: times.whole(until) });
}
