import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangePort, CheckFix, Command, CommandResult, Outcome } from '@vestibule/checks';
import type { FixAction } from '@vestibule/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openLocalSystem } from '../system/local-system.ts';
import type { PreparedFix } from './apply-fixes.ts';
import { elevateWith } from './elevation.ts';
import { askOnMacos } from './macos-prompt.ts';

const ACTIONS = '[{"fixActionType":"FirewallEnable","parameters":{}}]';
const LAUNCHER = '/Library/Application Support/Workplace/workplace';

/** A Mac whose osascript does what the test says. */
function mac(answer: (command: Command) => Outcome<CommandResult> | Promise<Outcome<CommandResult>>) {
  const ran: Command[] = [];
  const system: ChangePort = {
    ...openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => new Date(0) }),
    operatingSystem: 'macos',
    run: async (command) => {
      ran.push(command);
      return answer(command);
    },
  };
  return { system, ran };
}

const ended = (code: number, stdout = '', stderr = ''): Outcome<CommandResult> => ({
  ok: true,
  value: { code, stdout, stderr },
});

/** What `do shell script` does with its argument: hands it to sh. */
function shell(command: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome<CommandResult>> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { env: environment }, (error, stdout, stderr) =>
      resolve(ended(typeof error?.code === 'number' ? error.code : 0, stdout, stderr)),
    );
  });
}

describe('through a real shell', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-prompt-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A launcher that prints its arguments, one a line, and then its environment. */
  async function launcher(name: string, exitCode = 0): Promise<string> {
    const path = join(folder, name, 'workplace');
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(path, `#!/bin/sh\nfor word in "$@"; do echo "word:$word"; done\n/usr/bin/env\nexit ${exitCode}\n`);
    await chmod(path, 0o755);
    return path;
  }
  const throughShell = (environment = {}) => mac((command) => shell(command.arguments.at(-1) ?? '', environment));

  test('the program gets the actions as one word, also from a folder with spaces', async () => {
    const answer = await askOnMacos(await launcher('Application Support'), ACTIONS, throughShell().system);
    expect(answer.ran && answer.stdout.split('\n').filter((line) => line.startsWith('word:'))).toEqual([
      'word:apply-fixes',
      `word:${ACTIONS}`,
    ]);
  });

  test('nothing of the person’s environment reaches it', async () => {
    const hostile = {
      NODE_OPTIONS: '--require /tmp/x',
      WORKPLACE_SYSTEM_ROOT: '/tmp',
      DYLD_INSERT_LIBRARIES: 'x',
      PATH: folder,
    };
    const answer = await askOnMacos(await launcher('a'), ACTIONS, throughShell(hostile).system);
    const names = answer.ran ? [...answer.stdout.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name) : null;
    expect(names?.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual(['PATH']);
    expect(answer.ran && answer.stdout).toContain('PATH=/usr/bin:/bin:/usr/sbin:/sbin');
  });

  test('a fix that failed does not take the answer with it', async () => {
    expect(await askOnMacos(await launcher('a', 1), ACTIONS, throughShell().system)).toMatchObject({ ran: true });
  });

  test('whatever the path, either nothing is run or exactly that program', async () => {
    const piece = fc.oneof(
      fc.constantFrom("'", '"', '\\', '$(id)', '`id`', ';', '&', '|', '\n', '*', '~', '..', ' ', '-', '!', '\0', 'é'),
      fc.string({ maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 4 }), async (pieces) => {
        const path = `${folder}/${pieces.join('')}`;
        const { system, ran } = throughShell();
        const answer = await askOnMacos(path, ACTIONS, system);
        if (ran.length === 0) expect(answer).toMatchObject({ ran: false, outcome: 'not-possible' });
        // Nothing lies there: the shell says so of this very path, and does nothing else.
        else expect(answer.ran && [answer.stdout, answer.stderr.includes(path)]).toEqual(['', true]);
      }),
      { numRuns: 60 },
    );
  });
});

test('the script is always the same: path and actions are its argument', async () => {
  const scripts = await Promise.all(
    [LAUNCHER, '/opt/workplace/workplace'].map(async (path) => {
      const { system, ran } = mac(() => ended(0));
      await askOnMacos(path, ACTIONS, system);
      const [command] = ran;
      expect([ran.length, command?.tool]).toEqual([1, 'osascript']);
      expect(command?.arguments.at(-1)).toContain(`'${path}' apply-fixes '${ACTIONS}'`);
      return command?.arguments.slice(0, -1);
    }),
  );
  expect(scripts[0]).toEqual(scripts[1]);
  expect(scripts[0]?.filter((_, index) => index % 2 === 0)).toEqual(['-e', '-e', '-e']);
  expect(scripts[0]?.join('\n')).not.toContain('apply-fixes');
});

