import { classes } from '../classes.ts';
import styles from './skeleton-rows.module.css';

export interface SkeletonRowsProps {
  readonly count: number;
}

/** Rows of the real height while something loads: for the first 300 ms nothing is seen. */
export function SkeletonRows({ count }: SkeletonRowsProps) {
  return (
    <div aria-hidden="true" className={styles['card']}>
      {Array.from({ length: count }, (_, position) => (
        <div className={styles['row']} key={position}>
          <span className={classes(styles['bone'], styles['round'])} />
          <div>
            <div className={classes(styles['bone'], styles['title'])} />
            <div className={classes(styles['bone'], styles['line'])} />
          </div>
        </div>
      ))}
    </div>
  );
}
