import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

export interface VisuallyHiddenProps {
  readonly role?: 'status';
  readonly children: ReactNode;
}

/** For screen readers alone. */
export function VisuallyHidden({ role, children }: VisuallyHiddenProps) {
  return (
    <span className={styles['hidden']} role={role}>
      {children}
    </span>
  );
}
