import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import { judgeReading } from '../judge-reading.ts';
import { findAutomaticSignIn } from './automatic-sign-in.ts';
import { commandSignsIn, unitSignsIn } from './console-commands.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret } from './linux.ts';

const passwd = { passwd: 'nadia P 2025-05-20 0 99999 7 -1\n' };

async function judge(files: FakeSystemOptions['files'], commands: FakeSystemOptions['commands'] = {}) {
  const system = createFakeSystem({ ...(files === undefined ? {} : { files }), commands: { ...passwd, ...commands } });
  const reading = await linuxSignInSecret.read(system);
  const context = { operatingSystem: 'linux', now: new Date(0) } as const;
  return { reading, ...judgeReading(passwordSet, reading, {}, context) };
}
const stateOf = async (...given: Parameters<typeof judge>) => (await judge(...given)).state;

const ACCOUNTS = 'root:x:0:0::/root:/bin/sh\n_greetd:x:117:1::/:/bin/sh\nomar:x:1001:1001::/home/omar:/bin/sh\n';
const GETTY = '/etc/systemd/system/getty@tty1.service';
const RESCUE = '/etc/systemd/system/rescue.service.d/rescue.conf';
const AGETTY = "ExecStart=-/sbin/agetty -o '-p -- \\\\u' --noclear %I $TERM";

