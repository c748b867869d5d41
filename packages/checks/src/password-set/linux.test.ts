import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret, parsePasswdStatus } from './linux.ts';

async function read(options: FakeSystemOptions, parameters: unknown = {}) {
  const reading = await linuxSignInSecret.read(createFakeSystem(options));
  return judgeReading(passwordSet, reading, parameters, { operatingSystem: 'linux', now: new Date(0) });
}

const PROPERTIES =
  'busctl --system --json=short get-property org.freedesktop.Accounts /org/freedesktop/Accounts/User1000 org.freedesktop.Accounts.User PasswordMode Locked AutomaticLogin';
const service = (mode: number, automatic = false, locked = false) => ({
  'busctl --system --json=short call': '{"type":"o","data":["/org/freedesktop/Accounts/User1000"]}',
  [PROPERTIES]: `{"type":"i","data":${mode}}\n{"type":"b","data":${locked}}\n{"type":"b","data":${automatic}}\n`,
});
const passwd = { passwd: 'nadia P 2025-05-20 0 99999 7 -1\n' };

test.each([
  [service(0), 'passed', 'set'],
  [service(1), 'failed', 'notYet'],
  [service(2), 'failed', 'none'],
  [service(0, true), 'failed', 'automatic'],
  [service(2, false, true), 'passed', 'set'],
  [service(7), 'unknown', 'unknownText'],
])('the accounts service %#: %s', async (commands, state, key) => {
  const judged = await read({ commands });
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test('a password that has to be changed is one', async () => {
  expect((await read({ commands: { ...service(1), ...passwd } })).state).toBe('passed');
  const none = { passwd: 'nadia NP 1970-01-01 0 99999 7 -1\n' };
  expect((await read({ commands: { ...service(1), ...none } })).message.key).toBe('notYet');
});

test('the file of the display manager is newer than what the accounts service keeps of it', async () => {
  const files = { '/etc/gdm3/daemon.conf': '[daemon]\n# AutomaticLoginEnable=true\n' };
  expect((await read({ files, commands: service(0, true) })).state).toBe('passed');
  const elsewhere = { '/etc/sddm.conf': '[Theme]\n' };
  expect((await read({ files: elsewhere, commands: service(0, true) })).state).toBe('failed');
});

test.each([
  ['nadia P 2025-05-20 0 99999 7 -1\n', 'set'],
  ['nadia PS 2017-01-19 0 99999 7 -1 (Password set, SHA512 crypt.)\n', 'set'],
  ['nadia NP 2017-02-21 0 99999 7 -1 (Empty password.)\n', 'none'],
  ['nadia NP 02/21/2017 0 99999 7 -1\n', 'none'],
  ['nadia L 2025-05-20 0 99999 7 -1\n', 'disabled'],
  ['nadia LK 2017-02-21 0 99999 7 -1 (Password locked.)\n', 'disabled'],
  ['nadia X 2025-05-20 0 99999 7 -1\n', null],
  ['root P 2025-05-20 0 99999 7 -1\n', null],
  ['Failed to connect to bus: No such file or directory\n', null],
  ['nadia P 2025-05-20\nnadia NP 2025-05-20\n', null],
  ['nadia P 2025-05-20 0 999', null],
  ['nadia P 2025-05-20 0 99999 7 -', null],
  ['', null],
])('passwd -S %j: %s', (text, expected) => {
  expect(parsePasswdStatus(text, 'nadia')).toBe(expected);
});

test('where the bus does not answer, passwd does', async () => {
  const bus = { busctl: { code: 1, stderr: 'Failed to connect to bus: No such file or directory' } };
  expect((await read({ commands: { ...bus, ...passwd } })).state).toBe('passed');
  const network = { passwd: { code: 1, stderr: "passwd: user 'nadia' does not exist" } };
  expect((await read({ commands: { ...bus, ...network } })).state).toBe('unknown');
});

test.each([
  ['/etc/gdm3/custom.conf', '[daemon]\nAutomaticLoginEnable=true\nAutomaticLogin=nadia\n', 'failed'],
  ['/run/gdm3/custom.conf', '[daemon]\nAutomaticLoginEnable=true\nAutomaticLogin=nadia\n', 'failed'],
  [
    '/run/systemd/transient/kiosk.service',
    '[Service]\nUser=nadia\nPAMName=login\nTTYPath=/dev/tty7\nExecStart=/usr/bin/startx\n',
    'failed',
  ],
  ['/etc/pam.d/hyprlock', 'auth sufficient pam_permit.so\n', 'failed'],
  ['/etc/pam.d/hyprlock', 'auth include login\n', 'passed'],
  ['/etc/gdm3/custom.conf', '[daemon]\n# AutomaticLoginEnable = true\n', 'passed'],
  ['/etc/gdm3/custom.conf', '[daemon]\nautomaticloginenable = False\n', 'passed'],
  ['/etc/gdm/custom.conf', '[daemon]\nTimedLoginEnable=True\nTimedLogin=nadia\n', 'failed'],
  ['/etc/sddm.conf.d/autologin.conf', '[Autologin]\nUser=nadia\nSession=plasma\n', 'failed'],
  ['/etc/sddm.conf', '[Autologin]\nUser=\n', 'passed'],
  ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-user=nadia\n', 'failed'],
  ['/etc/lightdm/lightdm.conf', '[Seat:*]\n#autologin-user=nadia\n', 'passed'],
  ['/etc/greetd/config.toml', '[initial_session]\ncommand = "sway"\nuser = "nadia"\n', 'failed'],
  [
    '/etc/systemd/system/getty@tty1.service.d/override.conf',
    '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin nadia %I\n',
    'failed',
  ],
])('%s with %j: %s', async (path, text, expected) => {
  expect((await read({ files: { [path]: text }, commands: passwd })).state).toBe(expected);
});

test('a later file takes an automatic sign-in back', async () => {
  const files = { '/etc/sddm.conf.d/a.conf': '[Autologin]\nUser=nadia\n', '/etc/sddm.conf': '[Autologin]\nUser=\n' };
  expect((await read({ files, commands: passwd })).state).toBe('passed');
});

test('a file that may not be read is unknown; policy may allow automatic sign-in', async () => {
  const closed = { ok: false, reason: 'access-denied', detail: '' } as const;
  expect((await read({ files: { '/etc/lightdm/lightdm.conf': closed }, commands: passwd })).reason).toBe(
    'access-denied',
  );
  const files = { '/etc/sddm.conf': '[Autologin]\nUser=nadia\n' };
  expect((await read({ files, commands: passwd }, { allowAutomaticSignIn: true })).state).toBe('passed');
});

test.each([
  ['nadia::20000:0:99999:7:::\n', 'failed'],
  ['nadia:$y$j9T$salt$hash:20000:0:99999:7:::\n', 'passed'],
  ['nadia\n', 'unknown'],
  ['root:*:20000:0:99999:7:::\n', 'unknown'],
])('/etc/shadow of another root folder %j: %s', async (text, expected) => {
  expect((await read({ rootFolder: '/scratch', files: { '/etc/shadow': text } })).state).toBe(expected);
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      expect((await read({ commands: { busctl: text, passwd: text } })).state).not.toBe('passed');
    }),
  );
});
