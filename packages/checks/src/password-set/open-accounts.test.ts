import type { FactReading } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret } from './linux.ts';
import { linuxOpenAccounts } from './open-accounts.ts';

const PASSWD = [
  'root:x:0:0:root:/root:/bin/bash',
  'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
  'sync:x:4:65534:sync:/bin:/bin/sync',
  'nadia:x:1000:1000:Nadia:/home/nadia:/bin/bash',
  'ops:x:1001:1001::/home/ops:/bin/bash',
  'kiosk:x:1002:1002::/home/kiosk:',
  '',
].join('\n');
const GROUP = 'root:x:0:\nsudo:x:27:ops\nnadia:x:1000:\nops:x:1001:\nkiosk:x:1002:\n';
const row = (name: string, hash: string, ends = '') => `${name}:${hash}:20000:0:99999:7::${ends}:\n`;
const shadow = (hashes: Readonly<Record<string, string>> = {}) =>
  ['root', 'daemon', 'sync', 'nadia', 'ops', 'kiosk']
    .map((name) => row(name, hashes[name] ?? (['daemon', 'sync', 'root'].includes(name) ? '*' : '$y$j9T$a$b')))
    .join('');
const NONE = { isRootOpen: false, administrators: 0, others: 0 };

/** No hash is that of no letters. */
const NO_EMPTY = { perl: '=\n' };

async function readAsRoot(files: Readonly<Record<string, string>>, commands: FakeSystemOptions['commands'] = NO_EMPTY) {
  const system = createFakeSystem({ files: { '/etc/passwd': PASSWD, '/etc/group': GROUP, ...files }, commands });
  const reading = await linuxOpenAccounts.read(system);
  return 'value' in reading ? reading.value : reading.unavailable;
}

test.each([
  [shadow(), NONE],
  [shadow({ root: '' }), { ...NONE, isRootOpen: true }],
  [shadow({ ops: '' }), { ...NONE, administrators: 1 }],
  [shadow({ kiosk: '' }), { ...NONE, others: 1 }],
  // Locked, or with no shell to sign in to: no one gets in.
  [shadow({ ops: '!', kiosk: '!!', root: '!*' }), NONE],
  [shadow({ daemon: '', sync: '' }), NONE],
  [shadow({ root: '', ops: '', kiosk: '', nadia: '' }), { isRootOpen: true, administrators: 1, others: 2 }],
  // Of a list that is cut nothing is known.
  [shadow({ root: '' }).slice(0, 9), 'unexpected-output'],
  [`${shadow()}ops:`, 'unexpected-output'],
  ['', 'unexpected-output'],
])('root reads, list %#', async (text, expected) => {
  expect(await readAsRoot({ '/etc/shadow': text })).toEqual(expected);
});

test('an account whose last day is over is closed; the day itself is 2026-11-21', async () => {
  const ending = (day: string) => shadow().replace(/^ops.*\n/m, row('ops', '', day));
  expect(await readAsRoot({ '/etc/shadow': ending('20000') })).toEqual(NONE);
  expect(await readAsRoot({ '/etc/shadow': ending('30000') })).toEqual({ ...NONE, administrators: 1 });
  expect(await readAsRoot({ '/etc/shadow': ending('0') })).toEqual(NONE);
  expect(await readAsRoot({ '/etc/shadow': ending('') })).toEqual({ ...NONE, administrators: 1 });
});

test('a second list counts where the computer looks into it', async () => {
  const second = {
    '/var/lib/extrausers/passwd': 'eva:x:1600:1600::/home/eva:/bin/bash\n',
    '/var/lib/extrausers/shadow': row('eva', ''),
    '/etc/shadow': shadow(),
  };
  const asked = (sources: string) => `passwd: ${sources}\nshadow:\t${sources} # both\n`;
  expect(await readAsRoot(second)).toEqual(NONE);
  expect(await readAsRoot({ ...second, '/etc/nsswitch.conf': asked('files systemd') })).toEqual(NONE);
  const open = { ...NONE, others: 1 };
  expect(await readAsRoot({ ...second, '/etc/nsswitch.conf': asked('files extrausers') })).toEqual(open);
});