test.each([
  ['/etc/gdm3/custom.conf', '[daemon]\nAutomaticLoginEnable=maybe\n', 'failed'],
  ['/etc/gdm3/custom.conf', '[daemon]\nAutomaticLoginEnable=true\nautomaticloginenable=false\n', 'failed'],
  ['/etc/sddm.conf', '[Autologin]\nUser=nadia # me\n', 'failed'],
  ['/etc/sddm.conf', '[Autologin]\nUser= # no one\n', 'passed'],
  ['/etc/sddm.conf', '[Autologin]\nUser=nadia\nuser=\n', 'failed'],
  ['/etc/sddm.conf.d/left.bak', '[Autologin]\nUser=nadia\n', 'failed'],
  ['/etc/plasmalogin.conf', '[Autologin]\nUser=nadia\nSession=plasma\n', 'failed'],
  ['/etc/plasmalogin.conf.d/x', '[Autologin][seat0]\nUser=nadia\n', 'failed'],
  ['/usr/lib/plasmalogin/plasmalogin.conf.d/x', '[Autologin]\nUser[$i]=nadia\n', 'failed'],
  ['/etc/plasmalogin.conf', '[Autologin]\nUser=\nRelogin=true\n[Greeter]\nUser=x\n', 'passed'],
  ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-guest=true\n', 'failed'],
  ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-guest=false\n', 'passed'],
  ['/etc/lightdm/lightdm.conf', '[SeatDefaults]\nautologin-user=nadia\n', 'failed'],
  ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-user=nadia\n[Seat:seat1]\nautologin-user=\n', 'failed'],
  ['/usr/local/share/lightdm/lightdm.conf.d/x.conf', '[Seat:*]\nautologin-user=nadia\n', 'failed'],
  ['/etc/xdg/lightdm/lightdm.conf.d/x.conf', '[Seat:*]\nautologin-user=nadia\n', 'failed'],
  ['/etc/lightdm/lightdm.conf.d/x.conf.bak', '[Seat:*]\nautologin-user=nadia\n', 'passed'],
  ['/etc/lxdm/lxdm.conf', '[base]\nautologin=nadia\n', 'failed'],
  ['/etc/lxdm/lxdm.conf', '[base]\n# autologin=dgod\n', 'passed'],
  ['/etc/lxdm/default.conf', '[base]\nautologin=nadia\n', 'failed'],
  ['/etc/ly/config.ini', 'auto_login_session = sway\nauto_login_user = nadia\n', 'failed'],
  ['/etc/ly/config.ini', 'auto_login_session = null\nauto_login_user = null # no one\n', 'passed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "sway"\nuser = "nadia"\n', 'failed'],
  ['/etc/greetd/config.toml', "[default_session]\ncommand = 'sway'\nuser = 'omar'\n", 'failed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "agreety"\nuser = "_greetd"\n', 'passed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "agreety"\n', 'passed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "agreety"\nuser = "greeter"\n', 'passed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "sway"\nuser = "elsewhere"\n', 'failed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "sway"\nuser = "a" + "b"\n', 'unknown'],
  ['/etc/greetd/greetd.conf', '[default_session]\ncommand = "sway"\nuser = nadia\n', 'failed'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "sway"\nuser = "root"\n', 'unknown'],
  ['/etc/greetd/config.toml', '[default_session]\ncommand = "cage -s -- gtkgreet"\nuser = "root"\n', 'passed'],
  ['/etc/slim.conf', 'default_user nadia\nauto_login          yes\n', 'failed'],
  ['/etc/slim.conf', 'default_user nadia\n#auto_login yes\nauto_login no\n', 'passed'],
  ['/etc/default/nodm', 'NODM_ENABLED=true\nNODM_USER=nadia\n', 'failed'],
  ['/etc/default/nodm', 'NODM_USER=nadia\n', 'failed'],
  ['/etc/default/nodm', 'NODM_ENABLED="no"\nNODM_USER=nadia\n', 'passed'],
  ['/etc/emptty/conf', 'DEFAULT_USER=nadia\nAUTOLOGIN=true\n', 'failed'],
  ['/etc/emptty/conf', 'DEFAULT_USER=nadia\nAUTOLOGIN=false\n', 'passed'],
  ['/etc/sysconfig/displaymanager', 'DISPLAYMANAGER="gdm"\nDISPLAYMANAGER_AUTOLOGIN="nadia"\n', 'failed'],
  ['/etc/sysconfig/displaymanager', 'DISPLAYMANAGER="gdm"\nDISPLAYMANAGER_AUTOLOGIN=""\n', 'passed'],
  [
    '/etc/systemd/system/kmsconvt@.service',
    '[Service]\nExecStart=/usr/bin/kmscon --vt=%I --login -- /bin/login -f nadia\n',
    'failed',
  ],
  ['/etc/systemd/system/kmsconvt@.service', '[Service]\nExecStart=/usr/bin/kmscon --vt=%I -l /bin/bash\n', 'unknown'],
  ['/etc/systemd/system/kmsconvt@.service', '[Service]\nExecStart=/usr/bin/kmscon --vt=%I --no-switchvt\n', 'passed'],
  [GETTY, `[Service]\n${AGETTY}\n`, 'passed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty -a nadia --noclear %I $TERM\n', 'failed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty --noclear \\\n  --auto nadia %I\n', 'failed'],
  [GETTY, "[Service]\nExecStart=-/sbin/agetty -o '-p -f nadia' %I\n", 'failed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty -n -l /bin/bash %I\n', 'failed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty --skip-login -l /usr/bin/zsh %I\n', 'failed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty -l /bin/bash %I\n', 'unknown'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty -n -l /opt/hello %I\n', 'unknown'],
  ['/etc/systemd/system/su8.service', '[Service]\nExecStart=-/sbin/sulogin --force\nTTYPath=/dev/tty8\n', 'unknown'],
  ['/etc/systemd/system/su8.service', '[Service]\nExecStart=-/sbin/sulogin -e\nTTYPath=/dev/tty8\n', 'unknown'],
  ['/etc/systemd/system/su8.service', '[Service]\nExecStart=-/sbin/sulogin -t 30\nTTYPath=/dev/tty8\n', 'passed'],
  [RESCUE, '[Service]\nEnvironment=SYSTEMD_SULOGIN_FORCE=1\n', 'unknown'],
  [RESCUE, '[Service]\nEnvironment="LANG=C" "SYSTEMD_SULOGIN_FORCE=yes"\n', 'unknown'],
  [RESCUE, '[Service]\nEnvironment=SYSTEMD_SULOGIN_FORCE=0\n', 'passed'],
  [GETTY, '[Service]\nExecStart=-/sbin/agetty -n -l /usr/bin/login %I\n', 'passed'],
  [GETTY, '[Service]\nExecStart=/sbin/mingetty --autologin nadia tty1\n', 'failed'],
  [
    '/etc/systemd/system/kiosk.service',
    '[Service]\nUser=nadia\nPAMName=login\nTTYPath=/dev/tty7\nExecStart=/usr/bin/cage\n',
    'failed',
  ],
  ['/etc/systemd/system/in.service', '[Service]\nExecStart=/bin/login -f nadia\nStandardInput=tty\n', 'failed'],
  ['/etc/systemd/system/web.service', '[Service]\nUser=www\nPAMName=systemd-user\nExecStart=/usr/bin/web\n', 'passed'],
  [
    '/run/systemd/system/getty@tty1.service.d/live.conf',
    '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin user %I\n',
    'failed',
  ],
  ['/usr/lib/systemd/system/getty@.service', `[Service]\n${AGETTY}\n`, 'passed'],
  [
    '/usr/lib/systemd/system/serial-getty@.service.d/auto.conf',
    '[Service]\nExecStart=-/sbin/agetty -aroot %I\n',
    'failed',
  ],
  ['/etc/inittab', '1:2345:respawn:/sbin/agetty --autologin nadia tty1 linux\n', 'failed'],
  ['/etc/inittab', '1:2345:respawn:/sbin/agetty tty1 linux\n#2:x:respawn:/sbin/agetty -a x\n', 'passed'],
  ['/etc/cron.d/x', '@reboot root setsid sh -c "exec bash </dev/tty8 >/dev/tty8 2>&1"\n', 'failed'],
  ['/etc/cron.d/x', '*/5 * * * * root openvt -c 9 -- bash\n', 'failed'],
  ['/etc/crontab', '@reboot root agetty --autologin nadia tty9\n', 'failed'],
  ['/etc/cron.d/x', '# @reboot root openvt -c 9 -- bash\n@daily root echo hi > /dev/tty1\n', 'passed'],
  ['/etc/cron.d/x', '@reboot nadia startx\n', 'unknown'],
  ['/etc/conf.d/agetty.tty1', 'agetty_options="--autologin nadia --noclear"\n', 'failed'],
  ['/etc/conf.d/agetty', 'agetty_options="--noclear"\n', 'passed'],
])('%s with %j: %s', async (path, text, expected) => {
  expect(await stateOf({ '/etc/passwd': ACCOUNTS, [path]: text })).toBe(expected);
});

/** As systemd 252 has it in Debian 12, without remarks. */
const DEBUG_SHELL = `[Unit]
Description=Early root shell on /dev/tty9 FOR DEBUGGING ONLY
DefaultDependencies=no
[Service]
Environment=TERM=linux
ExecStart=/bin/sh
Restart=always
StandardInput=tty
TTYPath=/dev/tty9
[Install]
WantedBy=sysinit.target
`;

test.each([
  ['is there', '/usr/lib/systemd/system/debug-shell.service', 'passed'],
  ['is enabled', '/etc/systemd/system/sysinit.target.wants/debug-shell.service', 'failed'],
  ['is put there by a generator', '/run/systemd/generator.late/multi-user.target.wants/debug-shell.service', 'failed'],
  ['is asked for at the start', '/run/systemd/generator.early/default.target.wants/debug-shell.service', 'failed'],
])('a shell of root’s on a console that %s', async (_, path, expected) => {
  expect(await stateOf({ '/etc/passwd': ACCOUNTS, [path]: DEBUG_SHELL })).toBe(expected);
  const masked = { '/etc/passwd': ACCOUNTS, [path]: DEBUG_SHELL, '/etc/systemd/system/debug-shell.service': '' };
  expect(await stateOf(masked)).toBe('passed');
});

test('a sign-in added to a console that is masked is none; added to the others it is', async () => {
  const added = '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin nadia %I\n';
  const files = { '/etc/passwd': ACCOUNTS, '/etc/systemd/system/getty@tty1.service': '' };
  expect(await stateOf({ ...files, '/etc/systemd/system/getty@tty1.service.d/a.conf': added })).toBe('passed');
  expect(await stateOf({ ...files, '/etc/systemd/system/getty@tty2.service.d/a.conf': added })).toBe('failed');
  expect(await stateOf({ ...files, '/etc/systemd/system/getty@.service.d/a.conf': added })).toBe('failed');
});

const KIOSK = '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin nadia --noclear %I $TERM\n';
const dm = (program: string, more: Readonly<Record<string, string>> = {}) => ({
  LoadState: 'loaded',
  ActiveState: 'active',
  NeedDaemonReload: 'no',
  ExecStart: `{ path=${program} ; argv[]=${program} ; ignore_errors=no }`,
  ...more,
});
const LIGHTDM = { '/etc/lightdm/lightdm.conf': '[Seat:*]\nautologin-user=kiosk\n' };
const NODM = { '/etc/default/nodm': 'NODM_ENABLED=true\nNODM_USER=root\n' };
const rest = { ActiveState: 'inactive' };

describe('a display manager that has someone signed in, and another that was chosen', () => {
  test.each<[string, FakeSystemOptions['files'], Parameters<typeof fakeSystemd>[0], string]>([
    ['is SDDM', LIGHTDM, { 'display-manager.service': dm('/usr/bin/sddm') }, 'passed'],
    ['is SDDM, not started yet', LIGHTDM, { 'display-manager.service': dm('/usr/bin/sddm', rest) }, 'passed'],
    ['is LightDM', NODM, { 'display-manager.service': dm('/usr/sbin/lightdm') }, 'passed'],
    ['is the same', LIGHTDM, { 'display-manager.service': dm('/usr/sbin/lightdm') }, 'failed'],
    ['is the same, started by a script', NODM, { 'display-manager.service': dm('/etc/init.d/nodm start') }, 'failed'],
    ['is none that is known', LIGHTDM, { 'display-manager.service': dm('/usr/local/bin/start') }, 'failed'],
    [
      'changed since',
      LIGHTDM,
      { 'display-manager.service': dm('/usr/bin/sddm', { NeedDaemonReload: 'yes' }) },
      'failed',
    ],
    ['is not there', LIGHTDM, { 'display-manager.service': { LoadState: 'not-found' } }, 'failed'],
    [
      'is not the only one that runs',
      LIGHTDM,
      { 'display-manager.service': dm('/usr/bin/sddm'), 'kiosk.service': dm('/usr/sbin/lightdm') },
      'failed',
    ],
    [
      'is not the only one that starts',
      NODM,
      {
        'display-manager.service': dm('/usr/bin/sddm'),
        'nodm.service': dm('/bin/sh -c "exec /usr/sbin/nodm"', { ...rest, WantedBy: 'graphical.target' }),
      },
      'failed',
    ],
    [
      'is the only one that starts',
      NODM,
      { 'display-manager.service': dm('/usr/bin/sddm'), 'nodm.service': dm('/usr/sbin/nodm', rest) },
      'passed',
    ],
    [
      'does not matter to a console',
      { '/etc/systemd/system/getty@tty1.service.d/a.conf': KIOSK },
      { 'display-manager.service': dm('/usr/bin/sddm') },
      'failed',
    ],
  ])('%s', async (_, files, units, expected) => {
    expect(await stateOf({ '/etc/passwd': ACCOUNTS, ...files }, fakeSystemd(units))).toBe(expected);
  });
});

const SESSION = { User: 'nadia', PAMName: 'login' };
const asLoaded = (argv: string, more: Readonly<Record<string, string>> = {}) => ({
  LoadState: 'loaded',
  NeedDaemonReload: 'no',
  ExecStart: `{ path=/sbin/agetty ; argv[]=${argv} ; ignore_errors=yes ; start_time=[n/a] ; pid=0 }`,
  ...{ User: '', PAMName: '', TTYPath: '/dev/tty1', StandardInput: 'tty' },
  ...more,
});
const ASKING = '/sbin/agetty -o -p -- \\u --noclear - linux';

test.each([
  ['a later file has it ask', 'getty@tty1.service', asLoaded(ASKING), 'passed'],
  ['no later file has it ask', 'getty@tty1.service', asLoaded('/sbin/agetty --autologin nadia'), 'failed'],
  ['an option stands behind what systemd has lost', 'getty@tty1.service', asLoaded(`${ASKING} -a nadia`), 'failed'],
  ['a name is handed to login', 'getty@tty1.service', asLoaded('/sbin/agetty -o -p -f nadia'), 'failed'],
  ['a file changed since', 'getty@tty1.service', asLoaded(ASKING, { NeedDaemonReload: 'yes' }), 'failed'],
  ['a session of someone’s is opened', 'getty@tty1.service', asLoaded('/usr/bin/cage', SESSION), 'failed'],
  ['the shell is root’s', 'getty@tty1.service', asLoaded('/bin/sh'), 'failed'],
  ['another program than login asks', 'getty@tty1.service', asLoaded('/sbin/agetty -l /bin/x'), 'failed'],
  ['every console signs in but this one', 'getty@.service', asLoaded('/sbin/agetty --autologin nadia'), 'failed'],
  ['a later file has every console ask', 'getty@.service', asLoaded(ASKING), 'passed'],
])('a console that one file has sign in: %s', async (_, unit, loaded, expected) => {
  const path = `/etc/systemd/system/${unit}.d/10-kiosk.conf`;
  const asked = unit.replace('@.', '@vestibule.');
  const units = { [asked]: { FragmentPath: '/lib/systemd/system/getty@.service', DropInPaths: path, ...loaded } };
  expect(await stateOf({ [path]: KIOSK }, fakeSystemd(units))).toBe(expected);
});

const TEMPLATE = '/usr/lib/systemd/system/getty@.service';
test.each([
  [
    'has read',
    '/etc/systemd/system/getty@tty1.service',
    { FragmentPath: '/etc/systemd/system/getty@tty1.service' },
    'passed',
  ],
  ['has not read yet', '/etc/systemd/system/getty@tty1.service', { FragmentPath: TEMPLATE }, 'failed'],
  [
    'has not read yet, of several parts',
    '/etc/systemd/system/getty@tty1.service.d/20.conf',
    { FragmentPath: TEMPLATE, DropInPaths: '/etc/systemd/system/getty@tty1.service.d/10.conf' },
    'failed',
  ],
] as const)('a file of a console that systemd %s: %s', async (_, path, read, expected) => {
  const units = { 'getty@tty1.service': asLoaded(ASKING, read) };
  expect(await stateOf({ [path]: KIOSK }, fakeSystemd(units))).toBe(expected);
});

test('what one file says is not undone by another that cannot be read', async () => {
  const closed = { ok: false, reason: 'access-denied', detail: '' } as const;
  const files = { '/etc/gdm3/custom.conf': closed, '/etc/sddm.conf': '[Autologin]\nUser=nadia\n' };
  expect(await stateOf(files)).toBe('failed');
  expect(await stateOf({ '/etc/systemd/system/secret.service': closed })).toBe('unknown');
});

describe('an account whose password is not asked for', () => {
  test.each<[string, FakeSystemOptions['commands'], string]>([
    ['nopasswdlogin:x:999:nadia\n', {}, 'failed'],
    ['nopasswdlogin:x:999:omar, nadia\n', {}, 'failed'],
    ['nopasswdlogin:x:999:omar\n', {}, 'passed'],
    ['nopasswdlogin:x:1000:\n', {}, 'failed'],
    ['autologin:x:998:nadia\n', {}, 'passed'],
    ['', { id: 'nadia users nopasswdlogin\n' }, 'failed'],
    ['', { id: 'nadia users\n' }, 'passed'],
    ['', { id: { code: 1, stdout: 'nadia\n', stderr: 'id: cannot find name for group ID 1000' } }, 'unknown'],
    ['', { id: { ok: false, reason: 'timed-out', detail: 'id' } }, 'unknown'],
  ])('%j, %j: %s', async (group, commands, expected) => {
    const files = { '/etc/group': group, '/etc/passwd': 'nadia:x:1000:1000::/home/nadia:/bin/sh\n' };
    expect(await stateOf(files, commands)).toBe(expected);
  });

  test('is said to have one, and where that is set', async () => {
    const judged = await judge({ '/etc/group': 'nopasswdlogin:x:999:nadia\n' });
    expect(judged.message.key).toBe('notAsked');
    expect(judged.items).toEqual([{ label: { key: 'setIn' }, value: '/etc/group (nopasswdlogin)' }]);
    // What a server of an earlier version makes of it: the name is new, the rest is not.
    expect(judged.reading).toMatchObject({ value: { secret: 'none', automaticSignIn: null } });
  });

  test.each([
    ['auth sufficient pam_permit.so\n', true],
    ['auth\t[success=done default=ignore]\t/lib/security/pam_permit.so\n', true],
    ['-auth  sufficient \\\n pam_permit.so\n', true],
    ['auth required pam_permit.so\n', true],
    ['auth required pam_unix.so\nauth required pam_permit.so\n', false],
    [
      'auth [success=1 default=ignore] pam_unix.so nullok\nauth requisite pam_deny.so\nauth required pam_permit.so\n',
      false,
    ],
    ['account sufficient pam_permit.so\n# auth sufficient pam_permit.so\n', false],
  ])('the rule %j lets anybody in: %s', async (text, expected) => {
    expect(await stateOf({ '/etc/pam.d/common-auth': text })).toBe(expected ? 'failed' : 'passed');
    expect(await stateOf({ '/usr/lib/pam.d/system-auth': text })).toBe(expected ? 'failed' : 'passed');
    expect(await stateOf({ '/etc/pam.d/gdm-autologin': text })).toBe('passed');
  });
});

const found = async (files: Readonly<Record<string, string>>) => {
  const answer = await findAutomaticSignIn(createFakeSystem({ files }));
  return answer.ok ? answer.value : 'unknown';
};

describe('next to slow models', () => {
  const lineOf = (...keys: readonly string[]) =>
    fc
      .tuple(fc.constantFrom(...keys), fc.constantFrom('', 'nadia', '#', 'true', 'false', ' '))
      .map(([key, value]) => key + value);

  test('SDDM (ConfigReader.cpp): the last file that says something', async () => {
    const line = fc.oneof(
      fc.constantFrom('[Autologin]', '[Theme]', '#', ''),
      lineOf('User=', 'User =', '#User=', 'user='),
    );
    const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
    const paths = [
      '/usr/lib/sddm/sddm.conf.d/a',
      '/etc/sddm.conf.d/b.conf',
      '/etc/sddm.conf.d/c.bak',
      '/etc/sddm.conf',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 4, maxLength: 4 }), async (texts) => {
        let user = '';
        for (const each of texts) {
          let section = 'General';
          for (const raw of each.split('\n')) {
            const hash = raw.indexOf('#');
            const stripped = (hash < 0 ? raw : raw.slice(0, hash)).trim();
            const equals = stripped.indexOf('=');
            if (equals >= 0) {
              if (section === 'Autologin' && stripped.slice(0, equals).trim() === 'User') {
                user = stripped.slice(equals + 1).trim();
              }
            } else if (stripped.startsWith('[') && stripped.endsWith(']')) {
              section = stripped.slice(1, -1);
            }
          }
        }
        const files = Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
        expect((await found(files)) !== null).toBe(user !== '');
      }),
      { numRuns: 500 },
    );
  });

  test('LightDM (configuration.c, lightdm.c): a seat that signs someone in is never passed over', async () => {
    const line = fc.oneof(
      fc.constantFrom('[Seat:*]', '[SeatDefaults]', '[Seat:seat0]', '[LightDM]', '#'),
      lineOf('autologin-user=', 'autologin-guest=', '#autologin-user='),
    );
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
    const paths = [
      '/usr/share/lightdm/lightdm.conf.d/a.conf',
      '/etc/lightdm/lightdm.conf.d/b.conf',
      '/etc/lightdm/lightdm.conf',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), async (texts) => {
        const merged: Record<string, Record<string, string>> = {};
        for (const each of texts) {
          let group: string | null = null;
          for (const one of each.split('\n')) {
            if (one.startsWith('#') || one === '') continue;
            if (one.startsWith('[')) group = one === '[SeatDefaults]' ? 'Seat:*' : one.slice(1, -1);
            else if (group !== null) {
              const [key = '', value = ''] = one.split('=');
              merged[group] = { ...merged[group], [key]: value.trim() };
            }
          }
        }
        const signsIn = ['seat0', 'seat1'].some((seat) => {
          const own = { ...merged['Seat:*'], ...merged[`Seat:${seat}`] };
          return (own['autologin-user'] ?? '') !== '' || own['autologin-guest'] === 'true';
        });
        const files = Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
        if (signsIn) expect(await found(files)).not.toBeNull();
        const saysNothing = !texts.join('\n').match(/^autologin-(user=[^ \n]|guest=[^f\n])/m);
        if (saysNothing) expect(await found(files)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('agetty: an option that the real getopt finds is found', () => {
    const word = fc.constantFrom(
      ...[
        '-a',
        '-anadia',
        '--autologin',
        '--autologin=nadia',
        '--auto',
        'nadia',
        '--noclear',
        '-J',
        '-Ja',
        '-o',
        '-p -- x',
      ],
      ...[
        '-f issue',
        '--login-options',
        '-t',
        '60',
        '--',
        '-',
        '38400',
        'tty1',
        '-c',
        '--keep-baud',
        '--issue-file',
        '--host',
      ],
    );
    const lines = fc.sample(fc.array(word, { minLength: 1, maxLength: 5 }), 250);
    const long =
      'autologin:,chdir:,delay:,host:,init-string:,issue-file:,login-options:,login-program:,nice:,noclear,keep-baud,timeout:';
    const script = lines.map((words) => {
      const quoted = words.map((each) => `'${each}'`).join(' ');
      const normal = `getopt -q -o '8a:cC:d:Ef:hH:iI:Jl:LmnNo:pP:r:Rst:Uw' -l '${long}' -- ${quoted}`;
      return `set --; if found=$(${normal}); then eval "set -- $found"; fi; printf '%s\\001' "$@"; echo`;
    });
    const normal = execFileSync('/bin/sh', { input: script.join('\n'), encoding: 'utf8' }).split('\n');
    const inside = lines.filter((_, index) => {
      const told = normal[index]?.split('\u0001') ?? [];
      // Every option that takes a word has it behind it, so that a word is never taken for an option.
      for (let at = 0; at < told.length && told[at] !== '--'; at++) {
        if (told[at] === '-a' || told[at] === '--autologin') return true;
        if (/^-[CdfHIloPrt]$|^--(?!noclear|keep-baud)/.test(told[at] ?? '')) at++;
      }
      return false;
    });
    expect(inside.length).toBeGreaterThan(30);
    for (const words of inside) {
      const line = `/sbin/agetty ${words.map((each) => `"${each}"`).join(' ')}`;
      expect(`${line}: ${commandSignsIn(line)}`).toBe(`${line}: true`);
    }
  });

  test('a unit that says nothing of the kind signs no one in', () => {
    expect(
      unitSignsIn('[Unit]\nDescription=Getty\n[Service]\nExecStart=-/sbin/agetty -- --autologin\nTTYPath=/dev/%I\n'),
    ).toBe(false);
    expect(commandSignsIn('/usr/bin/forgetting --autologin x')).toBe(false);
  });
});
