import type { ReactNode } from 'react';
import styles from './steps.module.css';

/** What is done one after another. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className={styles['steps']}>{children}</ol>;
}

export interface StepProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

export function Step({ title, text, children }: StepProps) {
  return (
    <li className={styles['step']}>
      <div>
        <h2 className={styles['title']}>{title}</h2>
        {text !== undefined && <p className={styles['text']}>{text}</p>}
        <div className={styles['content']}>{children}</div>
      </div>
    </li>
  );
}
