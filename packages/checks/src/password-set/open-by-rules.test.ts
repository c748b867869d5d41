import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret } from './linux.ts';
import { linuxOpenAccounts } from './open-accounts.ts';

type Files = NonNullable<FakeSystemOptions['files']>;

const PASSWD = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
nadia:x:1000:1000:Nadia:/home/nadia:/bin/bash
ops:x:1001:1001::/home/ops:/bin/bash
kiosk:x:1002:1002::/home/kiosk:
`;
const GROUP = 'root:x:0:\nsudo:x:27:ops\nnadia:x:1000:\nops:x:1001:\nkiosk:x:1002:\n';
const shadow = (ends = '') =>
  ['root', 'daemon', 'nadia', 'ops', 'kiosk'].map((name) => `${name}:$y$j9T$a$b:20000:0:99999:7::${ends}:\n`).join('');
const ASKS = 'auth required pam_unix.so nullok\n';
const NONE = { isRootOpen: false, administrators: 0, others: 0 };
/** As Debian's display managers have it. */
const GREETER = `auth sufficient pam_succeed_if.so user ingroup nopasswdlogin\n${ASKS}`;
const inFolder = (rules: Readonly<Record<string, string>>): Files =>
  Object.fromEntries(
    Object.entries({ login: ASKS, su: ASKS, ...rules }).map(([name, text]) => [`/etc/pam.d/${name}`, text]),
  );
const of = (rule: string) => inFolder({ login: `auth sufficient ${rule}\n${ASKS}` });
const members = (names: string) => ({ '/etc/group': `${GROUP}nopasswdlogin:x:900:${names}\n` });

async function readAsRoot(files: Files, commands: FakeSystemOptions['commands'] = {}) {
  const system = createFakeSystem({
    files: { '/etc/passwd': PASSWD, '/etc/group': GROUP, '/etc/shadow': shadow(), ...files },
    commands: { perl: '=\n', ...commands },
  });
  const reading = await linuxOpenAccounts.read(system);
  return 'value' in reading ? reading.value : reading.unavailable;
}

test.each<[string, Files, unknown]>([
  ['all ask', inFolder({}), NONE],
  ['the console asks an administrator nothing', of('pam_succeed_if.so user = ops'), { ...NONE, administrators: 1 }],
  ['the console asks root nothing', of('pam_succeed_if.so uid eq 0'), { ...NONE, isRootOpen: true }],
  [
    'the console asks two nothing',
    of('pam_succeed_if.so user in ops:kiosk'),
    { ...NONE, administrators: 1, others: 1 },
  ],
  ['the console asks a group nothing', of('pam_succeed_if.so user ingroup kiosk'), { ...NONE, others: 1 }],
  ['the console asks a guest nothing', of('pam_ftp.so users=kiosk'), { ...NONE, others: 1 }],
  ['the console asks someone nothing who is not here', of('pam_succeed_if.so user = eva'), NONE],
  ['a program’s account, which has no shell', of('pam_succeed_if.so user = daemon'), NONE],
  [
    'su makes anyone another person',
    inFolder({ su: `auth sufficient pam_permit.so\n${ASKS}` }),
    {
      isRootOpen: true,
      ...{ administrators: 1, others: 2 },
    },
  ],
  [
    'a locker asks someone nothing',
    inFolder({ swaylock: `auth sufficient pam_succeed_if.so user = kiosk\n${ASKS}` }),
    {
      ...NONE,
      others: 1,
    },
  ],
  [
    'a group that a greeter lets in',
    { ...inFolder({ lightdm: GREETER }), ...members('kiosk') },
    { ...NONE, others: 1 },
  ],
  ['that group, with a program’s account in it', { ...inFolder({ lightdm: GREETER }), ...members('daemon') }, NONE],
  ['that group, which no rule names', { ...inFolder({}), ...members('kiosk') }, 'unexpected-output'],
  ['an account that is over', { ...of('pam_succeed_if.so user = kiosk'), '/etc/shadow': shadow('20000') }, NONE],
  ['a rule that no one knows', of('pam_face.so'), 'unexpected-output'],
  [
    'one passed over for this person alone',
    inFolder({
      login: `auth [success=1 default=ignore] pam_succeed_if.so user = nadia\nauth sufficient pam_face.so\n${ASKS}`,
    }),
    'unexpected-output',
  ],
  [
    'rules that cannot be read',
    { '/etc/pam.d/login': { ok: false, reason: 'access-denied', detail: '' } },
    'access-denied',
  ],
  [
    'what is open counts more than what is not known',
    {
      ...inFolder({ login: `auth sufficient pam_face.so\n${ASKS}`, sddm: 'auth sufficient pam_permit.so\n' }),
    },
    { isRootOpen: true, administrators: 1, others: 2 },
  ],
])('%s', async (_, files, expected) => {
  expect(await readAsRoot(files)).toEqual(expected);
});

test('groups of a directory count where this computer asks one', async () => {
  const files = { ...inFolder({ lightdm: GREETER }), '/etc/nsswitch.conf': 'group: files [NOTFOUND=continue] sss\n' };
  const id = (groups: string) => ({
    id: ({ arguments: words }: { readonly arguments: readonly string[] }) =>
      words.at(-1) === 'kiosk' ? groups : `${words.at(-1)}\n`,
  });
  expect(await readAsRoot(files, id('kiosk\n'))).toEqual(NONE);
  expect(await readAsRoot(files, id('kiosk nopasswdlogin\n'))).toEqual({ ...NONE, others: 1 });
  expect(await readAsRoot(files, { id: { code: 1 } })).toBe('unexpected-output');
  const own = { ...files, '/etc/nsswitch.conf': 'group: files systemd\n' };
  expect(await readAsRoot(own, id('kiosk nopasswdlogin\n'))).toEqual(NONE);
});

test('more accounts than a computer for work has are not known', async () => {
  const many = Array.from({ length: 220 }, (_, at) => `a${at}:x:${2000 + at}:100::/home/a:/bin/bash\n`).join('');
  expect(await readAsRoot({ ...inFolder({}), '/etc/passwd': PASSWD + many })).toBe('not-supported');
});

async function judgePerson(files: Files) {
  const system = createFakeSystem({
    files: { '/etc/passwd': PASSWD, '/etc/group': GROUP, ...files },
    commands: { passwd: 'nadia P 2025-05-20 0 99999 7 -1\n' },
  });
  const reading = await linuxSignInSecret.read(system);
  return judgeReading(passwordSet, reading, {}, { operatingSystem: 'linux', now: new Date(0) }).state;
}

test('without root it does not pass: whether such an account is over is root’s alone to know', async () => {
  expect(await judgePerson(inFolder({}))).toBe('passed');
  expect(await judgePerson(of('pam_succeed_if.so user = kiosk'))).toBe('unknown');
  expect(await judgePerson({ ...inFolder({ lightdm: GREETER }), ...members('kiosk') })).toBe('unknown');
  expect(await judgePerson(of('pam_succeed_if.so user = nadia'))).toBe('failed');
});