test('root under another name, and an administrator by the group of their own', async () => {
  const more = `${PASSWD}toor:x:0:0::/root:/bin/sh\nboss:x:1003:27::/home/boss:/bin/bash\n`;
  const files = { '/etc/passwd': more, '/etc/shadow': `${shadow()}${row('toor', '')}${row('boss', '')}` };
  expect(await readAsRoot(files)).toEqual({ ...NONE, isRootOpen: true, administrators: 1 });
});

const fact = (value: unknown): FactReading => ({ source: '/etc/shadow', readAt: '2026-11-21T09:00:00.000Z', value });
const closed = { ok: false, reason: 'access-denied', detail: '/etc/shadow' } as const;

async function judge(options: FakeSystemOptions) {
  const system = createFakeSystem({ commands: { passwd: 'nadia P 2025-05-20 0 99999 7 -1\n' }, ...options });
  const reading = await linuxSignInSecret.read(system);
  return judgeReading(passwordSet, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}

/** The person, next to root's service. */
const byPerson = (answer: FactReading | null, passwd = PASSWD) =>
  judge({
    files: { '/etc/passwd': passwd, '/etc/group': GROUP, '/etc/shadow': closed },
    askReader: async (facts) => (facts === 'openAccounts' ? answer : null),
  });

test.each([
  [NONE, 'passed set'],
  [{ ...NONE, isRootOpen: true }, 'failed rootOpen'],
  [{ ...NONE, administrators: 2 }, 'failed othersOpen'],
  [{ ...NONE, others: 1 }, 'failed othersOpen'],
  ['something else', 'unknown unknownText'],
])('what root’s service tells the person, %#: %s', async (value, expected) => {
  const { state, message, fix } = await byPerson(fact(value));
  expect([`${state} ${message.key}`, fix]).toEqual([expected, undefined]);
});

test('without the service the check speaks of one’s own account, and of what everybody may read', async () => {
  expect((await byPerson(null)).state).toBe('passed');
  expect((await byPerson(null, PASSWD.replace('root:x:', 'root::'))).message.key).toBe('rootOpen');
  // A service of an earlier package, which may not read the file either; one that reads and does not understand.
  const rest = { source: '/etc/shadow', readAt: '2026-11-21T09:00:00.000Z' };
  expect((await byPerson({ ...rest, unavailable: 'access-denied' })).state).toBe('passed');
  expect((await byPerson({ ...rest, unavailable: 'unexpected-output' })).state).toBe('unknown');
});

test('without the service no one tells whether an account without a password is over', async () => {
  const says =
    (mode: number, locked = false) =>
    (command: { readonly arguments: readonly string[] }) => {
      const words = command.arguments;
      if (words[2] === 'call') return `{"data":["/org/freedesktop/Accounts/User${words.at(-1) === 'ops' ? 1001 : 7}"]}`;
      const isOps = words.some((word) => word.endsWith('/User1001'));
      return `{"data":${isOps ? mode : 0}}\n{"data":${isOps && locked}}\n{"data":false}\n`;
    };
  const files = { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': closed };
  expect((await judge({ files, commands: { busctl: says(0) } })).state).toBe('passed');
  expect((await judge({ files, commands: { busctl: says(2) } })).state).toBe('unknown');
  // Of many accounts, those that may do most are asked about.
  const many = Array.from({ length: 12 }, (_, at) => `a${at}:x:${2000 + at}:100::/home/a:/bin/bash\n`).join('');
  const crowded = { ...files, '/etc/passwd': `${many}${PASSWD}` };
  expect((await judge({ files: crowded, commands: { busctl: says(2) } })).state).toBe('unknown');
  expect((await judge({ files, commands: { busctl: says(2, true) } })).state).toBe('passed');
  // A password that the next sign-in is asked to choose may be one that has to be changed.
  expect((await judge({ files, commands: { busctl: says(1) } })).state).toBe('passed');
});

test('an administrator reads it without the service', async () => {
  const files = { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': shadow({ root: '' }) };
  const askReader = () => Promise.reject(new Error('asked'));
  expect((await judge({ files, isElevated: true, askReader })).message.key).toBe('rootOpen');
});

test('an account whose hash is that of no letters is open', async () => {
  const files = { '/etc/shadow': shadow() };
  expect(await readAsRoot(files, { perl: 'ops\n=\n' })).toEqual({ ...NONE, administrators: 1 });
  expect(await readAsRoot(files, { python3: 'root\nkiosk\n=\n' })).toEqual({ ...NONE, isRootOpen: true, others: 1 });
  // It has no shell to sign in to.
  expect(await readAsRoot(files, { perl: 'daemon\n=\n' })).toEqual(NONE);
});

test('where no hash can be tried nothing is known, but for what is open anyway', async () => {
  const files = { '/etc/shadow': shadow() };
  expect(await readAsRoot(files, {})).toBe('tool-missing');
  expect(await readAsRoot(files, { perl: 'ops\n' })).toBe('unexpected-output');
  expect(await readAsRoot(files, { perl: { code: 3 }, python3: '=\n' })).toEqual(NONE);
  expect(await readAsRoot(files, { perl: { ok: false, reason: 'timed-out', detail: '' } })).toBe('timed-out');
  expect(await readAsRoot({ '/etc/shadow': shadow({ ops: '' }) }, {})).toEqual({ ...NONE, administrators: 1 });
});

test('no hash is told to a program: everybody sees the words of its command', async () => {
  const system = createFakeSystem({
    files: { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': shadow() },
    commands: NO_EMPTY,
  });
  await linuxOpenAccounts.read(system);
  expect(system.ran.some((line) => line.startsWith('perl'))).toBe(true);
  expect(system.ran.filter((line) => line.includes('$y$j9T'))).toEqual([]);
});

test('a hash is tried again when a list has changed, and not before', async () => {
  let empty = '';
  let tries = 0;
  const files = { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': shadow() };
  const system = createFakeSystem({ files, commands: { perl: () => (tries++, `${empty}=\n`) } });
  const read = async () => {
    const reading = await linuxOpenAccounts.read({ ...system });
    return [tries, 'value' in reading ? reading.value : reading.unavailable];
  };
  expect(await read()).toEqual([1, NONE]);
  expect(await read()).toEqual([1, NONE]);
  empty = 'kiosk\n';
  system.files.set('/etc/shadow', shadow({ kiosk: '$y$j9T$c$d' }));
  expect(await read()).toEqual([2, { ...NONE, others: 1 }]);
  expect(await read()).toEqual([2, { ...NONE, others: 1 }]);
  empty = '';
  system.files.set('/etc/passwd', PASSWD.replace('kiosk:x', 'kiosk:$y$j9T$e$f'));
  expect(await read()).toEqual([3, NONE]);
});

test('what was tried while a list changed, or came to nothing, is tried again', async () => {
  let tries = 0;
  const files = { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': shadow() };
  const system = createFakeSystem({
    files,
    commands: {
      perl: () => {
        tries++;
        system.files.set('/etc/shadow', shadow({ kiosk: `$y$j9T$${tries}$d` }));
        return '=\n';
      },
    },
  });
  await linuxOpenAccounts.read(system);
  system.files.set('/etc/shadow', shadow());
  await linuxOpenAccounts.read(system);
  expect(tries).toBe(2);
  const failing = createFakeSystem({ files, commands: { perl: () => (tries++, 'cut') } });
  await linuxOpenAccounts.read(failing);
  await linuxOpenAccounts.read(failing);
  expect(tries).toBe(4);
});
