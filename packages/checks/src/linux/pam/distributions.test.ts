import { describe, expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import { opensWithoutSecret } from './open.ts';
import type { Person } from './person.ts';
import { loadStack } from './stack.ts';

/** Rules of one distribution: written here in the shape of its own files, of which only what is about asking is kept. */
interface Distribution {
  readonly name: string;
  /** Where those files are. */
  readonly origin: string;
  readonly files: Readonly<Record<string, string>>;
  /** Services that have to ask. */
  readonly services: readonly string[];
  /** A change that lets someone in: a line of a file by another, and what then opens. */
  readonly bad: readonly (readonly [name: string, file: string, line: string, by: string, opens: boolean | null])[];
}

const DISTRIBUTIONS: readonly Distribution[] = [
  {
    name: 'Arch Linux',
    origin:
      'pambase (archlinux/svntogit-packages, pambase/trunk/system-auth, system-login); GDM: GNOME/gdm, data/pam-arch/gdm-password.pam, gdm-smartcard.pam',
    files: {
      'system-auth': `auth required pam_faillock.so preauth
auth [success=2 default=ignore] pam_unix.so try_first_pass nullok
-auth [success=1 default=ignore] pam_systemd_home.so
auth [default=die] pam_faillock.so authfail
auth optional pam_permit.so
auth required pam_env.so
auth required pam_faillock.so authsucc
`,
      'system-login': 'auth required pam_shells.so\nauth requisite pam_nologin.so\nauth include system-auth\n',
      'system-local-login': 'auth include system-login\n',
      login: 'auth requisite pam_nologin.so\nauth include system-local-login\n',
      'gdm-password': 'auth include system-local-login\nauth optional pam_gnome_keyring.so\n',
      'gdm-smartcard': `auth required pam_shells.so
auth requisite pam_nologin.so
auth requisite pam_faillock.so preauth
auth required pam_pkcs11.so wait_for_card card_only
auth optional pam_permit.so
auth required pam_env.so
auth [success=ok default=1] pam_gdm.so
auth optional pam_gnome_keyring.so
`,
      other: 'auth required pam_deny.so\nauth required pam_warn.so\n',
    },
    services: ['login', 'gdm-password', 'gdm-smartcard', 'nothing-has-this-name'],
    bad: [
      ['what counts wrong passwords does not end it', 'system-auth', '[default=die]', 'optional', true],
      ['the password is passed over', 'system-auth', '[success=2 default=ignore]', '[default=3]', true],
      [
        'the password is enough, and so is none',
        'system-auth',
        'auth [success=2 default=ignore]',
        'auth optional',
        false,
      ],
      ['permission comes first', 'system-login', 'auth required pam_shells.so', 'auth sufficient pam_permit.so', true],
      ['the card need not be there', 'gdm-smartcard', 'required pam_pkcs11.so', 'optional pam_pkcs11.so', true],
      ['a face is enough', 'system-local-login', 'auth include', 'auth sufficient pam_howdy.so\nauth include', null],
    ],
  },
  {
    name: 'Fedora, local accounts',
    origin:
      'authselect/authselect, profiles/local/system-auth, password-auth, postlogin; GDM: GNOME/gdm, data/pam-redhat/gdm-password.pam',
    files: {
      'system-auth': `auth required pam_env.so
auth required pam_faildelay.so delay=2000000
auth required pam_faillock.so preauth silent
auth sufficient pam_fprintd.so
auth sufficient pam_unix.so nullok
auth required pam_faillock.so authfail
auth optional pam_gnome_keyring.so only_if=login auto_start
auth required pam_deny.so
`,
      'password-auth': `auth required pam_env.so
auth required pam_faildelay.so delay=2000000
auth sufficient pam_unix.so nullok
auth required pam_deny.so
`,
      postlogin: 'session optional pam_umask.so silent\n',
      login: 'auth substack system-auth\nauth include postlogin\n',
      'gdm-password': `auth [success=done ignore=ignore default=bad] pam_selinux_permit.so
auth substack password-auth
auth required pam_succeed_if.so user != root quiet
auth optional pam_gnome_keyring.so
auth include postlogin
`,
    },
    services: ['login', 'gdm-password'],
    bad: [
      ['no one is refused at the end', 'password-auth', 'required pam_deny.so', 'required pam_permit.so', true],
      ['the end that refuses is gone', 'password-auth', 'auth required pam_deny.so\n', '', true],
      [
        'the password is taken in by name, and not there',
        'gdm-password',
        'substack password-auth',
        'substack gone',
        false,
      ],
      [
        'root alone is asked',
        'gdm-password',
        'auth substack',
        'auth sufficient pam_succeed_if.so user != root\nauth substack',
        true,
      ],
      [
        'a key that one need not have',
        'system-auth',
        'sufficient pam_unix.so nullok',
        'sufficient pam_u2f.so nouserok',
        null,
      ],
    ],
  },
  {
    name: 'Fedora, in a directory',
    origin:
      'authselect/authselect, profiles/sssd/system-auth, password-auth, fingerprint-auth, smartcard-auth; GDM: GNOME/gdm, data/pam-redhat/gdm-fingerprint.pam',
    files: {
      'password-auth': `auth required pam_env.so
auth required pam_faildelay.so delay=2000000
auth required pam_u2f.so cue nouserok
auth [default=1 ignore=ignore success=ok] pam_usertype.so isregular
auth [default=1 ignore=ignore success=ok] pam_localuser.so
auth sufficient pam_unix.so nullok
auth [default=1 ignore=ignore success=ok] pam_usertype.so isregular
auth sufficient pam_sss.so forward_pass
auth required pam_deny.so
`,
      'system-auth': `auth required pam_env.so
auth required pam_faildelay.so delay=2000000
auth [default=1 ignore=ignore success=ok] pam_succeed_if.so uid >= 1000 quiet
auth [default=1 ignore=ignore success=ok] pam_localuser.so
auth sufficient pam_unix.so nullok try_first_pass
auth requisite pam_succeed_if.so uid >= 1000 quiet_success
auth sufficient pam_sss.so forward_pass
auth required pam_deny.so
`,
      'fingerprint-auth': 'auth required pam_env.so\nauth sufficient pam_fprintd.so\nauth required pam_deny.so\n',
      postlogin: 'session optional pam_umask.so silent\n',
      login: 'auth substack system-auth\nauth include postlogin\n',
      'gdm-password': 'auth substack password-auth\nauth required pam_succeed_if.so user != root quiet\n',
      'gdm-fingerprint': 'auth substack fingerprint-auth\nauth required pam_succeed_if.so user != root quiet\n',
    },
    services: ['login', 'gdm-password', 'gdm-fingerprint'],
    bad: [
      [
        'accounts of this computer are enough',
        'system-auth',
        '[default=1 ignore=ignore success=ok] pam_localuser.so',
        'sufficient pam_localuser.so',
        true,
      ],
      ['people are enough', 'system-auth', 'requisite pam_succeed_if.so', 'sufficient pam_succeed_if.so', true],
      [
        'a directory that has nothing to say is passed over',
        'password-auth',
        'pam_sss.so forward_pass\nauth required pam_deny.so',
        'pam_sss.so ignore_unknown_user\nauth required pam_permit.so',
        null,
      ],
      [
        'what kind of account it is, is enough',
        'password-auth',
        'auth [default=1 ignore=ignore success=ok] pam_usertype.so isregular\nauth sufficient pam_sss',
        'auth sufficient pam_usertype.so isregular\nauth sufficient pam_sss',
        null,
      ],
      ['the finger is passed over', 'fingerprint-auth', 'required pam_deny.so', 'optional pam_deny.so', true],
    ],
  },
  {
    name: 'openSUSE',
    origin:
      'SUSE/pam-config, src/mod_pam_unix.c, mod_pam_unix_ng.c, mod_pam_sss.c, mod_pam_gnome_keyring.c (what it writes into common-auth-pc); services: SUSE, Security and Hardening Guide, Authentication with PAM',
    files: {
      'common-auth':
        'auth required pam_env.so\nauth optional pam_gnome_keyring.so\nauth required pam_unix.so try_first_pass\n',
      'newer-auth': 'auth required pam_env.so\nauth required pam_unix_ng.so try_first_pass\n',
      'directory-auth':
        'auth required pam_env.so\nauth sufficient pam_unix.so try_first_pass\nauth required pam_sss.so use_first_pass\n',
      login: 'auth requisite pam_nologin.so\nauth include common-auth\n',
      sddm: 'auth requisite pam_nologin.so\nauth include newer-auth\n',
      'gdm-password': 'auth requisite pam_nologin.so\nauth include directory-auth\n',
      other: 'auth required pam_warn.so\nauth required pam_deny.so\n',
    },
    services: ['login', 'sddm', 'gdm-password'],
    bad: [
      ['the password is one way of several', 'common-auth', 'required pam_unix.so', 'optional pam_unix.so', null],
      [
        'the newer module is one way of several',
        'newer-auth',
        'auth required pam_unix_ng.so',
        'auth required pam_permit.so\nauth optional pam_unix_ng.so',
        true,
      ],
      [
        'the directory is passed over where it knows no one',
        'directory-auth',
        'required pam_sss.so',
        'required pam_permit.so',
        true,
      ],
      [
        'that no one is kept out is enough',
        'login',
        'requisite pam_nologin.so',
        'sufficient pam_nologin.so successok',
        true,
      ],
    ],
  },
  {
    name: 'Ubuntu',
    origin:
      'pam-auth-update with the profiles unix (libpam-runtime), sss (libpam-sss) and fprintd (libpam-fprintd): debian/pam-configs of these packages, rbalint/linux-pam, debian/local/common-auth; gdm-password and sddm of the packages gdm3 and sddm; login of the package login',
    files: {
      'common-auth': `auth [success=3 default=ignore] pam_fprintd.so max-tries=1 timeout=10
auth [success=2 default=ignore] pam_unix.so nullok try_first_pass
auth [success=1 default=ignore] pam_sss.so use_first_pass
auth requisite pam_deny.so
auth required pam_permit.so
auth optional pam_cap.so
`,
      login:
        'auth optional pam_faildelay.so delay=3000000\nauth requisite pam_nologin.so\n@include common-auth\nauth optional pam_group.so\n',
      'gdm-password': `auth requisite pam_nologin.so
auth required pam_succeed_if.so user != root quiet_success
@include common-auth
auth optional pam_gnome_keyring.so
`,
      sddm: `auth requisite pam_nologin.so
auth required pam_succeed_if.so user != root quiet_success
# auth sufficient pam_succeed_if.so user ingroup nopasswdlogin
@include common-auth
-auth optional pam_gnome_keyring.so
-auth optional pam_kwallet5.so
`,
    },
    services: ['login', 'gdm-password', 'sddm'],
    bad: [
      [
        'the order was changed and not the numbers',
        'common-auth',
        '[success=1 default=ignore] pam_sss',
        '[default=1] pam_sss',
        true,
      ],
      ['the end that refuses is gone', 'common-auth', 'auth requisite pam_deny.so\n', '', true],
      [
        'the end that refuses comes later',
        'common-auth',
        'auth requisite pam_deny.so\nauth required pam_permit.so',
        'auth sufficient pam_permit.so\nauth requisite pam_deny.so',
        true,
      ],
      ['a group is not asked', 'sddm', '# auth', 'auth', false],
      ['people are not asked', 'gdm-password', 'required pam_succeed_if.so', 'sufficient pam_succeed_if.so', true],
    ],
  },
];

const nadia: Person = {
  ...{ name: 'nadia', id: 1000, groups: ['nadia', 'users'], isLocal: true, askedBy: 'root', isInSepermit: false },
};

async function opens(files: Readonly<Record<string, string>>, service: string, person = nadia) {
  const inFolder = Object.entries(files).map(([name, text]) => [`/etc/pam.d/${name}`, text]);
  const stack = await loadStack(createFakeSystem({ files: Object.fromEntries(inFolder) }), service);
  if (!stack.ok) throw new Error(stack.detail);
  return opensWithoutSecret(stack.value?.rules ?? [], person);
}

describe.each(DISTRIBUTIONS)('$name', ({ files, services, bad }) => {
  test.each(services)('%s asks', async (service) => {
    expect(await opens(files, service)).toBe(false);
    const ofDirectory = { ...nadia, id: 70_001, isLocal: false };
    expect(await opens(files, service, ofDirectory)).toBe(false);
  });

  test.each(bad)('%s', async (_, file, line, by, expected) => {
    const text = files[file] ?? '';
    expect(text).toContain(line);
    const changed = { ...files, [file]: text.replace(line, by) };
    const answers = await Promise.all(services.map(async (service) => opens(changed, service)));
    expect(answers.includes(true) ? true : answers.includes(null) ? null : false).toBe(expected);
  });
});
