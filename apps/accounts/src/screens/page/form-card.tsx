import { classes } from '@vestibule/ui';
import type { ReactNode } from 'react';
import styles from './form-card.module.css';

export interface FormCardProps {
  /** Stands above the card. */
  readonly notice?: ReactNode;
  /** 'column': as wide as the column it stands in, for the screens on which something is set up. */
  readonly width?: 'narrow' | 'wide' | 'column';
  /** The card is absent without. */
  readonly children: ReactNode;
}

/** What is filled in on a screen: one card, with what went wrong above it. */
export function FormCard({ notice, width = 'narrow', children }: FormCardProps) {
  return (
    <div className={classes(styles['form'], styles[width])}>
      {notice}
      {children !== null && <div className={styles['card']}>{children}</div>}
    </div>
  );
}
