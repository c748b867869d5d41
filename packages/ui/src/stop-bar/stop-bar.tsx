import { FocusHeading } from '../focus/focus-heading.tsx';
import { Icon } from '../icon/icon.tsx';
import styles from './stop-bar.module.css';

export interface StopBarProps {
  /** Name of the screen, for moving focus to its heading. */
  readonly screen: string;
  readonly title: string;
}

/** A heading in a red bar under the header: there is one way on, and it is named below. */
export function StopBar({ screen, title }: StopBarProps) {
  return (
    <section aria-label={title} className={styles['bar']}>
      <div className={styles['content']}>
        <Icon className={styles['icon']} name="required" />
        <FocusHeading screen={screen}>{title}</FocusHeading>
      </div>
    </section>
  );
}
