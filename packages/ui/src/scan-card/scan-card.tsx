import { classes } from '../classes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import styles from './scan-card.module.css';

export interface ScanCardRow {
  readonly key: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly verdictName: string;
}

export interface ScanCardProps {
  readonly name: string;
  readonly rows: readonly ScanCardRow[];
}

/** All checks while they run, in two columns where there is room. */
export function ScanCard({ name, rows }: ScanCardProps) {
  return (
    <ul aria-label={name} className={styles['card']}>
      {rows.map(({ key, text, verdict, verdictName }) => (
        <li className={classes(styles['row'], verdict === 'waiting' && styles['waiting'])} key={key}>
          <VerdictIcon isSmall name={verdictName} verdict={verdict} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
