import { type ReactNode, useId } from 'react';
import styles from './blocks.module.css';

export interface BlockProps {
  readonly title: string;
  /** How many there are. */
  readonly count?: number;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One region of a page, parted from the next by a hairline. */
export function Block({ title, count, actions, children }: BlockProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['block']}>
      <div className={styles['blockHead']}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={styles['number']}>{count}</span>}
        {actions}
      </div>
      {children}
    </section>
  );
}

export interface FactProps {
  readonly name: string;
  readonly detail?: ReactNode;
  readonly children: ReactNode;
}

/** One of at most four facts on top of a page. */
export function Fact({ name, detail, children }: FactProps) {
  return (
    <div>
      <div className={styles['key']}>{name}</div>
      <div className={styles['value']}>{children}</div>
      <div className={styles['detail']}>{detail}</div>
    </div>
  );
}
