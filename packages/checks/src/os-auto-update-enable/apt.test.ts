import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { renderText } from '../render-text.ts';
import { readSample } from '../samples.ts';
import type { SystemPort } from '../system-port.ts';
import { parseAptConfiguration } from './apt-configuration.ts';
import { osAutoUpdateEnable } from './definition.ts';
import {
  createFakeApt,
  type FakeAptOptions,
  GOOD_DUMP,
  LISTS,
  packagesOf,
  SECURITY_LIST,
  SECURITY_RELEASE,
  SUM,
} from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.txt`);

async function judge(system: SystemPort, parameters: unknown = {}) {
  const reading = await linuxAutomaticUpdates.read(system);
  const context = { operatingSystem: 'linux', now: system.now() } as const;
  const judged = judgeReading(osAutoUpdateEnable, reading, parameters, context);
  return { ...judged, shown: (judged.items ?? []).map(({ value }) => renderText(osAutoUpdateEnable, value)).join() };
}
const read = (options: FakeAptOptions = {}) => judge(createFakeApt(options));
const STAMPS = '/var/lib/apt/periodic';
const RAN = [`${STAMPS}/unattended-upgrades-stamp`];
const LOOKED = `${STAMPS}/update-success-stamp`;
const ageOf = (paths: readonly string[], days: number | null) => Object.fromEntries(paths.map((path) => [path, days]));
/** An archive that was last put together so many days ago. */
const madeOn = (date: string) => ({ [SECURITY_LIST]: SECURITY_RELEASE.replace(/^Date: .*$/m, `Date: ${date}`) });

test('a computer that installs its updates passes, and says when it last did', async () => {
  const { state, shown } = await read();
  expect([state, shown]).toEqual(['passed', '2026-11-20']);
});

describe('settings', () => {
  const off = (text: string) => ({ dump: GOOD_DUMP + text });
  test.each([
    ['a job is turned off', off('APT::Periodic::Unattended-Upgrade "0";\n')],
    ['lists are not fetched', off('APT::Periodic::Update-Package-Lists "0";\n')],
    ['all jobs are turned off', off('APT::Periodic::Enable "0";\n')],
    ['once a year', off('APT::Periodic::Unattended-Upgrade "365";\n')],
    ['lists every half a year', off('APT::Periodic::Update-Package-Lists "180d";\n')],
    ['nothing is set', { dump: sample('apt-config-debian-12') }],
    ['everything is left out', off('Unattended-Upgrade::Package-Blacklist:: ".*";\n')],
    ['everything is left out, letter by letter', off('Unattended-Upgrade::Package-Blacklist:: "[a-z]";\n')],
    ['an empty name is left out', off('Unattended-Upgrade::Package-Blacklist:: "";\n')],
    ['one package alone is let in', off('Unattended-Upgrade::Package-Whitelist:: "vim$";\n')],
    ['the upgrader is gone', { ages: { '/usr/bin/unattended-upgrade': null } }],
    ['the upgrader may not be run', { modes: { '/usr/bin/unattended-upgrade': '644' } }],
  ])('%s: failed', async (_, options) => {
    expect((await read(options)).state).toBe('failed');
  });

  test.each([
    ['once a week', off('APT::Periodic::Unattended-Upgrade "7";\n')],
    ['always', off('APT::Periodic::Unattended-Upgrade "always";\nAPT::Periodic::Update-Package-Lists "always";\n')],
    ['the kernel is left out', off('Unattended-Upgrade::Package-Blacklist:: "linux-";\n')],
    ['a few are left out', off('Unattended-Upgrade::Package-Blacklist:: "^(vim|firefox)";\n')],
  ])('%s: passed', async (_, options) => {
    expect((await read(options)).state).toBe('passed');
  });

  test('a file that may not be read is not taken for one that is not there', async () => {
    const stderr = 'W: Unable to read /etc/apt/apt.conf.d/99company - open (13: Permission denied)\n';
    const system = createFakeApt({ commands: { 'apt-config': { code: 0, stdout: GOOD_DUMP, stderr } } });
    expect(await judge(system)).toMatchObject({ state: 'unknown', reason: 'access-denied' });
  });

  test('days on which they run: known ones, and none that is known', async () => {
    const on = async (day: string) => (await read(off(`Unattended-Upgrade::Update-Days:: "${day}";\n`))).state;
    const days = ['0', 'Tue', 'Sunday', 'Holiday', '月', 'mon'];
    const passed = ['passed', 'passed', 'passed'];
    expect(await Promise.all(days.map(on))).toEqual([...passed, 'unknown', 'unknown', 'unknown']);
    // No week has them, in any language; next to one that comes they do not matter.
    expect(await Promise.all(['7', '31', '2026-12-01'].map(on))).toEqual(Array(3).fill('failed'));
    expect(await on('7";\nUnattended-Upgrade::Update-Days:: "Mon')).toBe('passed');
    expect(await on('')).toBe('unknown');
  });

  test.each([
    ['/ rw sda1 rw\n/usr ro,relatime sda2 ro', 'failed'],
    ['/ ro sda1 ro', 'failed'],
    ['/ rw sda1 rw\n/usr rw sda1 rw\n/usr ro sda1 rw', 'failed'],
    ['/ rw sda1 rw\n/var/lib/dpkg ro sda3 rw', 'failed'],
    ['/ ro sda1 ro\n/usr rw sda2 rw\n/var rw sda3 rw', 'passed'],
    ['/ rw sda1 rw,errors=remount-ro\n/media/dvd ro sr0 ro', 'passed'],
    // As the reader sees it, which may write nowhere itself.
    ['/ ro,relatime sda1 rw\n/usr ro sda2 rw\n/var ro sda3 rw', 'passed'],
    ['/ ro,relatime sda1 rw\n/usr ro sda2 ro', 'failed'],
    ['a line that is none', 'passed'],
  ])('mounted as %j: %s', async (mounts, state) => {
    const file = mounts.replaceAll(/^(\S+) (\S+) (\S+) (\S+)$/gm, '36 35 8:1 / $1 $2 shared:1 - ext4 /dev/$3 $4');
    expect((await read({ files: { '/proc/self/mountinfo': file } })).state).toBe(state);
  });

  test.each([
    ['ext4', 'mount -o remount,rw /usr', 'passed'],
    ['ext4', 'mount -o remount,rw /', 'failed'],
    ['ext4', 'mount -o remount,ro /usr', 'failed'],
    ['squashfs', 'mount -o remount,rw /usr', 'failed'],
  ])('a read-only /usr of %s, and APT runs %j first: %s', async (kind, command, state) => {
    const file = `21 1 8:1 / / rw - ext4 /dev/sda1 rw\n22 21 8:2 / /usr ro - ${kind} /dev/sda2 ro`;
    const set = off(`DPkg::Pre-Invoke:: "${command}";\n`);
    expect((await read({ ...set, files: { '/proc/self/mountinfo': file } })).state).toBe(state);
  });

  test.each([
    ['TimeoutStartSec=1s', 'unknown'],
    ['TimeoutStartSec=30', 'unknown'],
    ['TimeoutStartSec=2h', 'passed'],
    ['MemoryMax=10M', 'unknown'],
    ['MemoryMax=2G', 'passed'],
    ['TimeoutStopSec=900', 'passed'],
  ])('a job that was given %s: %s', async (line, state) => {
    const path = '/etc/systemd/system/apt-daily-upgrade.service.d/x.conf';
    const units = {
      'apt-daily-upgrade.service': {
        ...{ LoadState: 'loaded', ActiveState: 'inactive', UnitFileState: 'static', DropInPaths: path },
        FragmentPath: '/lib/systemd/system/apt-daily-upgrade.service',
      },
    };
    expect((await read({ files: { [path]: `[Service]\n${line}\n` }, units })).state).toBe(state);
  });

  test('what waits for a shutdown says nothing by its runs', async () => {
    const at = (ActiveState: string, value = 'true') =>
      read({
        ...off(`Unattended-Upgrade::InstallOnShutdown "${value}";\n`),
        units: { 'unattended-upgrades.service': { LoadState: 'loaded', ActiveState, UnitFileState: 'enabled' } },
      });
    expect((await at('inactive')).state).toBe('failed');
    expect((await at('active')).state).toBe('unknown');
    expect((await at('inactive', 'false')).state).toBe('passed');
  });

  test('an expression that is not understood is not known', async () => {
    expect((await read(off('Unattended-Upgrade::Package-Blacklist:: "(?P<x>.*)";\n'))).state).toBe('unknown');
  });

  test('a setting that only downloads is told apart', async () => {
    const dump = 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Download-Upgradeable-Packages "1";\n';
    const { state, message } = await read({ dump });
    expect([state, message.key]).toEqual(['failed', 'download-only']);
    const enough = async (days: number | null) =>
      (
        await judge(createFakeApt({ dump, ages: { [`${STAMPS}/download-upgradeable-stamp`]: days } }), {
          downloadIsEnough: true,
        })
      ).state;
    expect([await enough(1), await enough(20), await enough(null)]).toEqual(['passed', 'unknown', 'failed']);
  });

  test('an apt-config that fails, or is not there, is unknown', async () => {
    const answer = { code: 100, stderr: 'E: Syntax error /etc/apt/apt.conf.d/20auto-upgrades:3' };
    expect((await read({ commands: { 'apt-config': answer } })).state).toBe('unknown');
    expect((await judge(createFakeSystem({ files: { '/etc/os-release': 'ID=debian\n' } }))).state).toBe('unknown');
  });
});

const UPGRADER = '/usr/bin/unattended-upgrade';
const TIMER = {
  ...{ LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' },
  NextElapseUSecRealtime: 'Sun 2026-11-22 06:31:07 UTC',
};

test('a program in the place of the upgrader is not known to update anything', async () => {
  expect((await read({ files: { [UPGRADER]: '\u007fELF' } })).state).toBe('unknown');
  expect((await read({ files: { [UPGRADER]: '#!/bin/sh\nexit 0\n' } })).state).toBe('unknown');
});

test.each([
  ['/usr/lib/apt/apt.systemd.daily', 'unknown'],
  [UPGRADER, 'unknown'],
  ['/usr/bin/apt', 'passed'],
])('a file that is not what its package brought, %s: %s', async (path, expected) => {
  const md5sum = ({ arguments: words }: { arguments: readonly string[] }) =>
    words.map((one) => `${one === path ? '0'.repeat(32) : SUM}  ${one}\n`).join('');
  expect((await read({ commands: { md5sum } })).state).toBe(expected);
  const noSum = { code: 1, stdout: '', stderr: 'md5sum: No such file or directory' };
  expect((await read({ commands: { md5sum: noSum } })).state).toBe('unknown');
  expect((await read({ files: { '/var/lib/dpkg/info/apt.md5sums': '' } })).state).toBe('unknown');
});

test('an upgrader whose interpreter or module is gone installs nothing', async () => {
  const MODULES = '/usr/lib/python3/dist-packages';
  expect((await read({ ages: { '/usr/bin/python3': null } })).state).toBe('failed');
  expect((await read({ modes: { '/usr/bin/python3': '644' } })).state).toBe('failed');
  const system = createFakeApt();
  system.files.delete(`${MODULES}/apt_pkg.cpython-311-x86_64-linux-gnu.so`);
  expect((await judge(system)).state).toBe('failed');
});

test('a timer that starts another service than its own does not install', async () => {
  const units = { 'apt-daily-upgrade.timer': { ...TIMER, Unit: 'quiet.service' } };
  expect((await read({ units })).state).toBe('failed');
  expect((await read({ units: { 'apt-daily-upgrade.timer': { ...TIMER, Unit: 'apt-daily.service' } } })).state).toBe(
    'failed',
  );
  expect((await read({ units: { 'apt-daily-upgrade.timer': TIMER } })).state).toBe('passed');
});

test.each([
  ['Dir::Etc::sourcelist "/etc/apt/empty.list";', 'unknown'],
  ['Dir::Etc::sourceparts "-";', 'unknown'],
  ['Dir::Etc::preferencesparts "/srv/pins";', 'unknown'],
  ['Dir::State::lists "/srv/lists/";', 'unknown'],
  ['Dir::Etc "srv/apt";', 'unknown'],
  [
    'Dir "/";\nDir::Etc "etc/apt";\nDir::Etc::sourcelist "sources.list";\nDir::Etc::sourceparts "sources.list.d";',
    'passed',
  ],
  ['Dir::Etc::sourcelist "/etc/apt/sources.list";\nDir::State::lists "lists/";', 'passed'],
])('places of APT’s own, %j: %s', async (text, expected) => {
  expect((await read({ dump: `${GOOD_DUMP}${text}\n` })).state).toBe(expected);
});

test('packages on hold: a few pass, most of them do not, and a list without any is not known', async () => {
  const held = async (wishes: readonly string[]) =>
    (await read({ files: { '/var/lib/dpkg/status': packagesOf(wishes) } })).state;
  expect(await held(['install', 'hold'])).toBe('passed');
  expect(await held(['hold', 'hold', 'install'])).toBe('failed');
  expect(await held([])).toBe('unknown');
});

describe('timers', () => {
  const loaded = { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' };
  const timer = (name: string, change: Readonly<Record<string, string>>) => ({
    units: { [name]: { ...loaded, ...change } },
  });
  const path = '/etc/systemd/system/apt-daily-upgrade.service.d/o.conf';
  const dropIn = (text: string) => ({
    ...timer('apt-daily-upgrade.service', { DropInPaths: path }),
    files: { [path]: text },
  });
  test.each([
    ['one is disabled', timer('apt-daily.timer', { UnitFileState: 'disabled' }), 'failed'],
    ['the other is stopped', timer('apt-daily-upgrade.timer', { ActiveState: 'inactive' }), 'failed'],
    ['one is masked', timer('apt-daily-upgrade.timer', { LoadState: 'masked', UnitFileState: 'masked' }), 'failed'],
    ['one is gone', timer('apt-daily.timer', { LoadState: 'not-found', UnitFileState: '' }), 'failed'],
    ['a service is masked', timer('apt-daily-upgrade.service', { LoadState: 'masked' }), 'failed'],
    [
      'one fires next year',
      timer('apt-daily.timer', { NextElapseUSecRealtime: 'Fri 2027-11-19 06:00:00 UTC' }),
      'failed',
    ],
    ['one does not say when it fires', timer('apt-daily.timer', { NextElapseUSecRealtime: '' }), 'unknown'],
    ['the job of one runs', timer('apt-daily.timer', { NextElapseUSecRealtime: '', SubState: 'running' }), 'passed'],
    // OnCalendar=*-02-30: list-timers of systemd 252 has no next time for it.
    [
      'one never fires',
      timer('apt-daily-upgrade.timer', { NextElapseUSecRealtime: '', SubState: 'elapsed' }),
      'failed',
    ],
    [
      'one fires a year after the start',
      timer('apt-daily-upgrade.timer', {
        NextElapseUSecRealtime: '',
        NextElapseUSecMonotonic: '11month 30d 15h 12min',
      }),
      'failed',
    ],
    [
      'one fires a day after the start',
      timer('apt-daily-upgrade.timer', { NextElapseUSecRealtime: '', NextElapseUSecMonotonic: '1d 2h 3min 4.5s' }),
      'passed',
    ],
    [
      'a service of an own file',
      timer('apt-daily-upgrade.service', { FragmentPath: '/etc/systemd/system/apt-daily-upgrade.service' }),
      'unknown',
    ],
    ['a service with another program', dropIn('[Service]\nExecStart=\nExecStart=/bin/true\n'), 'unknown'],
    ['a service with a condition', dropIn('[Unit]\nConditionPathExists=/etc/allow-updates\n'), 'unknown'],
    ['a service that is nicer to others', dropIn('# slow\n[Service]\nNice=10\nCPUWeight=20\n'), 'passed'],
  ])('%s: %s', async (_, options, expected) => {
    expect((await read(options)).state).toBe(expected);
  });

  test('without systemd a job of cron’s runs them; without either nothing is known', async () => {
    const stderr = "System has not been booted with systemd as init system (PID 1). Can't operate.";
    const commands = { systemctl: { code: 1, stderr } };
    expect((await read({ commands, files: { '/etc/cron.daily/apt-compat': '#!/bin/sh\n' } })).state).toBe('passed');
    expect((await read({ commands })).state).toBe('unknown');
    const cron = { '/etc/cron.daily/apt-compat': '#!/bin/sh\n' };
    expect((await read({ commands: { systemctl: { code: 1, stderr: 'odd' } }, files: cron })).state).toBe('unknown');
  });
});

describe('sources', () => {
  const list = '/etc/apt/sources.list';
  const stanzas = (suites: string, more = '') => ({
    [list]: '',
    '/etc/apt/sources.list.d/debian.sources': `Types: deb\nURIs: http://deb.debian.org/debian-security/\nSuites: ${suites}\nComponents: main\n${more}`,
  });
  test.each([
    ['none at all', { [list]: '# deb http://deb.debian.org/debian bookworm main\n' }, 'failed'],
    ['none of security', { [list]: 'deb http://deb.debian.org/debian bookworm main\n' }, 'failed'],
    ['in the form of many lines', stanzas('bookworm-security'), 'passed'],
    ['one that is turned off', stanzas('bookworm-security', 'Enabled: no\n'), 'failed'],
    [
      'sources of programs alone',
      { [list]: 'deb-src http://deb.debian.org/debian-security bookworm-security main\n' },
      'failed',
    ],
    ['one that was never fetched', { [list]: 'deb http://security.debian.org bookworm-security main\n' }, 'unknown'],
    [
      'one with options',
      { [list]: 'deb [arch=amd64 signed-by=/k] http://deb.debian.org/debian-security bookworm-security main\n' },
      'passed',
    ],
    [
      'one behind a mirror',
      { [list]: 'deb tor+http://deb.debian.org/debian-security bookworm-security main\n' },
      'passed',
    ],
  ])('%s: %s', async (_, files, expected) => {
    expect((await read({ files })).state).toBe(expected);
  });

  const only = (lines: string) => ({ dump: GOOD_DUMP.replaceAll(/^Unattended-Upgrade::Origins.*\n/gm, '') + lines });
  const pattern = (text: string) => only(`Unattended-Upgrade::Origins-Pattern:: "${text}";\n`);
  const origin = (text: string) => only(`Unattended-Upgrade::Allowed-Origins:: "${text}";\n`);
  test.each([
    ['nothing', only(''), 'failed'],
    ['an empty pattern', pattern(''), 'failed'],
    ['all of Debian but security', pattern('origin=Debian,codename=${distro_codename},label=Debian'), 'failed'],
    ['another release', pattern('origin=Debian,codename=trixie-security'), 'failed'],
    ['another distribution', pattern('origin=${distro_id}x,label=Debian-Security'), 'failed'],
    ['everything', pattern('origin=*'), 'passed'],
    ['the site', pattern('site=deb.debian.org'), 'passed'],
    ['by its parts', pattern('o=Deb?an,l=[!X]ebian-Security,c=updates/main'), 'passed'],
    ['a comma that is meant', pattern('origin=Debian\\,,label=Debian-Security'), 'failed'],
    ['a matcher no one knows', pattern('name=Debian'), 'unknown'],
    ['a variable no one knows', pattern('origin=${distro_family}'), 'unknown'],
    ['the older form', origin('Debian:oldstable-security'), 'passed'],
    ['the older form with blanks', origin('${distro_id} oldstable-security'), 'passed'],
    ['the older form without a suite', origin('Debian'), 'unknown'],
    ['the older form of another suite', origin('Debian:stable'), 'failed'],
  ])('installed is %s: %s', async (_, options, expected) => {
    expect((await read(options)).state).toBe(expected);
  });

  test('Ubuntu and what is made from it', async () => {
    const name = `${LISTS}/security.ubuntu.com_ubuntu_dists_noble-security_InRelease`;
    const release =
      'Origin: Ubuntu\nLabel: Ubuntu\nSuite: noble-security\nCodename: noble\nDate: Fri, 20 Nov 2026 20:00:00 UTC\n';
    const files = {
      '/etc/os-release': 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\n',
      [list]: 'deb http://security.ubuntu.com/ubuntu noble-security main\n',
      [name]: release,
    };
    const dump = only('Unattended-Upgrade::Allowed-Origins:: "${distro_id}:${distro_codename}-security";\n');
    expect((await read({ files, ...dump })).state).toBe('passed');
    expect(
      (await read({ files, ...only('Unattended-Upgrade::Allowed-Origins:: "${distro_id}:${distro_codename}";\n') }))
        .state,
    ).toBe('failed');
  });

  test('a rolling Debian has no archive of its own for security', async () => {
    const files = {
      '/etc/os-release': 'ID=debian\nVERSION_CODENAME=forky\n',
      [list]: 'deb http://deb.debian.org/debian forky main\n',
      [`${LISTS}/deb.debian.org_debian_dists_forky_InRelease`]:
        'Origin: Debian\nLabel: Debian\nSuite: testing\nCodename: forky\nDate: Fri, 20 Nov 2026 20:00:00 UTC\n',
    };
    expect((await read({ files })).state).toBe('passed');
  });
});

