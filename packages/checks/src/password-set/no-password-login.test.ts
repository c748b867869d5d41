import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { findNoPasswordLogin } from './no-password-login.ts';

const ASKS = 'auth required pam_unix.so\n';
const OPEN = `auth sufficient pam_permit.so\n${ASKS}`;
/** As Fedora has them. */
const GDM = `auth [success=done ignore=ignore default=bad] pam_selinux_permit.so\n${ASKS}`;
const CLOSED = { ok: false, reason: 'access-denied', detail: 'closed' } as const;

async function answerTo(files: NonNullable<FakeSystemOptions['files']>) {
  const passwd = { '/etc/passwd': 'nadia:x:1000:1000::/home/nadia:/bin/bash\n' };
  const found = await findNoPasswordLogin(createFakeSystem({ files: { ...passwd, ...files } }));
  return found.ok ? found.value : found.reason;
}
const inFolder = (rules: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rules).map(([name, text]) => [`/etc/pam.d/${name}`, text]));

test.each<[string, NonNullable<FakeSystemOptions['files']>, string | null]>([
  ['all ask', inFolder({ login: ASKS, su: ASKS, other: ASKS }), null],
  ['the rest is content, and all have rules', inFolder({ login: ASKS, su: ASKS, 'su-l': ASKS, other: OPEN }), null],
  [
    'the rest is content, and the console has none',
    inFolder({ su: ASKS, 'su-l': ASKS, other: OPEN }),
    '/etc/pam.d/other',
  ],
  [
    'the rest is content, and SDDM has none',
    { ...inFolder({ login: ASKS, su: ASKS, 'su-l': ASKS, other: OPEN }), '/usr/bin/sddm': '' },
    '/etc/pam.d/other',
  ],
  [
    'the rest is content, and Plasma’s lock has none',
    { ...inFolder({ login: ASKS, su: ASKS, 'su-l': ASKS, other: OPEN }), '/usr/bin/startplasma-wayland': '' },
    '/etc/pam.d/other',
  ],
  ['the file of the administrator counts', { ...inFolder({ login: ASKS }), '/usr/lib/pam.d/login': OPEN }, null],
  ['a file of the distribution', { '/usr/lib/pam.d/sddm': OPEN }, '/usr/lib/pam.d/sddm'],
  ['another folder of the distribution', { '/usr/etc/pam.d/sddm': OPEN }, '/usr/etc/pam.d/sddm'],
  ['su makes anyone another person', inFolder({ su: OPEN }), '/etc/pam.d/su'],
  ['su asks root nothing', inFolder({ su: `auth sufficient pam_rootok.so\n${ASKS}` }), null],
  ['so does a locker', inFolder({ kde: `auth sufficient pam_rootok.so\n${ASKS}` }), null],
  ['so does a greeter, which is root', inFolder({ sddm: `auth sufficient pam_rootok.so\n${ASKS}` }), '/etc/pam.d/sddm'],
  ['signing in over the network', inFolder({ sshd: OPEN }), '/etc/pam.d/sshd'],
  ['what signs in by itself is another matter', inFolder({ 'gdm-autologin': 'auth required pam_permit.so\n' }), null],
  [
    'no one is in SELinux’ list',
    { ...inFolder({ 'gdm-password': GDM }), '/etc/security/sepermit.conf': '# one\n' },
    null,
  ],
  [
    'someone is in it',
    { ...inFolder({ 'gdm-password': GDM }), '/etc/security/sepermit.conf': '# one\nxguest:exclusive\n' },
    'unexpected-output',
  ],
  ['rules that may not be read', { '/etc/pam.d/login': CLOSED }, 'access-denied'],
  [
    'rules that may not be read, next to what lets anybody in',
    { '/etc/pam.d/login': CLOSED, ...inFolder({ sddm: OPEN }) },
    '/etc/pam.d/sddm',
  ],
])('%s', async (_, files, expected) => {
  expect(await answerTo(files)).toBe(expected);
});
