import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './tag.module.css';

export interface TagProps {
  readonly kind?: 'none' | 'stop' | 'warn' | 'ok' | 'busy';
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Tag({ kind = 'none', icon, children }: TagProps) {
  return (
    <span className={classes(styles['tag'], styles[kind])}>
      {icon && <Icon className={styles['icon']} name={icon} />}
      {children}
    </span>
  );
}
