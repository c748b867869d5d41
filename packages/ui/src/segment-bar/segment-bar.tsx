import { classes } from '../classes.ts';
import styles from './segment-bar.module.css';

export type Segment = 'blocking' | 'busy' | 'recommended' | 'unknown' | 'passed';

export interface SegmentBarProps {
  /** One per check, in the order of the list. */
  readonly segments: readonly Segment[];
  /** The whole bar as a sentence. */
  readonly name: string;
}

export function SegmentBar({ segments, name }: SegmentBarProps) {
  return (
    <div aria-label={name} className={styles['bar']} role="img">
      {segments.map((segment, position) => (
        <span className={classes(styles['segment'], styles[segment])} key={position} />
      ))}
    </div>
  );
}
