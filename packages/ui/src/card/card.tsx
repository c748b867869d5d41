import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './card.module.css';

export interface CardProps {
  /** Its rows reach from edge to edge. */
  readonly isFlush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ isFlush = false, className, children }: CardProps) {
  return <div className={classes(styles['card'], isFlush && styles['flush'], className)}>{children}</div>;
}
