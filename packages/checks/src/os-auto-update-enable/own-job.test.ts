import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt, type FakeAptOptions, GOOD_DUMP } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateOf(options: FakeAptOptions) {
  const system = createFakeApt(options);
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: system.now() }).state;
}

const JOB = '/etc/cron.daily/uu';
const SCRIPT = '#!/bin/sh\napt-get update -qq && unattended-upgrade\n';
const STAMP = '/var/lib/apt/periodic/unattended-upgrades-stamp';
const on = { ActiveState: 'active', UnitFileState: 'enabled', LoadState: 'loaded' };
const off = { ActiveState: 'inactive', UnitFileState: 'disabled', LoadState: 'loaded' };
const UNITS = { 'apt-daily.timer': off, 'apt-daily-upgrade.timer': off, 'cron.service': on };
/** The timers were turned off five days ago; the last success is of yesterday. */
const AGES = { '/etc/systemd/system/timers.target.wants': 5, [JOB]: 4 };

const job = (text: string, more: FakeAptOptions = {}, path = JOB) =>
  stateOf({
    ...more,
    units: { ...UNITS, ...more.units },
    files: { [path]: text, ...more.files },
    ages: { ...AGES, [path]: 4, ...more.ages },
  });

test('a job of cron’s that has installed updates since the timers were turned off', async () => {
  expect(await job(SCRIPT)).toBe('passed');
  // The settings of the timers are not its own.
  expect(await job(SCRIPT, { dump: `${GOOD_DUMP}APT::Periodic::Enable "0";\n` })).toBe('passed');
});

test('a success of before is another’s: not known, and failed in the end', async () => {
  expect(await job(SCRIPT, { ages: { [STAMP]: 6 } })).toBe('unknown');
  expect(await job(SCRIPT, { ages: { [STAMP]: 4.5 } })).toBe('unknown');
  expect(await job(SCRIPT, { ages: { [STAMP]: null, [JOB]: 50, '/etc/systemd/system/timers.target.wants': 50 } })).toBe(
    'failed',
  );
});

test.each([
  ['if [ -x /usr/bin/unattended-upgrade ]; then exec nice -n 10 /usr/bin/unattended-upgrade -v; fi\n', 'passed'],
  ['DEBIAN_FRONTEND=noninteractive unattended-upgrades\n', 'passed'],
  ['# unattended-upgrade\n', 'failed'],
  ['unattended-upgrade --dry-run\n', 'failed'],
  ['systemctl stop unattended-upgrades\n', 'failed'],
  ['echo unattended-upgrade is off\n', 'failed'],
  ['apt-get -qy update && apt-get -qy dist-upgrade\n', 'unknown'],
  ['apt-get --yes --download-only upgrade\n', 'failed'],
  ['apt-get -y install vim\n', 'failed'],
])('a script with %j: %s', async (text, expected) => {
  expect(await job(text)).toBe(expected);
});

test.each([
  ['/etc/cron.d/uu', '15 3 * * * root unattended-upgrade\n', 'passed'],
  ['/etc/cron.d/uu', '@weekly root unattended-upgrade\n', 'passed'],
  ['/etc/crontab', '15 3 * * 2 root unattended-upgrade\n', 'passed'],
  ['/var/spool/cron/crontabs/root', '15 3 * * * unattended-upgrade\n', 'passed'],
  // Once a month; once a year; as an ordinary person.
  ['/etc/cron.d/uu', '15 3 1 * * root unattended-upgrade\n', 'failed'],
  ['/etc/cron.d/uu', '@yearly root unattended-upgrade\n', 'failed'],
  ['/etc/cron.d/uu', '15 3 * * * nadia unattended-upgrade\n', 'failed'],
  // Cron passes over files of such names.
  ['/etc/cron.daily/uu.sh', SCRIPT, 'failed'],
  ['/etc/cron.monthly/uu', SCRIPT, 'failed'],
])('%s with %j: %s', async (path, text, expected) => {
  expect(await job(text, {}, path)).toBe(expected);
});

test('a job that does not start, or whose program leaves everything out, is none', async () => {
  expect(await job(SCRIPT, { units: { 'cron.service': off } })).toBe('failed');
  expect(await job(SCRIPT, { units: { 'cron.service': { ...on, UnitFileState: 'disabled' } } })).toBe('failed');
  expect(await job(SCRIPT, { modes: { [JOB]: '644' } })).toBe('failed');
  expect(await job(SCRIPT, { dump: `${GOOD_DUMP}Unattended-Upgrade::Package-Blacklist:: ".*";\n` })).toBe('failed');
  expect(await job(SCRIPT, { files: { '/etc/apt/sources.list': '' } })).toBe('failed');
  expect(await job(SCRIPT, { dump: `${GOOD_DUMP}Dir::Etc::sourceparts "-";\n` })).toBe('unknown');
  const closed = { ok: false, reason: 'access-denied', detail: JOB } as const;
  expect(await job(SCRIPT, { files: { [JOB]: closed } })).toBe('unknown');
});

test.each([
  ['5-install', 'dist-upgrade -y -o APT::Get::Show-Upgraded=true\n', 'unknown'],
  ['5-install', '# ours\nupgrade -q -y\n', 'unknown'],
  // As the package brings it: it only fetches.
  ['3-download', 'autoclean -y\ndist-upgrade -d -y -o APT::Get::Show-Upgraded=true\n', 'failed'],
  ['0-update', 'update -o quiet=2\n', 'failed'],
  ['5-install.off', 'dist-upgrade -y\n', 'failed'],
])('cron-apt with %s, %j: %s', async (name, text, expected) => {
  const files = { [`/etc/cron-apt/action.d/${name}`]: text };
  const table = '0 4 * * *\troot\ttest -x /usr/sbin/cron-apt && /usr/sbin/cron-apt\n';
  expect(await job(table, { files }, '/etc/cron.d/cron-apt')).toBe(expected);
  expect(await job(`# ${table}`, { files }, '/etc/cron.d/cron-apt')).toBe('failed');
});
