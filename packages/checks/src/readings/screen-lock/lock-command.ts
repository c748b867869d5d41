import { plainWords } from './shell-words.ts';

/**
 * Programs that lock the screen at once and open it by a password alone, whatever they are told: every word behind the
 * name changes how it looks. A grace, or another file of settings, is not among them.
 */
const LOCKERS = ['swaylock', 'waylock', 'i3lock', 'slock'];

/** Words that let the screen open without a password for a while, or have settings read that may. */
const LOOSENS = /grace|config|^-[A-Za-z]*C/;

/** 'pidof swaylock || swaylock -f': only where it does not run yet. */
const UNLESS_RUNNING = /^(?:pidof|pgrep)(?: -x)? ([\w-]+) \|\| (.+)$/;

/**
 * The program by which a command locks the screen at once.
 * @returns null when it does not, or when that cannot be told
 */
export function lockerOf(command: string): string | null {
  const unless = UNLESS_RUNNING.exec(command.trim());
  if (unless !== null) {
    const locker = lockerOf(unless[2] ?? '');
    return locker === unless[1] ? locker : null;
  }
  return lockerOfWords(plainWords(command) ?? []);
}

/** The same of words that no shell has yet to take apart. */
export function lockerOfWords(words: readonly string[]): string | null {
  const [program = '', ...options] = words[0] === 'exec' ? words.slice(1) : words;
  const name = program.replace(/^(?:\/usr(?:\/local)?)?\/bin\//, '');
  return !LOCKERS.includes(name) || options.some((word) => LOOSENS.test(word)) ? null : name;
}
