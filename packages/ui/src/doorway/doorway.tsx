import { classes } from '../classes.ts';
import styles from './doorway.module.css';

export type DoorwayState =
  | 'checking'
  | 'stop'
  | 'blocked'
  | 'warn'
  | 'time'
  | 'connection'
  | 'ok'
  | 'none'
  /** For a while: closed, or open. */
  | 'warn-time'
  | 'ok-time';

export interface DoorwayProps {
  readonly state: DoorwayState;
  /** 96 × 112, for centred screens. */
  readonly isLarge?: boolean;
  /** 0 to 1 while checking: how far the frame is filled. */
  readonly progress?: number;
  readonly className?: string | undefined;
}

const FRAME = 'M9 77V37a27 27 0 0 1 54 0v40';
const OPENING = 'M15 78V37a21 21 0 0 1 42 0v41z';

const CLOCK = 'M0-6.5V0l4.5 3';

const GLYPHS: { readonly [state in DoorwayState]: string | null } = {
  checking: null,
  none: null,
  stop: 'M0-6v7M0 6v.1',
  warn: 'M0-6v7M0 6v.1',
  blocked: 'M-6 0H6',
  time: CLOCK,
  'warn-time': CLOCK,
  'ok-time': CLOCK,
  connection: 'm-4.5-4.5 9 9M4.5-4.5l-9 9',
  ok: 'm-5.5.4 3.9 3.9 7.1-8',
};

/** The room before the rooms: closed while checking, open when all has passed. Decorative; the heading says it. */
export function Doorway({ state, isLarge = false, progress = 1, className }: DoorwayProps) {
  const filled = state === 'checking' ? Math.round(progress * 100) : 100;
  const glyph = GLYPHS[state];
  return (
    <svg
      aria-hidden="true"
      className={classes(styles['doorway'], styles[state], isLarge && styles['large'], className)}
      viewBox="0 0 72 84"
    >
      {state === 'ok' || state === 'ok-time' ? <OpenDoors /> : <ClosedDoors />}
      <path className={styles['track']} d={FRAME} />
      {filled > 0 && <path className={styles['frame']} d={FRAME} pathLength="100" strokeDasharray={`${filled} 100`} />}
      {glyph !== null && (
        <g transform="translate(59 70)">
          <circle className={styles['cut']} r="16.5" />
          <circle className={styles['disc']} r="13" />
          <path className={styles['glyph']} d={glyph} />
        </g>
      )}
    </svg>
  );
}

function ClosedDoors() {
  return (
    <>
      <path className={styles['door']} d={OPENING} />
      <path className={styles['seam']} d="M36 16v62" />
      <path className={styles['knob']} d="M31 49v8M41 49v8" />
      <path className={styles['sill']} d="M1 79h70" />
    </>
  );
}

function OpenDoors() {
  return (
    <>
      <path className={styles['glow']} d={OPENING} />
      <path className={styles['floor']} d="M15 79h42l16 15H-1z" />
      <path className={styles['sill']} d="M1 79h70" />
      <path className={classes(styles['leaf'], styles['left'])} d="M15 78V37c0-5.2 1.9-10 5-13.7l4.5 3.2V84z" />
      <path className={classes(styles['leaf'], styles['right'])} d="M57 78V37c0-5.2-1.9-10-5-13.7l-4.5 3.2V84z" />
    </>
  );
}
