import type { CheckType } from '@vestibule/contracts';
import { beforeAll, expect, test } from 'vitest';
import type { BootedLinux, Ran, RunOptions } from './booted-linux.ts';

/** The built client on a booted Debian, as a test asks it. */
export interface CheckedLinux {
  readonly linux: BootedLinux;
  readonly read: (options?: RunOptions) => Promise<Readonly<Record<string, object>>>;
  readonly stateOf: (check: CheckType, options?: RunOptions) => Promise<string | undefined>;
  readonly fix: (check: CheckType, options?: RunOptions) => Promise<Ran>;
  readonly expectToRun: (words: readonly string[], options?: RunOptions) => Promise<string>;
}

/**
 * The archive is out of reach here, so what a run leaves behind stands for the run. It lies where packages put theirs: what an
 * administrator changes of a job is not understood.
 */
export async function standInForRuns(linux: BootedLinux): Promise<void> {
  const drop = (name: string, command: string) =>
    linux.write(`/usr/lib/systemd/system/${name}.service.d/run.conf`, `[Service]\nExecStart=\nExecStart=${command}\n`);
  await drop('apt-daily', '/bin/true');
  await drop('apt-daily-upgrade', '/bin/touch /var/lib/apt/periodic/unattended-upgrades-stamp');
  await linux.run(['systemctl', 'daemon-reload']);
}

/** unattended-upgrades for real, and dnf-automatic as far as it goes on a Debian. */
export function testAutomaticUpdates({ linux, read, stateOf, fix, expectToRun }: CheckedLinux): void {
  beforeAll(() => standInForRuns(linux));

  test('unattended-upgrades: not installed, fixed, on; the settings taken back, off', async () => {
    expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
    const answer = await fix('OsAutoUpdateEnable');
    expect(answer.stdout).toContain('Fixed: the check passes now.');
    expect((await linux.run(['dpkg-query', '-W', '-f', '${Status}', 'unattended-upgrades'])).stdout).toBe(
      'install ok installed',
    );
    expect(await stateOf('OsAutoUpdateEnable')).toBe('passed');
    expect(await stateOf('OsAutoUpdateEnable', { user: 'nadia' })).toBe('passed');
    await linux.write('/etc/apt/apt.conf.d/99off', 'APT::Periodic::Unattended-Upgrade "0";\n');
    expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
    await linux.remove('/etc/apt/apt.conf.d/99off');
  });

  test('a timer that is masked installs nothing, whatever the settings say', async () => {
    await expectToRun(['systemctl', 'mask', 'apt-daily-upgrade.timer']);
    expect((await read())['OsAutoUpdateEnable']).toMatchObject({ state: 'failed' });
    await expectToRun(['systemctl', 'unmask', 'apt-daily-upgrade.timer']);
    await expectToRun(['systemctl', 'start', 'apt-daily-upgrade.timer']);
    expect(await stateOf('OsAutoUpdateEnable')).toBe('passed');
  });

  test.each([
    ['once a year', '/etc/apt/apt.conf.d/99other', 'APT::Periodic::Unattended-Upgrade "365";\n'],
    ['nothing but one archive', '/etc/apt/apt.conf.d/99other', '#clear Unattended-Upgrade::Origins-Pattern;\n'],
    ['everything is left out', '/etc/apt/apt.conf.d/99other', 'Unattended-Upgrade::Package-Blacklist { ".*"; };\n'],
    ['no source at all', '/etc/apt/sources.list.d/debian.sources', ''],
  ])('settings that keep updates away: %s', async (_, path, text) => {
    const before = await linux.read(path).catch(() => null);
    await linux.write(path, text);
    expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
    expect(await stateOf('OsAutoUpdateEnable', { user: 'nadia' })).toBe('failed');
    await (before === null ? linux.remove(path) : linux.write(path, before));
    expect(await stateOf('OsAutoUpdateEnable')).toBe('passed');
  });

  test('what keeps the work from being done: a timer that is stopped, a service that is masked, a program that may not run', async () => {
    for (const [away, back] of [
      [
        ['systemctl', 'stop', 'apt-daily.timer'],
        ['systemctl', 'start', 'apt-daily.timer'],
      ],
      [
        ['systemctl', 'mask', 'apt-daily-upgrade.service'],
        ['systemctl', 'unmask', 'apt-daily-upgrade.service'],
      ],
      [
        ['chmod', '644', '/usr/bin/unattended-upgrade'],
        ['chmod', '755', '/usr/bin/unattended-upgrade'],
      ],
    ] as const) {
      await expectToRun(away);
      expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
      await expectToRun(back);
      expect(await stateOf('OsAutoUpdateEnable')).toBe('passed');
    }
  });

  test('the last run is the proof: nine months ago, three weeks ago, yesterday', async () => {
    const stamp = '/var/lib/apt/periodic/unattended-upgrades-stamp';
    const states: (string | undefined)[] = [];
    for (const when of ['9 months ago', '3 weeks ago', 'yesterday']) {
      await expectToRun(['touch', '-d', when, stamp]);
      states.push(await stateOf('OsAutoUpdateEnable', { user: 'nadia' }));
    }
    expect(states).toEqual(['failed', 'unknown', 'passed']);
  });

  // Debian has no dnf-automatic: its timer is laid there by hand, the settings file is the packaged one's form.
  test('dnf-automatic: downloads only, fixed, installs', async () => {
    const release = await linux.read('/usr/lib/os-release');
    await linux.write('/usr/lib/os-release', 'ID=fedora\nVERSION_ID=44\nPRETTY_NAME="Fedora Linux 44"\n');
    await linux.write(
      '/usr/lib/systemd/system/dnf-automatic.timer',
      '[Timer]\nOnCalendar=*-*-* 6:00\nUnit=dnf-automatic.service\n\n[Install]\nWantedBy=timers.target\n',
    );
    await linux.write(
      '/usr/lib/systemd/system/dnf-automatic.service',
      '[Service]\nType=oneshot\nExecStart=/bin/true\n',
    );
    await linux.write('/etc/yum.repos.d/fedora.repo', '[fedora]\nenabled=1\n');
    await linux.write('/etc/dnf/automatic.conf', '[commands]\nupgrade_type = security\napply_updates = no\n');
    await expectToRun(['systemctl', 'daemon-reload']);
    try {
      expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
      const answer = await fix('OsAutoUpdateEnable');
      expect(answer.stdout).toContain('Fixed: the check passes now.');
      expect(await linux.read('/etc/dnf/automatic.conf')).toBe(
        '[commands]\ndownload_updates=yes\nupgrade_type = security\napply_updates=yes\n',
      );
      expect((await linux.run(['systemctl', 'is-active', 'dnf-automatic.timer'])).stdout.trim()).toBe('active');
      await expectToRun(['systemctl', 'disable', '--now', 'dnf-automatic.timer']);
      expect(await stateOf('OsAutoUpdateEnable')).toBe('failed');
    } finally {
      await linux.write('/usr/lib/os-release', release);
    }
  });
}
