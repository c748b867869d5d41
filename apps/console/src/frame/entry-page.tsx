import { Doorway, type DoorwayState, FocusHeading } from '@vestibule/ui';
import type { ReactNode } from 'react';
import styles from './entry-page.module.css';

export interface EntryPageProps {
  readonly page: string;
  readonly doorway: DoorwayState;
  readonly title: string;
  readonly lead: string;
  /** Between the sentence and what one can do. */
  readonly details?: ReactNode;
  readonly children?: ReactNode;
}

/** A page in place of the console: for who may not see it, or not yet. */
export function EntryPage({ page, doorway, title, lead, details, children }: EntryPageProps) {
  return (
    <main className={styles['page']}>
      <title>{title}</title>
      <div className={styles['box']}>
        <Doorway state={doorway} />
        <FocusHeading screen={page}>{title}</FocusHeading>
        <p className={styles['text']}>{lead}</p>
        {details}
        <div className={styles['actions']}>{children}</div>
      </div>
    </main>
  );
}
