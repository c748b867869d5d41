import type { ReactNode } from 'react';
import { Doorway, type DoorwayState } from '../doorway/doorway.tsx';
import { FocusHeading } from '../focus/focus-heading.tsx';
import styles from './centred-status.module.css';

export interface CentredStatusProps {
  /** Name of the screen, for moving focus to its heading. */
  readonly screen: string;
  readonly doorway: DoorwayState;
  readonly progress?: number;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Bars, buttons, small lines. */
  readonly children?: ReactNode;
}

/** The composition of every doorway screen: picture, heading, one sentence, what comes next. */
export function CentredStatus({ screen, doorway, progress, title, lead, children }: CentredStatusProps) {
  return (
    <div className={styles['status']}>
      <Doorway className={styles['doorway']} isLarge state={doorway} {...(progress !== undefined && { progress })} />
      <FocusHeading screen={screen}>
        {/* Another title is another element: to the browser it would be the same one, moved. */}
        <span key={title}>{title}</span>
      </FocusHeading>
      {lead && <p className={styles['lead']}>{lead}</p>}
      {children}
    </div>
  );
}

export function StatusActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}

export function StatusFootnote({ children }: { readonly children: ReactNode }) {
  return <p className={styles['footnote']}>{children}</p>;
}
