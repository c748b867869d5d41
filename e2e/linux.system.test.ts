import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECK_DEFINITIONS } from '@vestibule/checks';
import type { CheckType } from '@vestibule/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../scripts/build-client.ts';
import { standInForRuns, testAutomaticUpdates } from './support/automatic-updates.ts';
import { type BootedLinux, bootLinux, type RunOptions } from './support/booted-linux.ts';
import { openDesktopSession, startDisplayManager } from './support/desktop-session.ts';
import { TRIED_ON_DEBIAN } from './support/tried-on.ts';

const CHECKS = [
  'OSSupported',
  'PasswordSet',
  'FirewallEnable',
  'AntiVirusInstalled',
  'AntiVirusRealtimeProtection',
  'AntiVirusSignaturesUpToDate',
  'NoActiveInfections',
  'DeviceEncrypted',
  'OsAutoUpdateEnable',
  'ScreenSaverState',
  'ScreenSaverPasswordProtected',
  'ScreenSaverTimeout',
  'ManagedDevice',
  'RmmAgent',
  'FciAgentRunning',
] as const satisfies readonly CheckType[];

const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
${CHECKS.map((check) => `  ${check}: { severity: required }\n`).join('')}`;

/** What is found, by its key: a sentence that is said better is no other finding. */
const SIGN_IN = CHECK_DEFINITIONS.PasswordSet.texts;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'vestibule-system-'));
await buildClient({ outDir: join(folder, 'client'), build: 'release' });
const booted = await bootLinux({
  installed: [
    ...[
      'systemd-sysv',
      'dbus',
      'dbus-daemon',
      'polkitd',
      'pkexec',
      'accountsservice',
      'nftables',
      'iproute2',
      'procps',
    ],
    ...['dconf-cli', 'dconf-service', 'dconf-gsettings-backend', 'libglib2.0-bin', 'gsettings-desktop-schemas'],
  ],
  fetched: ['unattended-upgrades', 'ufw', 'firewalld', 'clamav clamav-daemon clamav-freshclam'],
  folders: { '/opt/workplace': join(folder, 'client') },
  tell: (line) => say(`Progress: a Debian of its own, ${line}`),
});
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

interface Verdict {
  readonly state: string;
  readonly found: string;
}

describe.skipIf(!booted.ok)('the built client on a booted Debian', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);

  /** '<check> <state>' of everything that was read, and the checks that a fix took from bad to good. */
  const seen = new Set<string>();
  const fixed = new Set<string>();

  /** Every check, read again by a new process. */
  async function read(options: RunOptions = {}): Promise<Readonly<Record<string, Verdict>>> {
    const { stdout, stderr } = await linux.run(
      ['/opt/workplace/workplace', 'check', '--json', '--policy', '/etc/policy.yaml'],
      options,
    );
    if (!stdout.startsWith('{')) throw new Error(`workplace check: ${stdout}${stderr}`);
    const { securityChecks } = JSON.parse(stdout) as {
      securityChecks: { checkType: string; state: string; evidence?: { found: string } }[];
    };
    for (const { checkType, state } of securityChecks) seen.add(`${checkType} ${state}`);
    return Object.fromEntries(
      securityChecks.map(({ checkType, state, evidence }) => [checkType, { state, found: evidence?.found ?? '' }]),
    );
  }
  const stateOf = async (check: CheckType, options?: RunOptions) => (await read(options))[check]?.state;

  async function expectToRun(words: readonly string[], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await linux.run(words, options);
    if (code !== 0) throw new Error(`${words.join(' ')} gave ${code}: ${stdout}${stderr}`);
    return stdout;
  }
  const install = (...packages: readonly string[]) =>
    expectToRun(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', '--no-download', ...packages], {
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: 120_000,
    });
  /** @returns what the person is told */
  async function fix(check: CheckType, options?: RunOptions) {
    const answer = await linux.run(['/opt/workplace/workplace', 'fix', check, '--yes'], {
      timeoutMs: 120_000,
      ...options,
    });
    if (answer.stdout.includes('Fixed: the check passes now.')) fixed.add(check);
    return answer;
  }

  beforeAll(async () => {
    await linux.write('/etc/policy.yaml', POLICY);
  });

  test('no fact is missing, and a system that runs in another one has no drive of its own', async () => {
    const { stdout } = await linux.run(['/opt/workplace/workplace', 'check', '--json']);
    const { facts } = JSON.parse(stdout) as { facts: Record<string, object> };
    expect(Object.keys(facts)).toHaveLength(12);
    expect(facts['encryption']).toMatchObject({ value: { state: 'not-applicable' } });
    expect(facts['operatingSystem']).toMatchObject({ value: { family: 'linux', id: 'debian' } });
  });

  test('a system without updates is too old, whatever its tools can do', async () => {
    const release = await linux.read('/usr/lib/os-release');
    await linux.write(
      '/usr/lib/os-release',
      'ID=debian\nVERSION_ID="10"\nPRETTY_NAME="Debian GNU/Linux 10 (buster)"\n',
    );
    expect(await read()).toMatchObject({ OSSupported: { state: 'failed', found: 'Debian GNU/Linux 10 (buster)' } });
    await linux.write('/usr/lib/os-release', release);
    expect(await stateOf('OSSupported')).toBe('passed');
  });

  describe('firewall', () => {
    test('nftables alone: off, fixed, on; taken back as the fix says, off', async () => {
      expect(await stateOf('FirewallEnable')).toBe('failed');
      const answer = await fix('FirewallEnable');
      expect(answer.stdout).toContain('Fixed: the check passes now.');
      expect(await stateOf('FirewallEnable')).toBe('passed');
      const [, command = '', rules = '', file = '', disable = ''] =
        /administrator: (nft delete table [a-z ]+), then delete (\S+) and its include line in (\S+?), and run: (.+)\./.exec(
          answer.stdout,
        ) ?? [];
      await expectToRun(command.split(' '));
      await linux.remove(rules);
      await linux.write(file, (await linux.read(file)).replace(`include "${rules}"\n`, ''));
      await expectToRun(disable.split(' '));
      expect(await stateOf('FirewallEnable')).toBe('failed');
    });

    test('ufw: off, fixed, on; off again', async () => {
      await install('ufw');
      expect(await stateOf('FirewallEnable')).toBe('failed');
      const answer = await fix('FirewallEnable');
      expect(answer.stdout).toContain(
        'Fixed: the check passes now.\nTo take it back, run as an administrator: ufw disable',
      );
      expect(await linux.read('/etc/ufw/ufw.conf')).toContain('ENABLED=yes');
      expect(await stateOf('FirewallEnable')).toBe('passed');
      // Without rights no one sees what is let in, whether ufw is on or off: see reader.system.test.ts.
      expect(await stateOf('FirewallEnable', { user: 'nadia' })).toBe('unknown');
      await expectToRun(['ufw', 'disable']);
      expect(await stateOf('FirewallEnable')).toBe('failed');
      expect(await stateOf('FirewallEnable', { user: 'nadia' })).toBe('unknown');
      await expectToRun(['apt-get', 'purge', '-y', '-qq', 'ufw']);
    });

    test('firewalld: stopped, fixed, running; stopped again', async () => {
      await install('firewalld');
      await expectToRun(['systemctl', 'disable', '--now', 'firewalld']);
      expect(await stateOf('FirewallEnable')).toBe('failed');
      const answer = await fix('FirewallEnable');
      expect(answer.stdout).toContain('Fixed: the check passes now.');
      expect((await linux.run(['firewall-cmd', '--state'])).stdout.trim()).toBe('running');
      expect(await stateOf('FirewallEnable')).toBe('passed');
      expect(await stateOf('FirewallEnable', { user: 'nadia' })).toBe('unknown');
      await expectToRun(['systemctl', 'disable', '--now', 'firewalld']);
      expect(await stateOf('FirewallEnable')).toBe('failed');
    });
  });

  test('someone who may become administrator is asked by the system once, and someone who may not changes nothing', async () => {
    await standInForRuns(linux);
    const off = 'APT::Periodic::Unattended-Upgrade "0";\n';
    await linux.write('/etc/apt/apt.conf.d/20auto-upgrades', off);
    const refused = await fix('OsAutoUpdateEnable', { user: 'nadia' });
    expect(refused.stdout).toMatch(/The system did not allow the change|The prompt was closed/);
    expect(await linux.read('/etc/apt/apt.conf.d/20auto-upgrades')).toBe(off);
    // Stands for a person who types an administrator's password: polkit itself decides, as it does then.
    await linux.write(
      '/etc/polkit-1/rules.d/10-nadia.rules',
      'polkit.addRule(function (action, subject) { return subject.user === "nadia" ? "yes" : null; });\n',
    );
    await expectToRun(['systemctl', 'restart', 'polkit']);
    const answer = await fix('OsAutoUpdateEnable', { user: 'nadia' });
    expect(answer.stdout).toContain('Fixed: the check passes now.');
    expect(await linux.read('/etc/apt/apt.conf.d/20auto-upgrades')).toContain('Unattended-Upgrade "1"');
    await linux.remove('/etc/polkit-1/rules.d/10-nadia.rules');
    await linux.remove('/etc/apt/apt.conf.d/20auto-upgrades');
    await linux.remove('/etc/apt/apt.conf.d/20auto-upgrades.workplace.bak');
    await linux.run(['apt-get', 'purge', '-y', '-qq', 'unattended-upgrades']);
  });

  describe('automatic updates', () => {
    testAutomaticUpdates({ linux, read, stateOf, fix, expectToRun });
  });

  describe('antivirus', () => {
    /** What `clamscan --version` reads the date from: the first 512 bytes of the definitions. */
    const definitionsOf = (madeAt: Date) =>
      `ClamAV-VDB:date:27400:1:90:X:X:vestibule:${Math.floor(madeAt.getTime() / 1000)}`.padEnd(512);
    const old = definitionsOf(new Date('2024-09-16T08:34:20Z'));
    const fresh = definitionsOf(new Date());

    test('ClamAV is not installed, then it is; its definitions are none, old, fresh', async () => {
      expect(await stateOf('AntiVirusInstalled')).toBe('failed');
      await install('clamav', 'clamav-daemon', 'clamav-freshclam');
      const without = await read();
      expect(without['AntiVirusInstalled']?.state).toBe('passed');
      expect(without['AntiVirusSignaturesUpToDate']?.state).toBe('failed');
      await linux.write('/var/lib/clamav/daily.cvd', old);
      expect(await stateOf('AntiVirusSignaturesUpToDate')).toBe('failed');
      await linux.write('/var/lib/clamav/daily.cvd', fresh);
      expect(await stateOf('AntiVirusSignaturesUpToDate', { user: 'nadia' })).toBe('passed');
    });

    test('the fix turns the updater on, and says that the definitions have yet to come', async () => {
      await expectToRun(['systemctl', 'disable', '--now', 'clamav-freshclam']);
      await linux.write('/var/lib/clamav/daily.cvd', old);
      const answer = await fix('AntiVirusSignaturesUpToDate');
      expect(answer.stdout).toContain('The change was made, but the check does not pass yet.');
      expect((await linux.run(['systemctl', 'is-enabled', 'clamav-freshclam'])).stdout.trim()).toBe('enabled');
      await linux.write('/var/lib/clamav/daily.cvd', fresh);
      expect(await stateOf('AntiVirusSignaturesUpToDate')).toBe('passed');
      await expectToRun(['systemctl', 'disable', '--now', 'clamav-freshclam']);
    });

    test('the scanner that looks at files as they are opened: stopped, fixed, running; stopped again', async () => {
      // The daemon starts with any database; the vendor's, hundreds of megabytes, are not needed to run.
      await linux.remove('/var/lib/clamav/daily.cvd');
      await linux.write('/var/lib/clamav/test.hdb', '44d88612fea8a8f36de82e1278abb02f:68:Test-File\n');
      await linux.write(
        '/etc/systemd/system/clamav-daemon.service.d/any-database.conf',
        '[Unit]\nConditionPathExistsGlob=\n',
      );
      const settings = await linux.read('/etc/clamav/clamd.conf');
      await linux.write(
        '/etc/clamav/clamd.conf',
        // The fix is read by root here: what is root's own has to be watched too.
        `${settings}\nOnAccessExcludeUname clamav\nOnAccessIncludePath /home\nOnAccessIncludePath /root\n`,
      );
      await linux.run(['systemctl', 'disable', '--now', 'clamav-daemon.service', 'clamav-daemon.socket']);
      await expectToRun(['systemctl', 'daemon-reload']);
      expect(await stateOf('AntiVirusRealtimeProtection')).toBe('failed');
      const answer = await fix('AntiVirusRealtimeProtection');
      expect(answer.stdout).toContain('Fixed: the check passes now.');
      expect((await linux.run(['pgrep', '-x', 'clamonacc'])).code).toBe(0);
      expect(await stateOf('AntiVirusRealtimeProtection', { user: 'nadia' })).toBe('passed');
      await expectToRun(['systemctl', 'stop', 'clamav-clamonacc']);
      expect(await stateOf('AntiVirusRealtimeProtection')).toBe('failed');
    });
  });

  describe('sign-in', () => {
    const without = { user: 'nadia' };

    test.each(['accounts service', 'passwd'])('by the %s: password, none, one again', async (source) => {
      const verb = source === 'passwd' ? 'mask' : 'unmask';
      await expectToRun(['systemctl', verb, '--now', 'accounts-daemon']);
      expect(await stateOf('PasswordSet', without)).toBe('passed');
      // The accounts service notices a change of /etc/shadow after a moment.
      const found = async () => (await read(without))['PasswordSet']?.found;
      await expectToRun(['passwd', '--delete', 'nadia']);
      await expect.poll(found, { timeout: 30_000 }).toBe(SIGN_IN['foundNone']);
      await expectToRun(['sh', '-c', 'echo nadia:doorway-2026 | chpasswd']);
      await expect.poll(found, { timeout: 30_000 }).toBe(SIGN_IN['foundSet']);
      await expectToRun(['passwd', '--lock', 'nadia']);
      await expect.poll(found, { timeout: 30_000 }).toBe(SIGN_IN['foundDisabled']);
      await expectToRun(['passwd', '--unlock', 'nadia']);
      await expect.poll(found, { timeout: 30_000 }).toBe(SIGN_IN['foundSet']);
    });

    test('a member of the group whose password no one asks for', async () => {
      await expectToRun(['groupadd', '--system', 'nopasswdlogin']);
      await expectToRun(['gpasswd', '--add', 'nadia', 'nopasswdlogin']);
      expect(await read(without)).toMatchObject({
        PasswordSet: { state: 'failed', found: SIGN_IN['foundNotAsked'] },
      });
      await expectToRun(['gpasswd', '--delete', 'nadia', 'nopasswdlogin']);
      expect(await stateOf('PasswordSet', without)).toBe('passed');
    });

    test.each([
      ['/etc/greetd/config.toml', '[terminal]\nvt = 1\n[default_session]\ncommand = "sway"\nuser = "nadia"\n'],
      ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-guest=true\n'],
      ['/etc/lxdm/lxdm.conf', '[base]\nautologin=nadia\n'],
      ['/etc/ly/config.ini', 'auto_login_session = sway\nauto_login_user = nadia\n'],
      ['/etc/plasmalogin.conf', '[Autologin]\nUser=nadia\n'],
      ['/etc/systemd/system/getty@tty1.service', '[Service]\nExecStart=-/sbin/agetty --autologin nadia %I\n'],
    ])('%s signs someone in', async (path, text) => {
      await linux.write(path, text);
      expect(await read(without)).toMatchObject({
        PasswordSet: { state: 'failed', found: SIGN_IN['foundAutomatic'] },
      });
      await linux.remove(path);
      expect(await stateOf('PasswordSet', without)).toBe('passed');
    });

    test('a display manager that signs someone in', async () => {
      await linux.write('/etc/gdm3/custom.conf', '[daemon]\nAutomaticLoginEnable=true\nAutomaticLogin=nadia\n');
      expect(await read(without)).toMatchObject({
        PasswordSet: { state: 'failed', found: SIGN_IN['foundAutomatic'] },
      });
      const answer = await fix('PasswordSet');
      expect(answer.stdout).toContain('Fixed: the check passes now.');
      expect(await linux.read('/etc/gdm3/custom.conf')).toContain('AutomaticLogin=nadia');
      expect(await stateOf('PasswordSet', without)).toBe('passed');
    });
  });

  describe('screen lock', () => {
    const LOCKS = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
    const openSession = (desktop: string, program: string) => openDesktopSession(linux, desktop, program);
    const statesOf = async (session: RunOptions) => {
      const verdicts = await read(session);
      return LOCKS.map((check) => verdicts[check]?.state);
    };

    test('GNOME: never locks, fixed one by one, locks; a setting that the company holds stays', async () => {
      const session = await openSession('GNOME', 'gnome-shell');
      expect((await statesOf(session))[1]).toBe('failed');
      await startDisplayManager(linux);
      expect((await statesOf(session))[1]).toBe('passed');
      const set = (schema: string, key: string, value: string) =>
        expectToRun(['gsettings', 'set', `org.gnome.desktop.${schema}`, key, value], session);
      await set('session', 'idle-delay', '0');
      await set('screensaver', 'lock-enabled', 'false');
      expect(await statesOf(session)).toEqual(['failed', 'failed', 'failed']);
      for (const check of LOCKS)
        expect((await fix(check, session)).stdout).toMatch(/Fixed: the check passes now|There is nothing to repair/);
      expect(await statesOf(session)).toEqual(['passed', 'passed', 'passed']);

      // What this one process is given is not what the session works with.
      const own = { ...session.environment, GSETTINGS_BACKEND: 'memory', DCONF_PROFILE: '/tmp/none' };
      await set('session', 'idle-delay', '0');
      expect(await statesOf({ ...session, environment: own })).toEqual(['failed', 'passed', 'failed']);
      await set('session', 'idle-delay', '600');

      await linux.write('/etc/dconf/profile/user', 'user-db:user\nsystem-db:local\n');
      await linux.write('/etc/dconf/db/local.d/00-lock', '[org/gnome/desktop/session]\nidle-delay=uint32 0\n');
      await linux.write('/etc/dconf/db/local.d/locks/lock', '/org/gnome/desktop/session/idle-delay\n');
      await expectToRun(['dconf', 'update']);
      expect(await statesOf(session)).toEqual(['failed', 'passed', 'failed']);
      expect((await fix('ScreenSaverState', session)).stdout).toMatch(
        /company manages this setting|no fix for this case/,
      );
      await linux.remove('/etc/dconf/profile/user');
      await session.close();
    });

    test('GNOME’s defaults without a session are unknown', async () => {
      const session = { user: 'nadia', environment: { XDG_CURRENT_DESKTOP: 'GNOME' } };
      expect(await statesOf(session)).toEqual(['unknown', 'unknown', 'unknown']);
    });

    test('KDE Plasma: never locks, fixed one by one, locks; a setting that the system locks stays', async () => {
      const session = await openSession('KDE', 'plasmashell');
      const file = '/home/nadia/.config/kscreenlockerrc';
      await expectToRun(['mkdir', '-p', '/home/nadia/.config'], session);
      await linux.write(file, '[Daemon]\nAutolock=false\nRequirePassword=false\nTimeout=0\n');
      await expectToRun(['chown', '-R', 'nadia:nadia', '/home/nadia/.config']);
      expect(await statesOf(session)).toEqual(['failed', 'failed', 'failed']);
      for (const check of LOCKS)
        expect((await fix(check, session)).stdout).toMatch(/Fixed: the check passes now|There is nothing to repair/);
      expect(await statesOf(session)).toEqual(['passed', 'passed', 'passed']);
      for (const never of ['Lock=false', 'LockGrace=-1']) {
        await linux.write(file, `[Daemon]\n${never}\n`);
        expect((await statesOf(session))[1]).toBe('failed');
        expect((await fix('ScreenSaverPasswordProtected', session)).stdout).toContain('Fixed: the check passes now.');
      }
      await linux.write(file, '[Daemon]\nTimeout=60\n');
      expect((await statesOf(session))[2]).toBe('failed');
      expect((await fix('ScreenSaverTimeout', session)).stdout).toContain('Fixed: the check passes now.');
      expect(await statesOf(session)).toEqual(['passed', 'passed', 'passed']);
      await linux.write('/etc/xdg/kscreenlockerrc', '[Daemon][$i]\nTimeout=60\n');
      expect((await statesOf(session))[2]).toBe('failed');
      await linux.remove('/etc/xdg/kscreenlockerrc');
      await session.close();
    });
  });

  describe('agents', () => {
    test('a service that stands for the company’s management: running, stopped, gone', async () => {
      expect(await read()).toMatchObject({ RmmAgent: { state: 'failed' }, ManagedDevice: { state: 'failed' } });
      await expectToRun(['install', '-D', '/bin/sleep', '/opt/orbit/bin/orbit/orbit']);
      await linux.write(
        '/etc/systemd/system/orbit.service',
        '[Service]\nExecStart=/opt/orbit/bin/orbit/orbit 600\n\n[Install]\nWantedBy=multi-user.target\n',
      );
      await expectToRun(['systemctl', 'daemon-reload']);
      await expectToRun(['systemctl', 'start', 'orbit']);
      expect(await read()).toMatchObject({ RmmAgent: { state: 'passed' }, ManagedDevice: { state: 'passed' } });
      await expectToRun(['systemctl', 'stop', 'orbit']);
      expect(await read()).toMatchObject({
        RmmAgent: { state: 'failed', found: 'fleet is stopped' },
        ManagedDevice: { state: 'failed' },
      });
      const answer = await fix('RmmAgent');
      expect(answer.stdout).toContain('administrator: systemctl disable --now orbit.service');
      expect(await read()).toMatchObject({ RmmAgent: { state: 'passed' }, ManagedDevice: { state: 'passed' } });
      expect((await linux.run(['systemctl', 'is-enabled', 'orbit'])).stdout.trim()).toBe('enabled');
      await expectToRun(['systemctl', 'disable', '--now', 'orbit.service']);
      expect(await stateOf('RmmAgent')).toBe('failed');
    });

    test('the agent of the work environment: missing, installed and stopped, started', async () => {
      expect(await stateOf('FciAgentRunning')).toBe('failed');
      expect((await fix('FciAgentRunning')).stdout).toContain('Workplace has no fix for this case');
      await expectToRun(['install', '-D', '/bin/sleep', '/opt/fci/fci-agent']);
      await linux.write(
        '/etc/systemd/system/fci-agent.service',
        '[Service]\nExecStart=/opt/fci/fci-agent 600\n\n[Install]\nWantedBy=multi-user.target\n',
      );
      await expectToRun(['systemctl', 'daemon-reload']);
      await fix('FciAgentRunning');
      expect(await stateOf('FciAgentRunning')).toBe('passed');
    });
  });

  test('what docs/checks.md says was tried here was tried here', () => {
    const tried = CHECKS.filter((check) => seen.has(`${check} passed`) && seen.has(`${check} failed`));
    const found = Object.fromEntries(
      tried.map((check) => [check, fixed.has(check) ? 'read-and-fixed' : 'read'] as const),
    );
    expect(found).toEqual(TRIED_ON_DEBIAN);
  });
});
