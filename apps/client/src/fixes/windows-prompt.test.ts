import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangePort, CommandResult, Outcome, WindowsScript } from '@vestibule/checks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
import { askOnWindows, isProtectedOnWindows, leaveAnswer } from './windows-prompt.ts';

let folder: string;
let launcher: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-elevation-'));
  launcher = join(folder, 'workplace.cmd');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

type Answer = (script: WindowsScript) => Promise<Outcome<CommandResult>>;

function windows(answer?: Answer): { system: ChangePort; ran: WindowsScript[] } {
  const ran: WindowsScript[] = [];
  const system: ChangePort = {
    ...openLocalSystem({ rootFolder: folder, environment: {}, now: () => new Date(0) }),
    operatingSystem: 'windows',
    ...(answer === undefined
      ? {}
      : {
          runWindowsScript: (script) => {
            ran.push(script);
            return answer(script);
          },
        }),
  };
  return { system, ran };
}

const ended =
  (code: number, stdout = ''): Answer =>
  async () => ({ ok: true, value: { code, stdout, stderr: '' } });
const firewall = '[{"fixActionType":"FirewallEnable","parameters":{}}]';

describe('the prompt of Windows', () => {
  test('is asked once with names alone, and the answer is the one that was left for it', async () => {
    const { system, ran } = windows(async (script) => {
      await leaveAnswer(launcher, script.arguments[3] ?? '', '[{"done":true}]');
      return { ok: true, value: { code: 0, stdout: '', stderr: '' } };
    });
    const actions =
      '[{"fixActionType":"FirewallEnable","parameters":{}},{"fixActionType":"OsAutoUpdateEnable","parameters":{}}]';
    expect(await askOnWindows(launcher, actions, system)).toEqual({ ran: true, stdout: '[{"done":true}]', stderr: '' });
    expect(ran.map(({ name }) => name)).toEqual(['elevate']);
    expect(ran[0]?.arguments).toEqual([
      '-Fixes',
      'FirewallEnable+OsAutoUpdateEnable',
      '-Answer',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  test('an answer to another prompt, or none, is no answer', async () => {
    const { system } = windows(ended(0));
    expect(await askOnWindows(launcher, firewall, system)).toMatchObject({ ran: true, stdout: '' });
    await leaveAnswer(launcher, '8f14e45f-ceea-467f-a0e6-0c1f1a2b3c4d', 'old');
    expect(await askOnWindows(launcher, firewall, system)).toMatchObject({ ran: true, stdout: '' });
    await writeFile(join(folder, 'elevated-answer.json'), 'garbage');
    expect(await askOnWindows(launcher, firewall, system)).toMatchObject({ ran: true, stdout: '' });
  });

  test.each([
    ['the person closes it', ended(10), 'cancelled'],
    ['Windows refuses', ended(11), 'refused'],
    ['the folder has an odd name', ended(12), 'not-possible'],
    ['the script fails', ended(1), 'refused'],
    [
      'no script may run',
      async () => ({ ok: false, reason: 'blocked-by-policy', detail: '' }) as const,
      'not-possible',
    ],
    ['no one answers', async () => ({ ok: false, reason: 'timed-out', detail: '' }) as const, 'not-fixed'],
    ['there is none', undefined, 'not-possible'],
  ])('when %s, the outcome is told apart', async (_, answer, outcome) => {
    expect(await askOnWindows(launcher, firewall, windows(answer).system)).toMatchObject({ ran: false, outcome });
  });

  test.each([
    '[{"fixActionType":"FirewallEnable","parameters":{"seconds":600}}]',
    '[{"fixActionType":"FirewallEnable & calc","parameters":{}}]',
    '[{"fixActionType":"FirewallEnable","parameters":{},"command":"calc"}] calc',
    'calc',
  ])('%s starts nothing', async (actions) => {
    const { system, ran } = windows(ended(0));
    expect(await askOnWindows(launcher, actions, system)).toMatchObject({ ran: false, outcome: 'not-possible' });
    expect(ran).toEqual([]);
  });
});

describe('the installation', () => {
  const closed = 'O:BAD:(A;;FA;;;BA)(A;;0x1200a9;;;BU)';
  const rights = (own: readonly string[]) => ended(0, `\uFEFF${JSON.stringify({ above: [closed], own })}`);

  test('is protected where Windows says so for every file', async () => {
    expect(await isProtectedOnWindows(windows(rights([closed, closed])).system)).toBe(true);
    expect(await isProtectedOnWindows(windows(rights([closed, 'O:BAD:(A;;FA;;;BU)'])).system)).toBe(false);
  });

  test.each([
    ['garbage', ended(0, 'garbage')],
    ['a failure', ended(1, JSON.stringify({ above: [closed], own: [closed] }))],
    ['a script that may not run', async () => ({ ok: false, reason: 'blocked-by-policy', detail: '' }) as const],
    ['no script', undefined],
  ])('counts as open with %s', async (_, answer) => {
    expect(await isProtectedOnWindows(windows(answer).system)).toBe(false);
  });
});
