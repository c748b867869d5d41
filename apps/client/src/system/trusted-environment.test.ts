import { expect, test } from 'vitest';
import { environmentOfAdministrator, environmentOfRoot } from './trusted-environment.ts';

/** What makes programs load, run, read or write something else than they would. */
const HOSTILE = Object.fromEntries(
  [
    ...[
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'LD_AUDIT',
      'DYLD_INSERT_LIBRARIES',
      'GCONV_PATH',
      'GLIBC_TUNABLES',
      'LOCPATH',
    ],
    ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_COMPILE_CACHE', 'OPENSSL_CONF', 'SSL_CERT_FILE', 'SSLKEYLOGFILE', 'TMPDIR'],
    ...['DBUS_SYSTEM_BUS_ADDRESS', 'DBUS_SESSION_BUS_ADDRESS', 'SYSTEMD_PAGER', 'PYTHONPATH', 'PERL5LIB', 'APT_CONFIG'],
    ...['BASH_ENV', 'ENV', 'IFS', 'LANG', 'LC_ALL', 'GIO_EXTRA_MODULES', 'XDG_DATA_DIRS', 'WORKPLACE_SYSTEM_ROOT'],
  ].map((name) => [name, '/home/ada/evil']),
);

test('root takes over a few names, and its own folders', () => {
  const given = { ...HOSTILE, PATH: '/home/ada/bin', TERM: 'xterm', SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 2222' };
  expect(environmentOfRoot(given, '/root')).toEqual({
    HOME: '/root',
    TERM: 'xterm',
    SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 2222',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  });
});

test('root takes no folder that belongs to another for its home', () => {
  const isOwn = (folder: string) => folder.startsWith('/root');
  const kept = environmentOfRoot({ HOME: '/home/ada', XDG_CONFIG_HOME: '/root/config' }, '/root', isOwn);
  expect([kept['HOME'], kept['XDG_CONFIG_HOME']]).toEqual(['/root', '/root/config']);
});

test('an administrator on Windows looks for nothing where a person’s own settings say it is', () => {
  const names = ['windir', 'SYSTEMROOT', 'ComSpec', 'Path', 'PathExt', 'TEMP', 'tmp', 'PSModulePath', 'ProgramFiles'];
  const loaders = ['COR_PROFILER_PATH', 'CORECLR_PROFILER', 'NODE_OPTIONS', 'OPENSSL_CONF', '__PSLockdownPolicy'];
  const given = Object.fromEntries([...names, ...loaders].map((name) => [name, 'D:\\evil']));
  const taken = environmentOfAdministrator({ ...given, Username: 'ada' });
  expect(JSON.stringify(taken)).not.toContain('evil');
  expect(taken).toMatchObject({ windir: 'C:\\Windows', ComSpec: 'C:\\Windows\\System32\\cmd.exe', Username: 'ada' });
});
