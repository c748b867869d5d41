import { expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import type { ScreenLockFact } from './fact.ts';
import { confirmRules } from './locker-effect.ts';

const LOCKS: ScreenLockFact = {
  ...{ desktop: 'any', idleSeconds: 300, asksPassword: true, graceSeconds: 0, managedSettings: [] },
};
/** As Debian has them. */
const DEBIAN = {
  '/etc/pam.d/common-auth':
    'auth [success=1 default=ignore] pam_unix.so nullok\nauth requisite pam_deny.so\nauth required pam_permit.so\n',
  '/etc/pam.d/other': '@include common-auth\n',
  '/etc/pam.d/gdm-password':
    'auth requisite pam_nologin.so\nauth required pam_succeed_if.so user != root quiet_success\n@include common-auth\nauth optional pam_gnome_keyring.so\n',
  '/etc/pam.d/cinnamon-screensaver': '@include common-auth\nauth optional pam_gnome_keyring.so\n',
};
const OPEN = 'auth sufficient pam_permit.so\n@include common-auth\n';

test.each([
  ['gnome', {}, true],
  ['gnome', { '/etc/pam.d/gdm-password': 'auth required pam_permit.so\n' }, false],
  ['gnome', { '/etc/pam.d/gdm-fingerprint': OPEN }, false],
  ['gnome', { '/etc/pam.d/cinnamon-screensaver': OPEN }, true],
  ['cinnamon', {}, true],
  ['cinnamon', { '/etc/pam.d/cinnamon-screensaver': OPEN }, false],
  ['cinnamon', { '/etc/pam.d/cinnamon-screensaver': 'auth sufficient pam_rootok.so\n@include common-auth\n' }, true],
  ['cinnamon', { '/etc/pam.d/cinnamon-screensaver': 'auth sufficient pam_face.so\n@include common-auth\n' }, null],
  ['kde', {}, true],
  ['kde', { '/etc/pam.d/kde': OPEN }, false],
  ['kde', { '/usr/lib/pam.d/kde': OPEN }, false],
  ['kde', { '/etc/pam.d/other': 'auth required pam_permit.so\n' }, false],
  ['kde', { '/etc/pam.d/kde': '@include common-auth\n', '/etc/pam.d/other': OPEN }, true],
] as const)('%s with %j asks: %s', async (desktop, files, expected) => {
  const system = createFakeSystem({ files: { ...DEBIAN, ...files } });
  const answer = await confirmRules(system, desktop, { ok: true, value: LOCKS });
  expect(answer.ok ? answer.value.asksPassword : null).toBe(expected);
});
