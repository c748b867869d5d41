import { Doorway, type DoorwayState, FocusHeading } from '@vestibule/ui';
import type { ReactNode } from 'react';
import styles from './entry-page.module.css';

export interface EntryPageProps {
  readonly page: string;
  readonly doorway: DoorwayState;
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

/** A page in place of the console: for who may not see it, or not yet. */
export function EntryPage({ page, doorway, title, lead, children }: EntryPageProps) {
  return (
    <main className={styles['page']}>
      <title>{title}</title>
      <div className={styles['box']}>
        <Doorway state={doorway} />
        <FocusHeading screen={page}>{title}</FocusHeading>
        <p className={styles['text']}>{lead}</p>
        <div className={styles['actions']}>{children}</div>
      </div>
    </main>
  );
}
