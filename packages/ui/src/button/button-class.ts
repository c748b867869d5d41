import { classes } from '../classes.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'link';

/** The look of a button, for buttons and for links that look like one. */
export function buttonClass(kind: ButtonKind, isLarge: boolean): string {
  return classes(styles['button'], styles[kind], isLarge && styles['large']);
}
