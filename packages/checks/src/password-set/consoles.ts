import type { SystemPort } from '../system-port.ts';
import type { Finding } from './display-managers.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

/** Where an administrator puts units; of each the whole is read. */
const OWN_FOLDERS = [
  ...['/etc/systemd/system', '/run/systemd/system', '/usr/local/lib/systemd/system'],
  // What tools have written, for the moment or for good, and what generators make at each start.
  ...['/etc/systemd/system.control', '/run/systemd/system.control', '/run/systemd/transient'],
  ...['/run/systemd/generator', '/run/systemd/generator.early', '/run/systemd/generator.late'],
];
/** Where packages put theirs; only those of text consoles are read. */
const PACKAGE_FOLDERS = ['/usr/lib/systemd/system', '/lib/systemd/system'];
const OF_CONSOLES = /(?:getty|tty|autologin|console)[^/]*\.service(?:\.d)?$/;
const INITTAB = '/etc/inittab';
const OPENRC_FOLDER = '/etc/conf.d';

/** Text consoles, and sessions that a unit opens on one, that ask no one anything. */
export async function lookAtConsoles(system: SystemPort): Promise<Finding> {
  for (const look of [lookAtUnits, lookAtWanted, lookAtInittab, lookAtOpenrc]) {
    const found = await look(system);
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

/** A shell on a console of its own, such as debug-shell.service, is root's for everyone who sits there. */
const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'fish', 'busybox', 'su'];

/** Units of packages that are enabled: links in folders of what starts with the system. */
async function lookAtWanted(system: SystemPort): Promise<Finding> {
  for (const folder of OWN_FOLDERS) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    for (const name of names.value.filter((entry) => /\.(?:wants|requires)$/.test(entry))) {
      const wanted = await listIfThere(system, `${folder}/${name}`);
      if (!wanted.ok) return wanted;
      for (const unit of wanted.value.filter((entry) => entry.endsWith('.service'))) {
        const path = `${folder}/${name}/${unit}`;
        const file = (await isMasked(system, unit)) ? null : await readIfThere(system, path);
        if (file?.ok === false) return file;
        const found = findingOf(path, unitSignsIn(file?.value ?? ''));
        if (!found.ok || found.value !== null) return found;
      }
    }
  }
  return NOTHING;
}

/** An empty file, or a link to nothing, in the administrator's folder takes a unit away, and what is added to it. */
async function isMasked(system: SystemPort, unit: string): Promise<boolean> {
  const file = await system.readFile(`${OWN_FOLDERS[0]}/${unit}`);
  return file.ok && file.value === '';
}

