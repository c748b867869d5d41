import { expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import { opensWithoutSecret } from './open.ts';
import type { Person } from './person.ts';
import { loadStack } from './stack.ts';

const nadia: Person = {
  ...{ name: 'nadia', id: 1000, groups: ['nadia', 'users'], isLocal: true, askedBy: 'root', isInSepermit: false },
};

async function opens(files: Readonly<Record<string, string>>, service = 'login', person = nadia) {
  const inFolder = Object.entries(files).map(([name, text]) => [`/etc/pam.d/${name}`, text]);
  const stack = await loadStack(createFakeSystem({ files: Object.fromEntries(inFolder) }), service);
  if (!stack.ok) throw new Error(stack.detail);
  return opensWithoutSecret(stack.value?.rules ?? [], person);
}
const asks = 'auth required pam_unix.so\n';

/** As its own manual page has it, and as the benchmarks of CIS do. */
const FAILLOCK = (afterUnix: string, end: string) => `auth required pam_faillock.so preauth audit silent deny=5
auth [success=1 default=${afterUnix}] pam_unix.so
auth [default=die] pam_faillock.so authfail audit deny=5
auth sufficient pam_faillock.so authsucc audit deny=5
auth required ${end}.so
`;

test.each([
  [FAILLOCK('bad', 'pam_deny'), false],
  [FAILLOCK('ignore', 'pam_permit'), false],
  // Nothing ends it there: who gives a wrong password comes to what is content.
  [FAILLOCK('ignore', 'pam_permit').replace('[default=die]', '[default=ignore]'), true],
  [FAILLOCK('ignore', 'pam_permit').replace('[default=die]', 'required'), true],
  [FAILLOCK('ignore', 'pam_permit').replace('[default=die]', '[ignore=ignore default=die]'), true],
  ['auth required pam_faillock.so preauth\nauth optional pam_unix.so\n', true],
  ['auth required pam_tally2.so deny=5\nauth optional pam_unix.so\n', true],
  [`auth required pam_faillock.so preauth\n${asks}auth required pam_faillock.so authfail\n`, false],
  ['auth [success=1 auth_err=ignore default=die] pam_unix.so\nauth required pam_permit.so', true],
  ['', false],
  [asks, false],
  ['auth required pam_permit.so', true],
  ['auth required pam_deny.so\nauth required pam_permit.so', false],
  [`auth sufficient pam_permit.so\n${asks}`, true],
  [`${asks}auth sufficient pam_permit.so`, false],
  // A wrong password is passed over, and the next rule is content.
  ['auth sufficient pam_unix.so\nauth required pam_permit.so', true],
  ['auth optional pam_unix.so\nauth required pam_permit.so', true],
  ['auth [success=1 default=ignore] pam_unix.so\nauth requisite pam_deny.so\nauth required pam_permit.so', false],
  ['auth [success=1 default=ignore] pam_unix.so\nauth required pam_permit.so', true],
  ['auth [success=ok new_authtok_reqd=ok ignore=ignore default=bad] pam_unix.so\nauth optional pam_permit.so', false],
  ['@include common-auth\nauth optional pam_gnome_keyring.so', false],
  ['auth include system-login\nauth optional pam_permit.so', false],
  ['auth substack password-auth\nauth optional pam_permit.so', false],
  [`auth required pam_env.so\nauth sufficient pam_fprintd.so\n${asks}`, false],
  ['auth required pam_env.so\nauth optional pam_gnome_keyring.so', null],
  [`auth sufficient pam_rootok.so\n${asks}`, true],
  [`auth sufficient pam_succeed_if.so user = nadia\n${asks}`, true],
  [`auth sufficient pam_succeed_if.so user = omar\n${asks}`, false],
  [`auth sufficient pam_succeed_if.so user ingroup kiosk:users quiet\n${asks}`, true],
  [`auth sufficient pam_succeed_if.so user ingroup nopasswdlogin\n${asks}`, false],
  [`auth sufficient pam_succeed_if.so user notin root:omar\n${asks}`, true],
  [`auth sufficient pam_succeed_if.so uid >= 1000 user ingroup users\n${asks}`, true],
  [`auth sufficient pam_succeed_if.so uid < 1000\n${asks}`, false],
  [`auth sufficient pam_succeed_if.so tty in :0\n${asks}`, null],
  [`auth sufficient pam_succeed_if.so uid >= 1000 use_uid\n${asks}`, null],
  [`auth required pam_succeed_if.so user != root quiet_success\n${asks}`, false],
  [`auth [success=1 default=ignore] pam_succeed_if.so user ingroup users\n${asks}auth required pam_permit.so`, true],
  [`auth [success=1 default=ignore] pam_succeed_if.so user ingroup omar\n${asks}auth required pam_permit.so`, false],
  [`auth sufficient pam_localuser.so\n${asks}`, true],
  [`auth required pam_listfile.so item=user sense=allow file=/etc/in\n${asks}`, false],
  [`auth sufficient pam_wheel.so trust\n${asks}`, null],
  [`auth sufficient pam_wheel.so\n${asks}`, false],
  ['account sufficient pam_permit.so\n# auth sufficient pam_permit.so', false],
])('%j opens without a secret: %s', async (text, expected) => {
  expect(await opens({ login: text })).toBe(expected);
});

const OPEN = 'auth sufficient pam_permit.so\n';
/** As Debian 12 has them (libpam-runtime). */
const DEBIAN = {
  'common-auth':
    'auth\t[success=1 default=ignore]\tpam_unix.so nullok\nauth\trequisite\t\t\tpam_deny.so\nauth\trequired\t\t\tpam_permit.so\n',
  other: '@include common-auth\n@include common-account\n',
};
const LOGIN =
  'auth optional pam_faildelay.so delay=3000000\nauth requisite pam_nologin.so\n@include common-auth\nauth optional pam_group.so\n';
const SU = 'auth       sufficient pam_rootok.so\n@include common-auth\n';
/** As Arch has them (pambase). */
const ARCH = {
  'system-auth': `auth       required                    pam_faillock.so      preauth
-auth      [success=2 default=ignore]  pam_systemd_home.so
auth       [success=1 default=bad]     pam_unix.so          try_first_pass nullok
auth       [default=die]               pam_faillock.so      authfail
auth       optional                    pam_permit.so
auth       required                    pam_env.so
auth       required                    pam_faillock.so      authsucc
`,
  'system-login': 'auth required pam_shells.so\nauth requisite pam_nologin.so\nauth include system-auth\n',
  'system-local-login': 'auth include system-login\n',
};
/** As Fedora has them (authselect, profile sssd, with-faillock, with-fingerprint). */
const FEDORA = {
  'system-auth': `auth        required                                     pam_env.so
auth        required                                     pam_faildelay.so delay=2000000
auth        required                                     pam_faillock.so preauth silent
auth        sufficient                                   pam_fprintd.so
auth        [default=1 ignore=ignore success=ok]         pam_usertype.so isregular
auth        [default=1 ignore=ignore success=ok]         pam_localuser.so
auth        sufficient                                   pam_unix.so nullok
auth        [default=1 ignore=ignore success=ok]         pam_usertype.so isregular
auth        sufficient                                   pam_sss.so forward_pass
auth        required                                     pam_faillock.so authfail
auth        required                                     pam_deny.so
`,
};
const GDM_OF_FEDORA = `auth     [success=done ignore=ignore default=bad] pam_selinux_permit.so
auth        substack      system-auth
auth        optional      pam_gnome_keyring.so
auth        include       postlogin
`;
/** As openSUSE has them (pam-config). */
const SUSE = {
  'common-auth':
    'auth\trequired\tpam_env.so\t\nauth\toptional\tpam_gnome_keyring.so\nauth\tsufficient\tpam_unix.so\ttry_first_pass \nauth\trequired\tpam_sss.so\tuse_first_pass \n',
};
/** As Debian has it next to sssd, winbind, LDAP and systemd-homed (pam-auth-update). */
const DIRECTORY = {
  'common-auth': `auth	[success=5 default=ignore]	pam_systemd_home.so
auth	[success=4 default=ignore]	pam_unix.so nullok try_first_pass
auth	[success=3 default=ignore]	pam_winbind.so krb5_auth krb5_ccache_type=FILE cached_login try_first_pass
auth	[success=2 default=ignore]	pam_sss.so use_first_pass
auth	[success=1 default=ignore]	pam_ldap.so minimum_uid=1000 use_first_pass
auth	requisite			pam_deny.so
auth	required			pam_permit.so
auth	optional			pam_ecryptfs.so unwrap
auth	optional			pam_cap.so
`,
};
const FINGER =
  'auth requisite pam_nologin.so\nauth required pam_succeed_if.so user != root quiet_success\nauth required pam_fprintd.so\nauth optional pam_gnome_keyring.so\n';
const CARD_ALONE = `auth [success=ok user_unknown=ignore default=bad] pam_succeed_if.so user != root quiet_success
auth required pam_sss.so allow_missing_name require_cert_auth
auth requisite pam_nologin.so
auth optional pam_gnome_keyring.so
`;
const CARD = `auth [success=ok user_unknown=ignore default=bad] pam_succeed_if.so user != root quiet_success
auth [success=2 default=ignore] pam_sss.so allow_missing_name try_cert_auth
auth substack common-auth
auth requisite pam_nologin.so
auth optional pam_gnome_keyring.so
`;

test.each<[string, Record<string, string>, boolean | null]>([
  ['Debian', { ...DEBIAN, login: LOGIN }, false],
  ['Arch', { ...ARCH, login: 'auth requisite pam_nologin.so\nauth include system-local-login\n' }, false],
  ['Fedora', { ...FEDORA, postlogin: '', login: 'auth substack system-auth\nauth include postlogin\n' }, false],
  ['Fedora, GDM', { ...FEDORA, postlogin: 'session optional pam_umask.so\n', login: GDM_OF_FEDORA }, false],
  ['openSUSE', { ...SUSE, login: 'auth requisite pam_nologin.so\nauth include common-auth\n' }, false],
  ['a directory', { ...DIRECTORY, login: LOGIN }, false],
  ['a finger', { login: FINGER }, false],
  ['a card or a password', { ...DEBIAN, login: CARD }, false],
  ['a card alone', { login: CARD_ALONE }, false],
  ['only su', { ...DEBIAN, login: SU }, true],
  ['included', { ...DEBIAN, open: OPEN, login: `auth include open\n${LOGIN}` }, true],
  ['included, in the words of Debian', { ...DEBIAN, open: OPEN, login: `@include open\n${LOGIN}` }, true],
  ['included by the whole path', { ...DEBIAN, open: OPEN, login: `auth include /etc/pam.d/open\n${LOGIN}` }, true],
  // A decision in a substack ends only that: the password is asked for all the same.
  ['a substack, then what says no', { ...DEBIAN, open: OPEN, login: `auth substack open\n${LOGIN}` }, false],
  ['a substack alone', { ...DEBIAN, open: OPEN, login: 'auth substack open\n' }, true],
  ['two files deep', { a: '@include b\n', b: OPEN, login: `auth include a\n${asks}` }, true],
  ['no file: those of other', { other: OPEN }, true],
  ['no rule for asking: those of other', { login: 'account required pam_unix.so\n', other: OPEN }, true],
  ['only an empty file is taken in', { login: 'auth include none\n', none: '# none\n', other: OPEN }, true],
  ['other says no', { ...DEBIAN }, false],
  ['neither', {}, false],
  ['a file that is not there', { login: `auth include gone\nauth required pam_permit.so\n` }, false],
  ['a file that takes itself in', { login: `auth include login\n` }, null],
  [
    'no module that asks is left',
    { login: LOGIN.replace('@include common-auth', 'auth required pam_permit.so') },
    true,
  ],
  ['pam_debug', { login: `auth sufficient pam_debug.so auth=success\n${asks}` }, true],
  ['pam_debug says no', { login: `auth sufficient pam_debug.so auth=perm_denied\n${asks}` }, false],
  ['pam_ftp, of this person', { login: `auth sufficient pam_ftp.so ignore users=nadia\n${asks}` }, true],
  ['pam_ftp, of guests', { login: `auth sufficient pam_ftp.so\n${asks}` }, false],
  ['pam_nologin is content', { login: `auth sufficient pam_nologin.so successok\n${asks}` }, true],
  ['pam_nologin', { login: `auth sufficient pam_nologin.so\n${asks}` }, false],
  ['pam_lastlog', { login: `auth sufficient pam_lastlog.so\n${asks}` }, null],
  ['a module of someone’s', { login: `auth sufficient pam_howdy.so\n${asks}` }, null],
  ['a key that no one needs to have', { login: `auth sufficient pam_u2f.so nouserok\n${asks}` }, null],
  ['a remark that ends with a backslash', { login: `# one \\\n${OPEN}${asks}` }, true],
  ['a rule on two lines', { login: `auth sufficient \\\n  pam_permit.so\n${asks}` }, true],
  ['words that are no rule', { login: `auth maybe pam_permit.so\n${asks}` }, null],
])('%s', async (_, files, expected) => {
  expect(await opens(files)).toBe(expected);
});

test.each([
  [SU, false],
  [`auth sufficient pam_wheel.so trust\n${SU}`, false],
  [`auth sufficient pam_wheel.so trust group=sudo\n${SU}`, false],
  [`auth sufficient pam_wheel.so trust group=users\n${SU}`, true],
  [`auth sufficient pam_wheel.so trust group=auditors\n${SU}`, null],
  [`auth sufficient pam_wheel.so trust deny group=auditors\n${SU}`, null],
  [`auth sufficient pam_wheel.so group=users\n${SU}`, false],
  [`auth required pam_wheel.so group=users\n${SU}`, false],
  [`${OPEN}${SU}`, true],
  [`auth sufficient pam_succeed_if.so use_uid user ingroup wheel\n${SU}`, false],
  [`auth sufficient pam_succeed_if.so use_uid uid >= 1000\n${SU}`, true],
  [`auth sufficient pam_succeed_if.so use_uid user = nadia\n${SU}`, null],
  [`auth sufficient pam_succeed_if.so use_uid user ingroup users\n${SU}`, null],
])('%j makes anyone another person: %s', async (su, expected) => {
  expect(await opens({ ...DEBIAN, su }, 'su', { ...nadia, askedBy: 'stranger' })).toBe(expected);
});
