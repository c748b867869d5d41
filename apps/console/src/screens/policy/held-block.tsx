import { isolated, useText } from '@vestibule/texts';
import { Block } from '../../parts/block.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './policy.module.css';
import { policyTexts as texts } from './texts.ts';
import type { Held } from './use-draft.ts';
import { shortVersion } from './use-policy.ts';

/** The policy that holds: since when, by whom, for whom, and what to know about it. */
export function HeldBlock({ held }: { readonly held: Held }) {
  const text = useText();
  const times = useTimes();
  const { version, source, createdAt, createdBy, summary } = held;
  return (
    <Block title={text(texts.inForce, { version: shortVersion(version) })}>
      <p className={styles['words']}>
        {createdAt === null
          ? text(texts.builtIn)
          : text(source === 'file' ? texts.sinceFile : texts.since, {
              time: times.whole(createdAt),
              who: isolated(createdBy ?? '–'),
            })}
      </p>
      {summary.enforcedFor !== null && <p className={styles['words']}>{summary.enforcedFor}</p>}
      {summary.warnings.length > 0 && (
        <ul aria-label={text(texts.warnings)} className={styles['warnings']}>
          {summary.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </Block>
  );
}