async function lookAtUnits(system: SystemPort): Promise<Finding> {
  const paths: string[] = [];
  for (const folder of [...OWN_FOLDERS, ...PACKAGE_FOLDERS]) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    const isOwn = OWN_FOLDERS.includes(folder);
    const wanted = names.value.filter((name) => /\.service(?:\.d)?$/.test(name) && (isOwn || OF_CONSOLES.test(name)));
    for (const name of wanted) {
      if (!name.endsWith('.d')) {
        paths.push(`${folder}/${name}`);
        continue;
      }
      if (await isMasked(system, name.slice(0, -'.d'.length))) continue;
      const dropIns = await listIfThere(system, `${folder}/${name}`);
      if (!dropIns.ok) return dropIns;
      paths.push(...dropIns.value.filter((file) => file.endsWith('.conf')).map((file) => `${folder}/${name}/${file}`));
    }
  }
  const files = await Promise.all(paths.map(async (path) => ({ path, file: await readIfThere(system, path) })));
  for (const { path, file } of files) {
    if (!file.ok) return file;
    const found = file.value === null ? NOTHING : findingOf(path, unitSignsIn(file.value));
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

const NOTHING: Finding = { ok: true, value: null };

function findingOf(path: string, signsIn: boolean | null): Finding {
  if (signsIn === null) {
    return { ok: false, reason: 'unexpected-output', detail: `${path}: a program that may sign someone in` };
  }
  return { ok: true, value: signsIn ? path : null };
}

/** SysV's list of what runs on consoles: `id:levels:action:command`. */
async function lookAtInittab(system: SystemPort): Promise<Finding> {
  const file = await readIfThere(system, INITTAB);
  if (!file.ok) return file;
  const commands = (file.value ?? '')
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .map((line) => line.split(':').slice(3).join(':'));
  return findingOf(INITTAB, worst(commands.map(commandSignsIn)));
}

/** OpenRC's settings of agetty: a list of options in a shell variable. */
async function lookAtOpenrc(system: SystemPort): Promise<Finding> {
  const names = await listIfThere(system, OPENRC_FOLDER);
  if (!names.ok) return names;
  for (const name of names.value.filter((entry) => entry.startsWith('agetty'))) {
    const file = await readIfThere(system, `${OPENRC_FOLDER}/${name}`);
    if (!file.ok) return file;
    const options = [...(file.value ?? '').matchAll(/^\s*agetty_options=["']?(.*?)["']?\s*$/gm)];
    const found = findingOf(
      `${OPENRC_FOLDER}/${name}`,
      worst(options.map(([, words]) => commandSignsIn(`agetty ${words}`))),
    );
    if (!found.ok || found.value !== null) return found;
  }
  return NOTHING;
}

function worst(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

/**
 * Whether a unit, or what is added to one, opens a session on a console without a question.
 * @returns null when that cannot be told
 */
export function unitSignsIn(text: string): boolean | null {
  const lines = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line));
  const valuesOf = (key: string) => lines.flatMap((line) => (line?.[1] === key && line[2] ? [line[2]] : []));
  // A session of someone's own on a screen: what kiosks are made of.
  const isOnConsole =
    valuesOf('TTYPath').length > 0 || valuesOf('StandardInput').some((value) => value.startsWith('tty'));
  if (isOnConsole && valuesOf('PAMName').length > 0 && valuesOf('User').length > 0) return true;
  if (isOnConsole && valuesOf('ExecStart').some((command) => SHELLS.includes(programOf(command)))) return true;
  return worst(valuesOf('ExecStart').map(commandSignsIn));
}

function programOf(command: string): string {
  const [path = ''] = command.replace(/^[-@:+!|\s]+/, '').split(/\s+/);
  return path.split('/').at(-1) ?? '';
}

/** agetty's options by their long names; those with a word behind them, and those without. */
const WITH_WORD: Readonly<Record<string, string>> = {
  ...{ autologin: 'a', chdir: 'C', delay: 'd', 'issue-file': 'f', host: 'H', 'init-string': 'I', 'login-program': 'l' },
  ...{
    'login-options': 'o',
    nice: 'P',
    chroot: 'r',
    timeout: 't',
    'erase-chars': '',
    'kill-chars': '',
    loginprog: 'l',
  },
};
const ALONE = [
  ...['8bits', 'noreset', 'remote', 'flow-control', 'noissue', 'noclear', 'local-line', 'extract-baud', 'skip-login'],
  ...[
    'nonewline',
    'login-pause',
    'hangup',
    'keep-baud',
    'detect-case',
    'wait-cr',
    'nohints',
    'nohostname',
    'long-hostname',
  ],
];
const LETTERS_WITH_WORD = new Set(Object.values(WITH_WORD).filter(Boolean));

interface Option {
  readonly letter: string;
  readonly value: string;
}

/**
 * Whether a command line has a console's program let someone in unasked.
 * @returns null when another program than the usual one is to ask
 */
export function commandSignsIn(command: string): boolean | null {
  const words = (command.replace(/^[-@:+!|\s]+/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
  return wordsSignIn(words);
}

function wordsSignIn(words: readonly string[]): boolean | null {
  const program = words[0]?.split('/').at(-1) ?? '';
  if (program === 'kmscon') {
    // Everything behind this option is the program that asks; its own default is login.
    const at = words.findIndex((word) => /^(?:-l|--login)$/.test(word));
    const behind = words.slice(at + 1).filter((word, index) => index > 0 || word !== '--');
    const asks = behind[0]?.split('/').at(-1) ?? '';
    if (at < 0) return false;
    return asks === 'login' || asks.endsWith('getty') ? wordsSignIn(behind) : null;
  }
  if (program === 'login') return words.slice(1).some((word) => /^-[A-Za-z]*f/.test(word));
  if (!program.endsWith('getty')) return false;
  return worst(
    optionsOf(words.slice(1)).map(({ letter, value }) => {
      if (letter === 'a') return true;
      if (letter === 'o') return /(?:^|\s)-[A-Za-z]*f/.test(value);
      return letter === 'l' && !/^(?:\/usr)?\/s?bin\/login$/.test(value) ? null : false;
    }),
  );
}

/** Options as getopt_long finds them; a name that is cut short stands for each it may be. */
function optionsOf(words: readonly string[]): readonly Option[] {
  const options: Option[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('--')) {
      const [name = '', value] = word.slice(2).split(/=(.*)/s);
      const isExact = Object.hasOwn(WITH_WORD, name) || ALONE.includes(name);
      const fitting = Object.keys(WITH_WORD).filter((full) => (isExact ? full === name : full.startsWith(name)));
      options.push(...fitting.map((full) => ({ letter: WITH_WORD[full] ?? '', value: value ?? words[at + 1] ?? '' })));
      if (fitting.length > 0 && value === undefined) at++;
      continue;
    }
    for (let letter = 1; word.startsWith('-') && letter < word.length; letter++) {
      const rest = word.slice(letter + 1);
      const option = word[letter] ?? '';
      options.push({ letter: option, value: rest === '' ? (words[at + 1] ?? '') : rest });
      if (!LETTERS_WITH_WORD.has(option)) continue;
      if (rest === '') at++;
      break;
    }
  }
  return options;
}
