import { classes, Icon, type IconName } from '@vestibule/ui';
import type { ReactNode } from 'react';
import styles from './standing.module.css';

const LOOKS = {
  passed: 'ok',
  required: 'stop',
  stopper: 'stop',
  recommended: 'warn',
  unknown: 'none',
  waiting: 'none',
} as const satisfies { readonly [icon in IconName]?: string };

export interface StandingProps {
  readonly icon: keyof typeof LOOKS;
  readonly children: ReactNode;
}

/** The shape alone, next to words that say it. */
export function StandingIcon({ icon }: Pick<StandingProps, 'icon'>) {
  return (
    <span className={styles[LOOKS[icon]]}>
      <Icon name={icon} />
    </span>
  );
}

/** How something stands: a shape in its colour, and the words that say it. */
export function Standing({ icon, children }: StandingProps) {
  return (
    <span className={classes(styles['standing'], styles[LOOKS[icon]])}>
      <Icon name={icon} />
      <span>{children}</span>
    </span>
  );
}
