import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import styles from './notice.module.css';

export type NoticeKind = 'stop' | 'warn' | 'busy' | 'ok' | 'none';

export interface NoticeProps {
  readonly kind: NoticeKind;
  /** What the icon says: 'Critical', 'Warning', 'Done'. */
  readonly iconName: string;
  readonly title: string;
  /** Is read out at once when it appears. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

const VERDICT_OF = {
  stop: 'stopper',
  warn: 'recommended',
  busy: 'scanning',
  ok: 'passed',
  none: 'unknown',
} as const;

export function Notice({ kind, iconName, title, isAlert = false, children }: NoticeProps) {
  return (
    <div className={classes(styles['notice'], styles[kind])} {...(isAlert && { role: 'alert' })}>
      <VerdictIcon name={iconName} verdict={VERDICT_OF[kind]} />
      <div>
        <p className={styles['title']}>{title}</p>
        <p className={styles['text']}>{children}</p>
      </div>
    </div>
  );
}
