import { classes } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { Mark, type MarkName } from './icons.tsx';
import styles from './strip.module.css';

export interface StripProps {
  readonly mark: MarkName;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

/** One line on top of a page, about the whole of it. */
export function Strip({ mark, isWarning = false, children }: StripProps) {
  return (
    <div className={classes(styles['strip'], isWarning && styles['warn'])} role="status">
      <Mark name={mark} />
      <p className={styles['text']}>{children}</p>
    </div>
  );
}
