import type { ReactNode } from 'react';
import styles from './row.module.css';

export interface RowProps {
  readonly title: string;
  readonly tag?: ReactNode;
  readonly text: string;
  readonly action?: ReactNode;
}

/** One thing of a list, with what can be done about it at its end. */
export function Row({ title, tag, text, action }: RowProps) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['head']}>
          <h3 className={styles['title']}>{title}</h3>
          {tag}
        </div>
        <p className={styles['text']}>{text}</p>
      </div>
      {action}
    </li>
  );
}
