import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { FocusHeading } from '../focus/focus-heading.tsx';
import styles from './column.module.css';

export interface ColumnProps {
  /** 560, 720 or 1080 px at most. */
  readonly width?: 'narrow' | 'wide' | 'full';
  readonly children: ReactNode;
}

/** The one column of a screen that is read from the left. */
export function Column({ width = 'narrow', children }: ColumnProps) {
  return <div className={classes(styles['column'], width !== 'narrow' && styles[width])}>{children}</div>;
}

export interface ColumnHeadProps {
  /** Name of the screen, for moving focus to its heading. */
  readonly screen: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
}

/** Heading and one sentence. */
export function ColumnHead({ screen, title, lead }: ColumnHeadProps) {
  return (
    <>
      <FocusHeading screen={screen}>{title}</FocusHeading>
      {lead && <p className={styles['lead']}>{lead}</p>}
    </>
  );
}

/** The last, quiet lines of a column. */
export function ColumnFootnote({ children }: { readonly children: ReactNode }) {
  return <p className={styles['footnote']}>{children}</p>;
}

export interface ColumnActionsProps {
  /** First and last at the two ends of the line. */
  readonly isApart?: boolean;
  readonly children: ReactNode;
}

/** Buttons in a line; large ones fill it on small screens. */
export function ColumnActions({ isApart = false, children }: ColumnActionsProps) {
  return <div className={classes(styles['actions'], isApart && styles['apart'])}>{children}</div>;
}
