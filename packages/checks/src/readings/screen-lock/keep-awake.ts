import type { DesktopSession } from '../../linux/desktop-session.ts';
import type { RunningProcess } from '../../linux/processes.ts';
import { isScratch } from '../../linux/systemd.ts';
import type { SystemPort } from '../../system-port.ts';

/** What keeps a screen from ever being left alone. */
export interface KeepAwake {
  /** A program that surely does; null where none was found. */
  readonly program: string | null;
  /** One that perhaps does. */
  readonly doubt: string | null;
}

const INHIBITORS = ['systemd-inhibit', 'gnome-session-inhibit', 'mate-session-inhibit', 'kde-inhibit'];
const INTERPRETERS = /^(?:sh|bash|dash|zsh|ksh|mksh|fish|python[\d.]*|perl|ruby|node|nodejs)$/;
/** Press keys and move the mouse, or say that someone did. */
const PRESSERS = ['xdotool', 'ydotool', 'dotool', 'wtype', 'xte', 'xset', 'xdg-screensaver', 'loginctl'];
const WAKES = new RegExp(
  [
    String.raw`\b(?:xdotool|ydotool|dotool)\b[^\n|]*\b(?:key|keydown|click|type|mousemove|mousemove_relative)\b`,
    String.raw`\b(?:wtype|xte|xvkbd|evemu-event)\s+['"-]`,
    String.raw`\bxset\s+(?:-display\s+\S+\s+)?s\s+(?:reset|activate)\b`,
    String.raw`\bxdg-screensaver\s+(?:reset|suspend)\b`,
    String.raw`\bSimulateUserActivity\b`,
    String.raw`\bloginctl\s+unlock-sessions?\b`,
    String.raw`\b(?:xscreensaver|gnome-screensaver|mate-screensaver|cinnamon-screensaver|xfce4-screensaver)-command\s+(?:-d|-p|--poke|--?deactivate)`,
    String.raw`\b(?:ScreenSaver|SessionManager|login1)\b[^\n]*\bInhibit\b`,
    String.raw`\b(?:systemd|gnome-session|mate-session)-inhibit\b[^\n]*\b(?:sleep|cat|tail)\b`,
    String.raw`\bkde-inhibit\b[^\n]*--(?:screenSaver|power)\b`,
  ].join('|'),
);
/** Libraries that can, and that honest programs use for other things. */
const CAN_WAKE = /\b(?:pyautogui|pynput|uinput|UInput|robotjs|nut-js)\b/;
const REPEATS = /\b(?:while|until|for|sleep|usleep|repeat|watch|forever|setInterval|setTimeout|loop)\b/;
/** Wait for nothing: what is inhibited while they run is so for good. */
const ENDLESS = /^(?:sleep|cat|tail|yes|watch|sh|bash|dash|zsh|pause|read|inotifywait)$/;
/** Programs for everyone, which packages bring. */
const OF_PACKAGES = /^\/(?:usr|bin|lib|snap|nix|var\/lib\/flatpak)\//;
const LONGEST_SCRIPT = 200_000;

/** A program that inhibits the screen saver without an end, or that presses keys again and again. */
export async function findKeepAwake(
  system: SystemPort,
  { processes, inhibitors }: Pick<DesktopSession, 'processes' | 'inhibitors'>,
): Promise<KeepAwake> {
  if (isScratch(system)) return { program: null, doubt: null };
  const all = [...inhibitors, ...processes.filter(({ name }) => name !== 'systemd-inhibit')];
  const answers = await Promise.all(all.map(async (process) => judge(system, process)));
  return {
    program: answers.find((answer) => answer?.isSure === true)?.name ?? null,
    doubt: answers.find((answer) => answer?.isSure === false)?.name ?? null,
  };
}

interface Answer {
  readonly name: string;
  readonly isSure: boolean;
}

async function judge(system: SystemPort, process: RunningProcess): Promise<Answer | null> {
  const file = await system.readFile(`/proc/${process.processId}/cmdline`);
  // It has ended since, or belongs to the kernel.
  if (!file.ok || file.value === '') return null;
  const words = file.value.split('\0').slice(0, -1);
  const program = nameOf(words[0] ?? '');
  if (INHIBITORS.includes(program)) return judgeInhibitor(program, words.slice(1));
  const line = words.join(' ');
  if (program === 'watch' || (PRESSERS.includes(program) && /\b(?:sleep|--repeat|--delay|repeat)\b/.test(line))) {
    return WAKES.test(line) ? { name: program, isSure: true } : null;
  }
  if (!INTERPRETERS.test(program)) return null;
  const text = await readScript(system, process, words.slice(1));
  if (text === null || !REPEATS.test(text)) return null;
  const isSure = WAKES.test(withoutRemarks(text));
  return isSure || CAN_WAKE.test(withoutRemarks(text)) ? { name: process.name, isSure } : null;
}

function withoutRemarks(text: string): string {
  return text.replaceAll(/^\s*(?:#|\/\/).*$/gm, '');
}

/** What an interpreter was given to do: words behind `-c`, or a file that no package brought. */
async function readScript(
  system: SystemPort,
  { processId }: RunningProcess,
  words: readonly string[],
): Promise<string | null> {
  const at = words.findIndex((word) => !word.startsWith('-') || /^-[a-z]*[ce]$/.test(word));
  const word = words[at];
  if (word === undefined) return null;
  if (word.startsWith('-')) return words.slice(at + 1).join(' ');
  if (OF_PACKAGES.test(word)) return null;
  const file = await system.readFile(word.startsWith('/') ? word : `/proc/${processId}/cwd/${word}`);
  return file.ok && file.value.length <= LONGEST_SCRIPT ? file.value : null;
}

/** `systemd-inhibit --what=idle sleep infinity`; what ends, such as a copy, inhibits until then. */
function judgeInhibitor(name: string, words: readonly string[]): Answer | null {
  const line = words.join(' ');
  const [, named = ''] = /--(?:what|inhibit)[= ](\S+)/.exec(line) ?? [];
  const isOfScreen = name === 'kde-inhibit' ? /--screenSaver\b/.test(line) : named === '' || /\bidle\b/.test(named);
  const isForShow = /(?:^| )--(?:list|help|version)\b|(?:^| )-l\b/.test(line) || /--mode[= ]delay\b/.test(line);
  if (!isOfScreen || isForShow) return null;
  if (/--inhibit-only\b/.test(line)) return { name, isSure: true };
  const started = commandOf(words);
  if (started === null) return null;
  if (ENDLESS.test(nameOf(started))) return { name, isSure: true };
  // A call that names the screen alone is to keep it awake; without a name a copy or an update is not to be cut off.
  return named === 'idle' || name !== 'systemd-inhibit' ? { name, isSure: false } : null;
}

/** The first word that is no option, nor the value of one. */
function commandOf(words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return words[at + 1] ?? null;
    if (!word.startsWith('-')) return word;
    if (/^--(?:what|who|why|mode|inhibit|app-id|reason)$/.test(word)) at++;
  }
  return null;
}

function nameOf(path: string): string {
  // A login shell has a stroke before its name.
  return (path.split('/').at(-1) ?? '').replace(/^-/, '');
}
