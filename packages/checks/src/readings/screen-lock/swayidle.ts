import { say } from '@vestibule/contracts';
import type { SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { notUnderstood } from './gsettings.ts';
import { lockerOf, programsOf } from './lock-command.ts';
import type { LockerSettings } from './locker.ts';
import { plainWords } from './shell-words.ts';
import { readIfThere } from '../../linux/if-there.ts';

interface Events {
  /** Commands by the seconds after which they run; 0 never. */
  readonly timeouts: readonly { readonly seconds: number; readonly command: string }[];
  /** What runs when the session is told to lock itself. */
  readonly lock: string | null;
}

interface Arguments {
  readonly words: readonly string[];
  readonly configFile: string | null;
}

/** One command behind each; `timeout` and `idlehint` are looked at by themselves. */
const PLAIN_EVENTS = ['before-sleep', 'after-resume', 'lock', 'unlock'];

/**
 * What swayidle, as it was started, does with the screen when no one touches the computer.
 * @param words how it was started, without its name
 */
export async function readSwayidle(
  system: SystemPort,
  words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const given = parseArguments(words);
  const own = given === null ? null : parseEvents(given.words);
  if (given === null || own === null) return notUnderstood(`swayidle: '${words.join(' ').slice(0, 120)}'`);
  const text = await readConfig(system, given.configFile, environment);
  if (!text.ok) return text;
  const written = parseConfig(text.value);
  if (written === null) return notUnderstood(say('The settings of swayidle are not understood.'));
  const lock = written.lock ?? own.lock;
  const timeouts = [...own.timeouts, ...written.timeouts].filter(({ seconds }) => seconds > 0);
  const locking = timeouts.filter(({ command }) => lockerBehind(command, lock) !== null);
  if (locking.length > 0) {
    const idleSeconds = Math.min(...locking.map(({ seconds }) => seconds));
    const starts = [...locking.map(({ command }) => command), lock ?? ''].filter(Boolean).flatMap(programsOf);
    const lockedBy = locking.flatMap(({ command }) => lockerBehind(command, lock) ?? []);
    const loosened = await isSwaylockLoosened(system, environment);
    if (!loosened.ok) return loosened;
    if (!loosened.value)
      return { ok: true, value: { idleSeconds, asksPassword: true, graceSeconds: 0, starts, lockedBy } };
  }
  // Some other command may lock as well.
  if (timeouts.some(({ command }) => !onlyDarkens(command)))
    return notUnderstood(say('swayidle runs commands of which it is not known whether they lock the screen.'));
  return { ok: true, value: { idleSeconds: null, asksPassword: false, graceSeconds: 0 } };
}

/** The program that locks the screen where this command runs; null where none is known to. */
function lockerBehind(command: string, lock: string | null): string | null {
  const own = lockerOf(command);
  if (own !== null) return own;
  const asksSession = (plainWords(command) ?? []).join(' ') === 'loginctl lock-session';
  return asksSession && lock !== null ? lockerOf(lock) : null;
}

/** Programs that turn a screen off, down or on, and do nothing else. */
const DARKENS =
  /^(?:swaymsg output \S+ (?:dpms|power) (?:on|off|toggle)|(?:brightnessctl|light|wlopm|wlr-randr)(?: .*)?)$/;

function onlyDarkens(command: string): boolean {
  return DARKENS.test((plainWords(command) ?? []).join(' '));
}

/** Options first, wherever they stand (getopt). */
function parseArguments(words: readonly string[]): Arguments | null {
  const rest: string[] = [];
  let configFile: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { words: [...rest, ...words.slice(at + 1)], configFile };
    if (!word.startsWith('-') || word === '-') {
      rest.push(word);
      continue;
    }
    const option = /^-[dw]*(?:([CS])(.*))?$/s.exec(word);
    if (option === null) return null;
    if (option[1] === undefined) continue;
    const value = option[2] !== undefined && option[2] !== '' ? option[2] : words[++at];
    if (value === undefined) return null;
    if (option[1] === 'C') configFile = value;
  }
  return { words: rest, configFile };
}

function parseEvents(words: readonly string[]): Events | null {
  const timeouts: { seconds: number; command: string }[] = [];
  let lock: string | null = null;
  let at = 0;
  while (at < words.length) {
    const [event = '', first, second, third, fourth] = words.slice(at, at + 5);
    if (event === 'timeout') {
      if (first === undefined || second === undefined || !/^\d{1,7}$/.test(first)) return null;
      timeouts.push({ seconds: Number(first), command: second });
      at += third === 'resume' && fourth !== undefined ? 5 : 3;
    } else if (event === 'idlehint' && first !== undefined && /^\d{1,7}$/.test(first)) {
      at += 2;
    } else if (PLAIN_EVENTS.includes(event) && first !== undefined) {
      if (event === 'lock') lock = first;
      at += 2;
    } else {
      return null;
    }
  }
  return { timeouts, lock };
}

function parseConfig(text: string): Events | null {
  const timeouts: Events['timeouts'][number][] = [];
  let lock: string | null = null;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const words = plainWords(line);
    const events = words === null ? null : parseEvents(words);
    if (events === null) return null;
    timeouts.push(...events.timeouts);
    lock = events.lock ?? lock;
  }
  return { timeouts, lock };
}

async function readConfig(
  system: SystemPort,
  named: string | null,
  environment: SessionEnvironment,
): Promise<Outcome<string>> {
  if (named !== null && !named.startsWith('/'))
    return notUnderstood(say('The settings of swayidle are not understood.'));
  return firstOf(
    system,
    named === null ? [...foldersOf(system, environment, 'swayidle'), '/etc/swayidle/config'] : [named],
  );
}

/** swaylock's own settings may let the screen open for a while. */
async function isSwaylockLoosened(system: SystemPort, environment: SessionEnvironment): Promise<Outcome<boolean>> {
  for (const path of [...foldersOf(system, environment, 'swaylock'), '/etc/swaylock/config']) {
    const text = await firstOf(system, [path]);
    if (!text.ok) return text;
    if (/^\s*-*grace/m.test(text.value)) return { ok: true, value: true };
  }
  return { ok: true, value: false };
}

function foldersOf({ user }: SystemPort, environment: SessionEnvironment, program: string): readonly string[] {
  const home = environment['HOME'] ?? user.home;
  return [`${environment['XDG_CONFIG_HOME'] ?? `${home}/.config`}/${program}/config`, `${home}/.${program}/config`];
}

/** The first file that is there; nothing where there is none. */
async function firstOf(system: SystemPort, paths: readonly string[]): Promise<Outcome<string>> {
  for (const path of paths) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) return { ok: true, value: file.value };
  }
  return { ok: true, value: '' };
}
