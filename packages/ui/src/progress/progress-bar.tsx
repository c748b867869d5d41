import { classes } from '../classes.ts';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  readonly name: string;
  /** null while no one can say how far it is. */
  readonly value: number | null;
  readonly maximum: number;
  readonly className?: string | undefined;
}

export function ProgressBar({ name, value, maximum, className }: ProgressBarProps) {
  const share = value !== null && maximum > 0 ? Math.min(1, value / maximum) : 0;
  return (
    <div
      aria-label={name}
      aria-valuemax={maximum}
      aria-valuemin={0}
      aria-valuenow={value ?? undefined}
      className={classes(styles['bar'], className)}
      role="progressbar"
    >
      {value === null ? (
        <div className={classes(styles['fill'], styles['moving'])} />
      ) : (
        <div className={styles['fill']} style={{ inlineSize: `${share * 100}%` }} />
      )}
    </div>
  );
}

export interface MovingBarProps {
  readonly kind: 'busy' | 'ok';
  readonly className?: string | undefined;
}

/** Something is under way and no one can say how long. Decorative: the sentence next to it says what. */
export function MovingBar({ kind, className }: MovingBarProps) {
  return (
    <div aria-hidden="true" className={classes(styles['bar'], styles['thin'], className)}>
      <div className={classes(styles['fill'], styles['moving'], styles[kind])} />
    </div>
  );
}
