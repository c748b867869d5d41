import { classes } from '../classes.ts';
import styles from './icon.module.css';
import { SHAPES } from './shapes.tsx';

export type IconName = keyof typeof SHAPES;

export interface IconProps {
  readonly name: IconName;
  /** 16 px instead of 20. */
  readonly isSmall?: boolean;
  readonly className?: string | undefined;
}

/** Decorative: the name of what it shows stands next to it or on its wrapper. */
export function Icon({ name, isSmall = false, className }: IconProps) {
  const isTurning = name === 'scanning';
  return (
    <svg
      aria-hidden="true"
      className={classes(styles['icon'], isSmall && styles['small'], isTurning && styles['turning'], className)}
      viewBox="0 0 20 20"
    >
      {SHAPES[name]}
    </svg>
  );
}
