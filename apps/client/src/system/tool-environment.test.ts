import { expect, test } from 'vitest';
import { toolEnvironment } from './tool-environment.ts';

/** What has tools read something else than the computer's and the session's own settings. */
const ASTRAY = Object.fromEntries(
  [
    ...['APT_CONFIG', 'DCONF_PROFILE', 'GIO_EXTRA_MODULES', 'GSETTINGS_BACKEND', 'GSETTINGS_SCHEMA_DIR', 'HOME'],
    ...['LD_LIBRARY_PATH', 'LD_PRELOAD', 'PATH', 'PS_FORMAT', 'PS_PERSONALITY', 'SYSTEMD_COLORS', 'XDG_CONFIG_DIRS'],
    ...['XDG_CONFIG_HOME', 'XDG_DATA_DIRS', 'DBUS_SYSTEM_BUS_ADDRESS', 'LIBMOUNT_FSTAB', 'DNF5_FORCE_INTERACTIVE'],
  ].map((name) => [name, '/tmp/astray']),
);

test('on Linux nothing of this process says what a tool reads', () => {
  const given = { ...ASTRAY, XDG_RUNTIME_DIR: '/run/user/1000', http_proxy: 'http://proxy:3128' };
  expect(toolEnvironment(given, '/home/ada', {}, 'linux')).toEqual({
    XDG_RUNTIME_DIR: '/run/user/1000',
    http_proxy: 'http://proxy:3128',
    HOME: '/home/ada',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  });
});

test('what the session works with wins', () => {
  const session = { HOME: '/home/ada/inner', DISPLAY: ':7', XDG_CONFIG_HOME: '/home/ada/inner/config' };
  const environment = toolEnvironment({ ...ASTRAY, DISPLAY: ':0' }, '/home/ada', session, 'linux');
  expect(environment).toEqual({ ...session, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' });
});

test('on macOS the home is that of the account, and no other library is loaded', () => {
  const given = { HOME: '/tmp', CFFIXED_USER_HOME: '/tmp', DYLD_INSERT_LIBRARIES: '/tmp/x', TMPDIR: '/var/folders/x' };
  expect(toolEnvironment(given, '/Users/ada', {}, 'darwin')).toEqual({ HOME: '/Users/ada', TMPDIR: '/var/folders/x' });
});
