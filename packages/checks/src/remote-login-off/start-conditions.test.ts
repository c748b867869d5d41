import { expect, test } from 'vitest';
import type { FakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import { remoteLoginOff } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';

const UNIT = '/lib/systemd/system/ssh.service';
const DROP_IN = '/etc/systemd/system/ssh.service.d/own.conf';
const SWITCH = '/etc/ssh/sshd_not_to_be_run';
const CONDITION = `ConditionPathExists=!${SWITCH}`;

interface Given {
  readonly condition?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly isRunning?: boolean;
  readonly needsReload?: boolean;
}

/** SSH starts with the computer and does not run, by a unit with these conditions. */
async function stateOf({ condition = CONDITION, files = {}, isRunning = false, needsReload = false }: Given) {
  const sample = createSampleLinux(import.meta.dirname, 'fedora-stopped-until-restart');
  const unitFiles = { [UNIT]: `[Unit]\n${condition}\n[Service]\nExecStart=/usr/sbin/sshd -D\n`, ...files };
  for (const [path, text] of Object.entries(unitFiles)) sample.files.set(path, text);
  const system: FakeSystem = {
    ...sample,
    run: async (command) => {
      const answer = await sample.run(command);
      const asksConditions = command.arguments.some((word) => word.includes('NeedDaemonReload'));
      if (asksConditions) {
        const dropIn = DROP_IN in unitFiles ? DROP_IN : '';
        const names = command.arguments.slice(command.arguments.indexOf('--') + 1);
        const show = (name: string) =>
          `Names=${name}\nFragmentPath=${UNIT}\nDropInPaths=${dropIn}\nNeedDaemonReload=${needsReload ? 'yes' : 'no'}\n`;
        return { ok: true, value: { code: 0, stdout: names.map(show).join('\n'), stderr: '' } };
      }
      if (!isRunning || !answer.ok) return answer;
      const stdout = answer.value.stdout.replaceAll('ActiveState=inactive', 'ActiveState=active');
      return { ok: true, value: { ...answer.value, stdout } };
    },
  };
  const context = { operatingSystem: 'linux', now: new Date('2026-11-24T09:00:00Z') } as const;
  return judgeReading(remoteLoginOff, await linuxRemoteLogin.read(system), {}, context).state;
}

const there = { [SWITCH]: '' };

test.each<[string, Given, string]>([
  ['the file that keeps SSH from starting is there', { files: there }, 'passed'],
  ['it is not there', {}, 'failed'],
  ['SSH runs all the same', { files: there, isRunning: true }, 'failed'],
  ['the unit has no condition', { condition: '', files: there }, 'failed'],
  ['any of two conditions is enough', { condition: `ConditionPathExists=|!${SWITCH}`, files: there }, 'failed'],
  ['a file that is missing has to be there', { condition: 'ConditionPathExists=/etc/ssh/allow' }, 'passed'],
  [
    'a file that is there has to be',
    { condition: 'ConditionPathExists=/etc/ssh/allow', files: { '/etc/ssh/allow': '' } },
    'failed',
  ],
  [
    'a file that is gone after a restart',
    { condition: 'ConditionPathExists=!/run/stop', files: { '/run/stop': '' } },
    'failed',
  ],
  [
    'a drop-in takes the condition back',
    { files: { ...there, [DROP_IN]: '[Unit]\nConditionPathExists=\n' } },
    'failed',
  ],
  ['a drop-in adds it', { condition: '', files: { ...there, [DROP_IN]: `[Unit]\n${CONDITION}\n` } }, 'passed'],
  ['systemd has not read the unit as it is now', { files: there, needsReload: true }, 'failed'],
  ['an assertion', { condition: `AssertPathExists=!${SWITCH}`, files: there }, 'passed'],
])('%s: %s', async (_, given, expected) => {
  expect(await stateOf(given)).toBe(expected);
});
