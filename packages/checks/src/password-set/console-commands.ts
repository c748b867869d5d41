import {
  carriesOut,
  mayOpenScreen,
  nameOf,
  partsSignIn,
  programOf,
  SHELLS,
  startedByOpenvt,
  toldToShell,
  typedToSignsIn,
  unwrap,
  worst,
} from './console-programs.ts';

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
  const inputs = valuesOf('StandardInput');
  const signsIn = commandsSignIn(valuesOf('ExecStart'), {
    isOnConsole: valuesOf('TTYPath').length > 0 || inputs.some((value) => TYPED_TO.test(value)),
    isTypedTo: inputs.some((value) => TYPED_TO.test(value)),
    hasSession: valuesOf('PAMName').length > 0 && valuesOf('User').length > 0,
  });
  // A rescue that is told to ask no one where root has no password.
  const isForced = valuesOf('Environment').some((value) => /SYSTEMD_SULOGIN_FORCE=["']?[1ytoYTO]/.test(value));
  return worst([signsIn, isForced ? null : false]);
}

const TYPED_TO = /^(?:tty|file:\/dev\/(?:tty|console|vc))/;

interface Place {
  /** A console belongs to the unit, for what is said there at least. */
  readonly isOnConsole: boolean;
  /** What is typed at the console is what its programs read. */
  readonly isTypedTo: boolean;
  /** A session of someone's own on a screen: what kiosks are made of. */
  readonly hasSession: boolean;
}

/** Whether the commands of a unit open a session on a console without a question. */
export function commandsSignIn(
  commands: readonly string[],
  { isOnConsole, isTypedTo, hasSession }: Place,
): boolean | null {
  if (isOnConsole && hasSession) return true;
  const answers = commands.map((command) => {
    const words = wordsOf(command);
    // Told nothing, a shell reads from the console that is its own.
    if (isOnConsole && carriesOut(programOf(command)) && words.length === 1) return true;
    return worst([wordsSignIn(words), isTypedTo ? typedToSignsIn(words, wordsSignIn) : false]);
  });
  return worst(answers);
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
  return wordsSignIn(wordsOf(command));
}

/** The same of a line of shell. */
export function lineSignsIn(line: string): boolean | null {
  return partsSignIn(line, wordsSignIn);
}

function wordsOf(command: string): readonly string[] {
  return (command.replace(/^[-@:+!|\s]+/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/s, '$2'),
  );
}

function wordsSignIn(given: readonly string[]): boolean | null {
  const words = unwrap(given);
  const program = nameOf(words[0] ?? '');
  if (program === 'openvt') return typedToSignsIn(startedByOpenvt(words), wordsSignIn);
  if (SHELLS.includes(program)) {
    const told = toldToShell(words);
    if (told !== null) return partsSignIn(told, wordsSignIn);
  }
  if (mayOpenScreen(words)) return null;
  if (program === 'kmscon') {
    // Everything behind this option is the program that asks; its own default is login.
    const at = words.findIndex((word) => /^(?:-l|--login)$/.test(word));
    const behind = words.slice(at + 1).filter((word, index) => index > 0 || word !== '--');
    const asks = nameOf(behind[0] ?? '');
    if (at < 0) return false;
    return asks === 'login' || asks.endsWith('getty') ? wordsSignIn(behind) : null;
  }
  if (program === 'login') return words.slice(1).some((word) => /^-[A-Za-z]*f/.test(word));
  // Told so, it asks no one where root has no password that can be given.
  if (program === 'sulogin') return words.slice(1).some((word) => /^(?:-[a-z]*e|--f)/.test(word)) ? null : false;
  if (!program.endsWith('getty')) return false;
  const options = optionsOf(words.slice(1));
  const asksNoName = options.some(({ letter }) => letter === 'n');
  return worst(
    options.map(({ letter, value }) => {
      if (letter === 'a') return true;
      if (letter === 'o') return /(?:^|\s)-[A-Za-z]*f/.test(value);
      if (letter === 'l' && asksNoName && SHELLS.includes(programOf(value))) return true;
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
      if (fitting.length === 0 && 'skip-login'.startsWith(name) && name !== '')
        options.push({ letter: 'n', value: '' });
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
