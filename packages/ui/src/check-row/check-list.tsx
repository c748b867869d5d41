import { type ReactNode, useId } from 'react';
import styles from './check-list.module.css';

export interface CheckListProps {
  readonly heading: string;
  /** Quiet button at the right of the heading. */
  readonly action?: ReactNode;
  /** Rows. */
  readonly children: ReactNode;
}

/** One section of the check page: heading, card, rows divided by hairlines. */
export function CheckList({ heading, action, children }: CheckListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles['section']}>
      <div className={styles['head']}>
        <h2 className={styles['heading']} id={headingId}>
          {heading}
        </h2>
        {action && <div className={styles['action']}>{action}</div>}
      </div>
      <ul className={styles['card']}>{children}</ul>
    </section>
  );
}
