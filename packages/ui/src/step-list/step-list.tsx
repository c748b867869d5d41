import type { ReactNode } from 'react';
import styles from './step-list.module.css';

/** What to do, one thing after the other. */
export function StepList({ children }: { readonly children: ReactNode }) {
  return <ol className={styles['steps']}>{children}</ol>;
}

export interface StepProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to press in this step. */
  readonly action?: ReactNode;
}

export function Step({ title, children, action }: StepProps) {
  return (
    <li className={styles['step']}>
      <div>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <p className={styles['text']}>{children}</p>}
        {action !== undefined && <div className={styles['action']}>{action}</div>}
      </div>
    </li>
  );
}
