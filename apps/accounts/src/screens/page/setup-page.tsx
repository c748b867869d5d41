import { FocusHeading } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { AccountsPage } from './accounts-page.tsx';
import styles from './setup-page.module.css';

export interface SetupPageProps {
  /** Name of the screen, for moving focus to its heading. */
  readonly screen: string;
  readonly title: string;
  readonly lead: string;
  /** What else leads on from here. */
  readonly otherWay?: ReactNode;
  readonly children: ReactNode;
}

/** A screen on which something is set up: one column, aligned left, without a picture. */
export function SetupPage({ screen, title, lead, otherWay, children }: SetupPageProps) {
  return (
    <AccountsPage title={title}>
      <div className={styles['column']}>
        <div className={styles['heading']}>
          <FocusHeading screen={screen}>{title}</FocusHeading>
        </div>
        <p className={styles['lead']}>{lead}</p>
        <div className={styles['content']}>{children}</div>
        {otherWay !== undefined && <div className={styles['otherWay']}>{otherWay}</div>}
      </div>
    </AccountsPage>
  );
}
