import type { AnimationEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { ProgressBar } from '../progress/progress-bar.tsx';
import type { Verdict } from '../verdict/verdict.ts';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import styles from './check-row.module.css';

export interface RowProgress {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** 'Left' and 'right' of the line below the bar: share done, time remaining. */
  readonly left: string;
  readonly right?: string | undefined;
}

export interface CheckRowProps {
  readonly verdict: Verdict;
  readonly verdictName: string;
  readonly title: string;
  /** Buttons of the row name it through this id (aria-describedby). */
  readonly titleId?: string;
  readonly tags?: ReactNode;
  readonly description?: ReactNode;
  /** Why the last fix did not hold, or what a check that could not be read means. */
  readonly note?: ReactNode;
  readonly progress?: RowProgress | undefined;
  readonly actions?: ReactNode;
  readonly evidence?: ReactNode;
  /** Stays a moment in its new state, closes its height and then reports `onLeft`. Times are those of the style sheet. */
  readonly isLeaving?: boolean;
  readonly onLeft?: () => void;
}

export function CheckRow(props: CheckRowProps) {
  const { verdict, verdictName, title, titleId, tags, description, note, progress } = props;
  const { actions, evidence, isLeaving = false, onLeft } = props;
  const hasFoot = Boolean(actions) || Boolean(evidence);

  function reportLeft(event: AnimationEvent) {
    if (event.target === event.currentTarget) onLeft?.();
  }

  return (
    <li
      className={classes(styles['item'], isLeaving && styles['leaving'])}
      data-check-row=""
      {...(isLeaving && { onAnimationEnd: reportLeft })}
    >
      <div className={styles['clip']}>
        <div className={classes(styles['row'], verdict === 'waiting' && styles['waiting'])}>
          <VerdictIcon name={verdictName} share={progress?.share} verdict={verdict} />
          <div>
            <div className={styles['head']}>
              <h3 className={styles['title']} id={titleId} tabIndex={-1}>
                {title}
              </h3>
              {tags}
            </div>
            {description && <p className={styles['text']}>{description}</p>}
            {note && <p className={classes(styles['text'], styles['note'])}>{note}</p>}
            {progress && <Progress progress={progress} />}
            {hasFoot && (
              <div className={styles['foot']}>
                {actions && <div className={styles['actions']}>{actions}</div>}
                {evidence}
              </div>
            )}
          </div>
        </div>
      </div>
    </li>
  );
}

function Progress({ progress }: { readonly progress: RowProgress }) {
  return (
    <>
      <ProgressBar
        className={styles['bar']}
        maximum={100}
        name={progress.name}
        value={Math.round(progress.share * 100)}
      />
      <div className={styles['barLine']}>
        <span>{progress.left}</span>
        <span>{progress.right}</span>
      </div>
    </>
  );
}
