import '../tokens.css';
import '../base.css';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { SkipLink } from '../skip-link/skip-link.tsx';
import styles from './page.module.css';

export interface PageProps {
  readonly skipLabel: string;
  readonly header: ReactNode;
  readonly footer: ReactNode;
  /** Content stands in the middle of the page instead of at its top. */
  readonly isMiddle?: boolean | undefined;
  /** Content is the check page with rail and list, which starts higher on small screens. */
  readonly isSplit?: boolean | undefined;
  readonly children: ReactNode;
}

const MAIN_ID = 'main';

export function Page({ skipLabel, header, footer, isMiddle = false, isSplit = false, children }: PageProps) {
  return (
    <div className={styles['page']}>
      <SkipLink label={skipLabel} target={MAIN_ID} />
      {header}
      <main
        className={classes(styles['main'], isMiddle && styles['middle'], isSplit && styles['split'])}
        id={MAIN_ID}
        tabIndex={-1}
      >
        {children}
      </main>
      {footer}
    </div>
  );
}
