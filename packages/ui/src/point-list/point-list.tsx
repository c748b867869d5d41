import type { ReactNode } from 'react';
import styles from './point-list.module.css';

/** Short sentences, each with an icon before it. */
export function PointList({ children }: { readonly children: ReactNode }) {
  return <ul>{children}</ul>;
}

export interface PointProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

export function Point({ icon, children }: PointProps) {
  return (
    <li className={styles['point']}>
      <span className={styles['mark']}>{icon}</span>
      <span>{children}</span>
    </li>
  );
}
