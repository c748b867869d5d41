import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { ProgressRing } from './progress-ring.tsx';
import type { Verdict } from './verdict.ts';
import styles from './verdict-icon.module.css';

export interface VerdictIconProps {
  readonly verdict: Verdict;
  /** What the shape says, in words. */
  readonly name: string;
  /** 0 to 1, when it is known how far a fix has come. */
  readonly share?: number | undefined;
  /** 20 px instead of 24. */
  readonly isSmall?: boolean;
}

export function VerdictIcon({ verdict, name, share, isSmall = false }: VerdictIconProps) {
  return (
    <span
      aria-label={name}
      className={classes(styles['verdict'], styles[verdict], isSmall && styles['small'])}
      role="img"
    >
      <Shape share={share} verdict={verdict} />
    </span>
  );
}

function Shape({ verdict, share }: { readonly verdict: Verdict; readonly share: number | undefined }) {
  if (verdict !== 'fixing' && verdict !== 'installing') return <Icon className={styles['shape']} name={verdict} />;
  if (share === undefined) return <Icon className={styles['shape']} name="scanning" />;
  return <ProgressRing className={styles['ring']} share={share} />;
}
