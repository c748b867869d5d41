import type { ChangePort, Command, CommandResult, Outcome, WindowsScript } from './system-port.ts';
import { parseWindowsInventory } from './windows/parse-inventory.ts';

type Failure = Extract<Outcome<never>, { ok: false }>;
type Answer = string | Partial<CommandResult> | Failure;

export interface FakeSystemOptions extends Partial<Omit<ChangePort, 'readFile' | 'listFolder' | 'run'>> {
  /** Text by path, or why a file cannot be read. */
  readonly files?: Readonly<Record<string, string | Failure>>;
  /**
   * Answers by command line, the longest beginning that fits: 'gsettings get', or 'nft'. A text is the standard output
   * of a success. Tools that are not named are not installed, but for `id`, which every system has.
   */
  readonly commands?: Readonly<Record<string, Answer | ((command: Command) => Answer)>>;
  /** What the inventory script of Windows prints each time, or why it does not run. */
  readonly inventory?: string | Failure | (() => string);
  /** Answers of the scripts that change Windows, by name. */
  readonly scripts?: Readonly<Partial<Record<WindowsScript['name'], Answer>>>;
}

export interface FakeSystem extends ChangePort {
  /** The files as they are now. */
  readonly files: Map<string, string | Failure>;
  /** Command lines that were run, in order. */
  readonly ran: string[];
}

/** A computer made of a table of files and a table of answers, for tests of readers and fixes. */
export function createFakeSystem({
  files = {},
  commands: given = {},
  inventory,
  scripts,
  ...rest
}: FakeSystemOptions = {}): FakeSystem {
  const commands: NonNullable<FakeSystemOptions['commands']> = { id: 'nadia\n', ...given };
  const table = new Map(Object.entries(files));
  const ran: string[] = [];
  return {
    ...(inventory === undefined ? {} : { windowsInventory: async () => inventoryOf(inventory) }),
    ...(scripts === undefined ? {} : { runWindowsScript: runScriptsOf(scripts, ran) }),
    operatingSystem: 'linux',
    user: { id: 1000, name: 'nadia', home: '/home/nadia' },
    environment: {},
    isElevated: false,
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    files: table,
    ran,
    readFile: async (path) => {
      const content = table.get(path);
      if (content === undefined) return { ok: false, reason: 'missing', detail: path };
      return typeof content === 'string' ? { ok: true, value: content } : content;
    },
    listFolder: async (path) => {
      const inside = [...table.keys()].filter(
        (name) => /^[/\\]/.test(name.slice(path.length)) && name.startsWith(path),
      );
      if (inside.length === 0) return { ok: false, reason: 'missing', detail: path };
      return {
        ok: true,
        value: [...new Set(inside.map((name) => name.slice(path.length + 1).split(/[/\\]/)[0] ?? ''))].toSorted(),
      };
    },
    run: async (command) => {
      const line = [command.tool, ...command.arguments].join(' ');
      ran.push(line);
      const fitting = Object.keys(commands).filter((start) => line === start || line.startsWith(`${start} `));
      const longest = fitting.toSorted((left, right) => right.length - left.length)[0];
      const entry = longest === undefined ? undefined : commands[longest];
      if (entry === undefined) return { ok: false, reason: 'tool-missing', detail: command.tool };
      return outcomeOf(typeof entry === 'function' ? entry(command) : entry);
    },
    writeFile: async (path, content) => {
      table.set(path, content);
      return { ok: true, value: undefined };
    },
    removeFile: async (path) => {
      table.delete(path);
      return { ok: true, value: undefined };
    },
    ...rest,
  };
}

function inventoryOf(inventory: NonNullable<FakeSystemOptions['inventory']>): ReturnType<typeof parseWindowsInventory> {
  if (typeof inventory === 'object') return inventory;
  const stdout = typeof inventory === 'string' ? inventory : inventory();
  return parseWindowsInventory({ stdout, stderr: '' }, false);
}

function runScriptsOf(
  scripts: NonNullable<FakeSystemOptions['scripts']>,
  ran: string[],
): NonNullable<ChangePort['runWindowsScript']> {
  return async ({ name, arguments: words }) => {
    ran.push([`${name}.ps1`, ...words].join(' '));
    const answer = scripts[name];
    return answer === undefined ? { ok: false, reason: 'tool-missing', detail: name } : outcomeOf(answer);
  };
}

function outcomeOf(answer: Answer): Outcome<CommandResult> {
  if (typeof answer === 'string') return { ok: true, value: { code: 0, stdout: answer, stderr: '' } };
  if ('ok' in answer) return answer;
  return { ok: true, value: { code: 0, stdout: '', stderr: '', ...answer } };
}
