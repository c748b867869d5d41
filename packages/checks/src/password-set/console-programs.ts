/** A shell on a console of its own, such as debug-shell.service, is root's for everyone who sits there. */
export const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'fish', 'busybox', 'su'];
/** Carry out what is typed, as a shell does. */
const INTERPRETERS =
  /^(?:python|perl|ruby|node|nodejs|lua|luajit|tclsh|wish|php|gdb|vim?|nvim|emacs|ed|expect|irb)[\d.]*$/;
/** Start the program that stands behind them, and change nothing of what it does. */
const WRAPPERS = [
  ...['env', 'nice', 'ionice', 'chrt', 'taskset', 'setsid', 'nohup', 'stdbuf', 'timeout', 'exec', 'command', 'time'],
  ...['prlimit', 'numactl', 'systemd-cat', 'dbus-run-session', 'dbus-launch', 'busybox', 'toybox'],
];
/** Ask themselves for a name or a password, or start nothing that is typed there. */
const ASK_OR_SHOW = [
  ...['login', 'sulogin', 'systemd-sulogin-shell', 'systemd-firstboot', 'systemd-tty-ask-password-agent', 'plymouth'],
  ...['ly', 'ly-dm', 'lemurs', 'emptty', 'greetd', 'lightdm', 'sddm', 'gdm3', 'gdm', 'lxdm', 'xdm', 'plasmalogin'],
  ...[
    'setterm',
    'stty',
    'setfont',
    'loadkeys',
    'kbd_mode',
    'chvt',
    'fgconsole',
    'dumpkeys',
    'unicode_start',
    'setupcon',
  ],
  ...['setvtrgb', 'clear', 'tput', 'cat', 'echo', 'printf', 'true', 'false', 'sleep', 'dmesg', 'journalctl', 'vlock'],
];
/** Open a screen for what stands behind them, or a session: whose, and whether someone was asked, they do not tell. */
const OPEN_A_SCREEN = [
  ...[
    'xinit',
    'startx',
    'sx',
    'cage',
    'weston',
    'sway',
    'labwc',
    'river',
    'Hyprland',
    'gamescope',
    'kwin_wayland',
    'mutter',
  ],
  ...['startplasma-x11', 'startplasma-wayland', 'gnome-session', 'gnome-shell', 'startxfce4', 'startlxde', 'startlxqt'],
  ...['fbterm', 'yaft', 'jfbterm', 'bterm', 'fbpad'],
];
const CONSOLE = String.raw`\/dev\/(?:tty\d*|console|vc\/\d+|tty(?:S|USB|AMA)\d+)\b`;
const READS_CONSOLE = new RegExp(`<\\s*["']?${CONSOLE}`);
const NAMES_CONSOLE = new RegExp(CONSOLE);

export function worst(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

export function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

export function programOf(command: string): string {
  const [path = ''] = command.replace(/^[-@:+!|\s]+/, '').split(/\s+/);
  return nameOf(path);
}

/** Whether a program of this name carries out what is typed. */
export function carriesOut(path: string): boolean {
  return SHELLS.includes(nameOf(path)) || INTERPRETERS.test(nameOf(path));
}

/** Without the programs that only start what stands behind them, and without variables set for it. */
export function unwrap(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length && (WRAPPERS.includes(nameOf(words[at] ?? '')) || /^[A-Za-z_]\w*=/.test(words[at] ?? ''))) {
    at++;
    // Their options, and the numbers of those.
    while (at < words.length && /^-|^[\d.]+[smhd]?$/.test(words[at] ?? '')) at++;
  }
  return words.slice(at);
}

/** Options of openvt that have a word behind them. */
const OPENVT_WITH_WORD = /^(?:-[a-z]*c|--console)$/;

/** What openvt starts on a console: without a word of its own, a shell. */
export function startedByOpenvt(words: readonly string[]): readonly string[] {
  let at = 1;
  while (at < words.length && (words[at] ?? '').startsWith('-')) {
    const word = words[at++] ?? '';
    if (word === '--') break;
    if (OPENVT_WITH_WORD.test(word)) at++;
  }
  return at < words.length ? words.slice(at) : ['sh'];
}

/** What a shell is told in a word of its own; null where it is told nothing, or a file. */
export function toldToShell(words: readonly string[]): string | null {
  const at = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word));
  return at < 0 ? null : words.slice(at + 1).join(' ');
}

/**
 * Whether a program that stands on a console, and is typed to, opens a session there without a question.
 * @param ask what other programs of consoles let in
 */
export function typedToSignsIn(words: readonly string[], ask: Ask): boolean | null {
  const plain = unwrap(words);
  const name = nameOf(plain[0] ?? '');
  if (carriesOut(name)) {
    const told = SHELLS.includes(name) ? toldToShell(plain) : null;
    if (told !== null && name !== 'su') return partsSignIn(told, ask, true);
    // One with a file does what stands there; what that is, is not read.
    return plain.slice(1).every((word) => word.startsWith('-')) || name === 'su' ? true : null;
  }
  if (ASK_OR_SHOW.includes(name) || name.endsWith('getty') || name === 'kmscon') return ask(plain);
  return null;
}

type Ask = (words: readonly string[]) => boolean | null;

/** A line of a shell: whether one of its commands signs someone in on a console. */
export function partsSignIn(line: string, ask: Ask, isTypedTo = false): boolean | null {
  const plain = line.replaceAll('&>', '>');
  const parts = plain.split(/[;|()\n]|&&|(?<![<>])&(?!>)/).filter((part) => part.trim() !== '');
  const answers = parts.map((part) => {
    const words = part
      .replaceAll(/\d*(?:>>?|<)&?\s*\S+/g, ' ')
      .split(/[\s'"]+/)
      .filter(Boolean);
    if (words.length === 0) return false;
    return isTypedTo || READS_CONSOLE.test(part) ? typedToSignsIn(words, ask) : ask(words);
  });
  // `exec </dev/tty3; sh` reads there from then on.
  const isTold = parts.length > 1 && READS_CONSOLE.test(plain) && !isTypedTo;
  return worst([...answers, isTold ? partsSignIn(plain.replaceAll(/[<>]&?\s*\S+/g, ' '), ask, true) : false]);
}

/** What may open a session by itself, or hands a console to a shell in a way that is not understood. */
export function mayOpenScreen(words: readonly string[]): boolean {
  const isHanded = NAMES_CONSOLE.test(words.join(' ')) && words.some((word) => word.split(/[:,=]/).some(carriesOut));
  return OPEN_A_SCREEN.includes(nameOf(words[0] ?? '')) || isHanded;
}