describe('the last run', () => {
  test.each([
    ['a fortnight ago', ageOf(RAN, 14), 'passed'],
    ['a fortnight and an hour ago', ageOf(RAN, 14.05), 'unknown'],
    ['before three weeks off', ageOf(RAN, 34.9), 'unknown'],
    ['nine months ago', ageOf(RAN, 270), 'failed'],
    ['never', ageOf(RAN, null), 'failed'],
    ['never, on a computer that is new', { ...ageOf(RAN, null), '/etc/machine-id': 2 }, 'unknown'],
    [
      'never, since they were set up last week',
      { ...ageOf(RAN, null), '/var/lib/dpkg/info/unattended-upgrades.list': 7 },
      'unknown',
    ],
    ['in a time to come', ageOf(RAN, -3), 'unknown'],
  ])('%s: %s', async (_, ages, expected) => {
    expect((await read({ ages, files: madeOn('Sun, 29 Nov 2026 09:00:00 UTC') })).state).toBe(expected);
  });

  test('a run in a time to come proves nothing, whatever was fetched', async () => {
    expect((await read({ ages: ageOf(RAN, -30) })).state).toBe('unknown');
  });

  test('a job that found no reason to run has renewed its stamp and installed nothing', async () => {
    const onBattery = { ...ageOf(RAN, 90), [`${STAMPS}/upgrade-stamp`]: 0 };
    expect((await read({ ages: onBattery })).state).toBe('failed');
  });

  test('installing what was fetched long ago is no success; the archive’s own date counts as well', async () => {
    const old = madeOn('Mon, 02 Feb 2026 09:00:00 UTC');
    expect((await read({ files: old })).state).toBe('failed');
    // This one is renewed by a job that fetched nothing, as one without a network does.
    expect((await read({ ages: { [`${STAMPS}/update-stamp`]: 1 }, files: old })).state).toBe('failed');
    expect((await read({ ages: { [LOOKED]: 2 }, files: old })).state).toBe('passed');
    expect((await read({ ages: { [LOOKED]: 290 } })).state).toBe('passed');
    expect((await read({ ages: { [LOOKED]: null }, files: madeOn('soon') })).state).toBe('failed');
  });

  test('the policy says how long it may be', async () => {
    const system = createFakeApt({ ages: ageOf(RAN, 20) });
    expect((await judge(system, { maximumDays: 20 })).state).toBe('passed');
    expect((await judge(system, { maximumDays: 7 })).state).toBe('unknown');
  });

  test('where files cannot be asked for their age, nothing is known', async () => {
    expect(
      (
        await read({
          commands: { stat: { code: 1, stderr: "stat: cannot statx '/var/lib/apt/periodic/x': Permission denied" } },
        })
      ).reason,
    ).toBe('access-denied');
    expect((await read({ commands: { stat: 'odd\n' } })).state).toBe('unknown');
  });
});

test('no text throws, hangs or passes by accident', async () => {
  await fc.assert(
    fc.asyncProperty(anyText({ maxLength: 300 }), async (text) => {
      fc.pre(!/unattended-upgrade/i.test(text));
      expect((await read({ dump: text })).state).not.toBe('passed');
      expect((await read({ commands: { systemctl: text } })).state).not.toBe('passed');
      expect((await read({ commands: { stat: text } })).state).not.toBe('passed');
    }),
  );
  const mixed = fc.array(fc.constantFrom('{', '}', ';', '"', '/*', '*/', '//', '#clear ', 'APT', '::', ' ', '\n'));
  fc.assert(fc.property(mixed, (parts) => parseAptConfiguration(parts.join('')).size >= 0));
});
