import { expect, test } from 'vitest';
import { opensWithoutSecret } from './pam-rules.ts';

const nadia = { name: 'nadia', id: 1000, groups: ['nadia', 'users'], isLocal: true };
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
  ['auth required pam_env.so\nauth optional pam_gnome_keyring.so', false],
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
])('%j opens without a secret: %s', (text, expected) => {
  expect(opensWithoutSecret(text, nadia)).toBe(expected);
});
