import { plainWords } from './shell-words.ts';

/**
 * Programs that lock the screen at once and open it by a password alone, and what each may be told, which changes how it
 * looks and no more. Other words let the screen open for a while, have settings read that may, or have the program say
 * something and end.
 */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  swaylock:
    /^-(?:[deFfKkLlnptu]*(?:[ciRs].*)?|-(?:color|debug|daemonize|disable-caps-lock-text|ignore-empty-password|image|(?:show|hide)-keyboard-layout|show-failed-attempts|indicator[a-z-]*|line-uses-(?:inside|ring)|no-unlock-indicator|ready-fd|scaling|tiling|font|font-size|[a-z-]+-color|screenshots|clock|effect-[a-z-]+|fade-in|timestr|datestr)(?:=.*)?)$/,
  i3lock:
    /^-(?:[nbdutefk]*(?:[cipI].*)?|-(?:nofork|beep|debug|color|image|raw|tiling|pointer|no-unlock-indicator|ignore-empty-password|inactivity-timeout|show-failed-attempts|show-keyboard-layout|[a-z]+-?color|clock|indicator|blur|radius|ring-width)(?:=.*)?)$/,
  waylock: /^-(?:fork-on-lock|ignore-empty-password|ready-fd|log-level|(?:init|input|input-alt|fail)-color)$/,
  slock: /^(?!)/,
};

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

/** The programs that a command starts, one after the other. */
export function programsOf(command: string): readonly string[] {
  return command.split('||').map((part) => {
    const [first = '', second = ''] = part.trim().split(/\s+/);
    return (first === 'exec' ? second : first).replaceAll(/["']/g, '');
  });
}

/** The same of words that no shell has yet to take apart. */
export function lockerOfWords(words: readonly string[]): string | null {
  const [program = '', ...options] = words[0] === 'exec' ? words.slice(1) : words;
  const name = program.replace(/^(?:\/usr(?:\/local)?)?\/bin\//, '');
  const known = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  return known === undefined || options.some((word) => word.startsWith('-') && !known.test(word)) ? null : name;
}
