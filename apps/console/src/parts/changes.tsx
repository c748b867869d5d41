import type { outcomeSchema } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import type * as z from 'zod/mini';
import styles from './change-dialog.module.css';
import { partTexts as texts } from './texts.ts';
import { type Times, useTimes } from './use-times.ts';

/** What a change comes to: each value before and after, and what else to know. */
export function Changes({ outcome: { changes, warnings } }: { readonly outcome: z.infer<typeof outcomeSchema> }) {
  const text = useText();
  const times = useTimes();
  return (
    <>
      {changes.length === 0 ? (
        <p>{text(texts.noChange)}</p>
      ) : (
        <dl className={styles['changes']}>
          {changes.map(({ field, from, to }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {!isNothing(from) && <s>{inWords(from, times)}</s>}
                {isNothing(to) ? '–' : inWords(to, times)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {warnings.length > 0 && (
        <ul className={styles['warnings']}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function inWords(value: unknown, times: Times): string {
  if (typeof value === 'string') return MOMENT.test(value) ? times.whole(value) : isolated(value);
  return Array.isArray(value) ? value.map((one) => inWords(one, times)).join(', ') : JSON.stringify(value);
}
