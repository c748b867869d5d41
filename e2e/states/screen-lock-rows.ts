import { type Session, type State, verdictsOf } from './state.ts';

export type How = Omit<State, 'name' | 'expected'>;

/** The saver starts by itself, asks for a password, starts in time. */
export const verdicts = (letters: string) =>
  verdictsOf(['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'], letters);

type Row = readonly [letters: string, name: string, how: How];
export const statesIn = (desktop: string, session: Session, rows: readonly Row[]): readonly State[] =>
  rows.map(([letters, name, how]) => ({ name: `${desktop}: ${name}`, session, ...how, expected: verdicts(letters) }));

/** The kernel keeps no more of a program's name. */
export const nameOf = (command: string) => (command.split(' ')[0] ?? '').slice(0, 15);

/** A program of the desktop's name: the desktop itself is not installed. */
export const standIn = (desktop: string, program: string): Session => ({
  desktop,
  start: `${program} infinity &`,
  isUp: `pgrep -u nadia -x ${program}`,
});
export const onDisplay = (desktop: string, program: string): Session => ({
  desktop,
  start: `Xvfb :7 -nolisten tcp >/dev/null 2>&1 & until xset -display :7 q >/dev/null 2>&1; do sleep 0.1; done; DISPLAY=:7 ${program} >/dev/null 2>&1 &`,
  isUp: `pgrep -u nadia -x ${nameOf(program)}`,
});