test.each([
  `[{"fixActionType":"FirewallEnable","parameters":{"x":"'; id; '"}}]`,
  '[{"fixActionType":"FirewallEnable","parameters":{"x":"$(id)"}}]',
  '[{"fixActionType":"FirewallEnable","parameters":{"x":"`id`"}}]',
  '[{"fixActionType":"FirewallEnable","parameters":{"x":"\\u0027"}}]',
  '[{"fixActionType":"FirewallEnable","parameters":{"x":"a b"}}]',
  '[]\n[]',
  '',
])('actions that are no plain names and numbers are not run: %j', async (actions) => {
  const { system, ran } = mac(() => ended(0));
  expect(await askOnMacos(LAUNCHER, actions, system)).toMatchObject({ ran: false, outcome: 'not-possible' });
  expect(ran).toEqual([]);
});

test.each([
  ['the person closes the prompt', ended(1, '', '0:146: execution error: User canceled. (-128)\n'), 'cancelled'],
  [
    'the person closes it in German',
    ended(1, '', '0:146: execution error: Abbruch durch Benutzer. (-128)\n'),
    'cancelled',
  ],
  [
    'the password is wrong too often',
    ended(1, '', 'execution error: The administrator user name or password was incorrect. (-60005)\n'),
    'refused',
  ],
  [
    'no one sits at the screen',
    ended(1, '', 'execution error: No user interaction allowed. (-60007)\n'),
    'not-possible',
  ],
  [
    'something else fails',
    ended(1, '', 'execution error: An error of type -10810 has occurred. (-10810)\n'),
    'not-fixed',
  ],
  ['the cancel number is only quoted', ended(1, '', 'execution error: (-128) was said. (-1)\n'), 'not-fixed'],
  ['there is no osascript', { ok: false, reason: 'tool-missing', detail: '' } as const, 'not-possible'],
  ['no one answers', { ok: false, reason: 'timed-out', detail: '' } as const, 'not-fixed'],
])('when %s, the outcome is told apart', async (_, result, outcome) => {
  const { system } = mac(() => result);
  expect(await askOnMacos(LAUNCHER, ACTIONS, system)).toMatchObject({ ran: false, outcome });
});

describe('a batch', () => {
  const prepare = (action: FixAction): PreparedFix => {
    const fix: CheckFix = {
      type: action.fixActionType,
      operatingSystem: 'macos',
      needsElevation: true,
      parameters: z.object({}),
      apply: () => Promise.reject(new Error('Only the administrator’s process applies it.')),
    };
    return { action, fix, parameters: {} };
  };
  const program = { code: '/opt/workplace/workplace.mjs', launcher: '/opt/workplace/workplace' };
  const firewall = prepare({ fixActionType: 'FirewallEnable', parameters: { evil: "'; id; '" } });
  const updates = prepare({ fixActionType: 'OsAutoUpdateEnable' });

  test('is asked for once, with names and checked values only', async () => {
    const done = [firewall, updates].map(({ action: { fixActionType } }) => ({
      fixActionType,
      result: { ok: true, undo: 'x' },
    }));
    const { system, ran } = mac(() => ended(0, `${JSON.stringify(done)}\n`));
    expect(await elevateWith(program, () => true)([firewall, updates], system)).toEqual(done);
    expect(ran).toHaveLength(1);
    expect(ran[0]?.arguments.at(-1)).not.toContain('evil');
  });

  test('from a program that anyone may change is not even asked for', async () => {
    const { system, ran } = mac(() => ended(0));
    for (const elevate of [
      elevateWith(program, () => false),
      elevateWith({ ...program, launcher: null }, () => true),
    ]) {
      expect(await elevate([firewall], system)).toMatchObject([{ result: { ok: false, outcome: 'not-possible' } }]);
    }
    expect(ran).toEqual([]);
  });

  test.each(['', 'Segmentation fault', '[]', '[{"fixActionType":"FirewallEnable","result":{"ok":true}}]'])(
    'whose answer is %j is not done',
    async (stdout) => {
      const { system } = mac(() => ended(0, stdout));
      expect(await elevateWith(program, () => true)([firewall], system)).toMatchObject([
        { result: { outcome: 'not-fixed' } },
      ]);
    },
  );
});
