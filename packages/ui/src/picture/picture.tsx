import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './picture.module.css';

export interface PictureProps {
  /** What it shows, in one sentence. */
  readonly name: string;
  /** Of 560 px of width. */
  readonly height: number;
  readonly children: ReactNode;
}

/** A picture drawn with the tokens, so that it fits light, dark and every language. */
export function Picture({ name, height, children }: PictureProps) {
  return (
    <svg aria-label={name} className={styles['picture']} role="img" viewBox={`0 0 560 ${height}`}>
      {children}
    </svg>
  );
}

/** How the parts of a picture are drawn: surfaces, grey bars for text, accent for the one thing to press. */
export const DRAWN = Object.freeze({
  line: styles['line'],
  ground: classes(styles['line'], styles['thick']),
  frame: classes(styles['line'], styles['frame']),
  surface: styles['surface'],
  muted: styles['muted'],
  accent: styles['accent'],
  soft: styles['soft'],
  stroke: styles['stroke'],
  tick: styles['tick'],
  boldTick: classes(styles['tick'], styles['bold']),
  knob: styles['knob'],
  light: styles['light'],
  leaf: styles['leaf'],
});
