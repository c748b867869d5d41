import { classes } from '@vestibule/ui';
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  readonly heading: string;
  /** Rows, in a card. */
  readonly rows?: ReactNode;
  /** What stands below the card. */
  readonly children?: ReactNode;
}

/** One part of the page: a heading and a card. */
export function Section({ heading, rows, children }: SectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className={styles['head']}>
        <h2 className={styles['heading']} id={headingId}>
          {heading}
        </h2>
      </div>
      {rows !== undefined && <ul className={styles['card']}>{rows}</ul>}
      {children}
    </section>
  );
}

export function PaddedCard({ children }: { readonly children: ReactNode }) {
  return <div className={classes(styles['card'], styles['padded'])}>{children}</div>;
}
