import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import listStyles from './check-list.module.css';
import styles from './folded-check-list.module.css';

export interface FoldedCheckListProps {
  readonly heading: string;
  /** Rows. */
  readonly children: ReactNode;
}

/** A section of the check page that is closed until someone wants to see it. */
export function FoldedCheckList({ heading, children }: FoldedCheckListProps) {
  return (
    <details className={listStyles['section']}>
      <summary className={styles['summary']}>
        <h2 className={listStyles['heading']}>{heading}</h2>
        <Icon className={styles['chevron']} name="chevron" />
      </summary>
      <ul className={listStyles['card']}>{children}</ul>
    </details>
  );
}
