import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt, type FakeAptOptions } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateOf(options: FakeAptOptions) {
  const system = createFakeApt(options);
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: system.now() }).state;
}

const FOLDER = '/etc/systemd/system';
const TIMER = `${FOLDER}/company-updates.timer`;
const SERVICE = `${FOLDER}/company-updates.service`;
const off = { ActiveState: 'inactive', UnitFileState: 'disabled', LoadState: 'loaded' };
const loaded = { LoadState: 'loaded', NeedDaemonReload: 'no' };
const timer = { ...loaded, ActiveState: 'active', UnitFileState: 'enabled', FragmentPath: TIMER };
const argv = (words: string) => `{ path=/x ; argv[]=${words} ; ignore_errors=no ; start_time=[n/a] }`;
const service = (words: string, more: Readonly<Record<string, string>> = {}) => ({
  ...{ ...loaded, ActiveState: 'inactive', UnitFileState: 'static', FragmentPath: SERVICE },
  ExecStart: argv(words),
  ...more,
});
const TEXT =
  '[Unit]\nDescription=Company updates\n[Service]\nType=oneshot\nExecStart=/usr/bin/apt-get update\nExecStart=/usr/bin/unattended-upgrade\n';
const UPGRADE = '/usr/bin/unattended-upgrade';

interface Given {
  readonly timer?: Readonly<Record<string, string>>;
  readonly service?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly ages?: FakeAptOptions['ages'];
  readonly files?: FakeAptOptions['files'];
}

const given = ({
  timer: ofTimer = {},
  service: ofService = service(UPGRADE),
  text = TEXT,
  ages = {},
  files = {},
}: Given) =>
  stateOf({
    units: {
      ...{ 'apt-daily.timer': off, 'apt-daily-upgrade.timer': off },
      'company-updates.timer': { ...timer, ...ofTimer },
      'company-updates.service': ofService,
    },
    files: { [SERVICE]: text, ...files },
    ages: { '/etc/systemd/system/timers.target.wants': 3, [TIMER]: 3, [SERVICE]: 3, ...ages },
  });

test('a timer of the company’s that has installed updates since it is what it is', async () => {
  expect(await given({})).toBe('passed');
});

const STAMP = '/var/lib/apt/periodic/unattended-upgrades-stamp';

test.each<[string, Given, string]>([
  ['no success since', { ages: { [STAMP]: 4 } }, 'unknown'],
  ['its service is newer than the success', { ages: { [SERVICE]: 0.5 } }, 'unknown'],
  ['it is stopped', { timer: { ActiveState: 'inactive' } }, 'failed'],
  ['it does not start with the computer', { timer: { UnitFileState: 'disabled' } }, 'failed'],
  ['it fires once in years', { timer: { NextElapseUSecRealtime: 'Thu 2099-01-01 00:00:00 UTC' } }, 'failed'],
  ['it only shows what it would do', { service: service(`${UPGRADE} --dry-run`) }, 'failed'],
  ['it does something else', { service: service('/usr/bin/backup') }, 'failed'],
  ['it keeps no record', { service: service('/usr/bin/apt-get -y dist-upgrade') }, 'unknown'],
  ['it waits for a file', { text: `${TEXT}ConditionPathExists=/etc/allow\n` }, 'unknown'],
  ['another person runs it', { text: `${TEXT}User=nadia\n` }, 'unknown'],
  ['its file changed since', { service: service(UPGRADE, { NeedDaemonReload: 'yes' }) }, 'unknown'],
])('%s: %s', async (_, how, expected) => {
  expect(await given(how)).toBe(expected);
});

const SCRIPT = '/usr/local/sbin/update';
const ofScript = (lines: string, more: Given = {}): Given => ({
  service: service(SCRIPT),
  files: { [SCRIPT]: `#!/bin/sh\n${lines}\n` },
  ...more,
  ages: { [SCRIPT]: 3, ...more.ages },
});

test.each<[string, Given, string]>([
  ['a shell with words', { service: service(`/bin/sh -c apt-get update && ${UPGRADE}`) }, 'passed'],
  [
    'a shell with options and words',
    { service: service(`/usr/bin/bash -e -uc apt-get -q update; ${UPGRADE} -v`) },
    'passed',
  ],
  ['a shell that only shows', { service: service(`/bin/sh -c ${UPGRADE} --dry-run`) }, 'failed'],
  ['a shell with other words', { service: service('/bin/sh -c tar c /home') }, 'failed'],
  ['a script', ofScript(`apt-get -qq update && ${UPGRADE}`), 'passed'],
  ['a script that a shell is given', ofScript(UPGRADE, { service: service(`/bin/sh ${SCRIPT}`) }), 'passed'],
  ['a script that is newer than the success', ofScript(UPGRADE, { ages: { [SCRIPT]: 0.5 } }), 'unknown'],
  ['a script with the command in a remark', ofScript(`# ${UPGRADE}`), 'failed'],
  ['a script that keeps no record', ofScript('apt-get -y upgrade'), 'unknown'],
  ['a program by the name of one', { service: service(SCRIPT), files: { [SCRIPT]: `ELF ${UPGRADE}` } }, 'failed'],
])('its service starts %s: %s', async (_, how, expected) => {
  expect(await given(how)).toBe(expected);
});
