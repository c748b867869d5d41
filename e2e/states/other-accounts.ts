import { failed, passed, unknown } from './password-rows.ts';
import type { State } from './state.ts';

const OPS = 'useradd --create-home --shell /bin/bash ops';
const GONE = 'userdel --force --remove ops 2>/dev/null || true; ! getent passwd ops >/dev/null';
/** The accounts service sees it a moment later; systemd does not let it be started again so often. It may never: then no one waits. */
const untilTold = (login: string) =>
  `for try in $(seq 40); do busctl get-property org.freedesktop.Accounts /org/freedesktop/Accounts/User$(id --user ${login}) org.freedesktop.Accounts.User PasswordMode 2>/dev/null | grep --quiet 'i 2' && break; sleep 0.25; done; sleep 0.5`;
const without = (make: string) => ({
  make: `${make} && passwd --quiet --delete ops; ${untilTold('ops')}`,
  undo: GONE,
});

const hashOf = (letters: string, salt: string) => `$(perl -e 'print crypt(q(${letters}), q(${salt}))')`;
const ofLetters = (letters: string, salt: string, login: string, before = '') => ({
  make: `${OPS} --groups sudo && usermod --password "${before}${hashOf(letters, salt)}" ${login}`,
  undo: GONE,
});

/** Accounts of others, of which root's reader tells how many are open. */
export const OTHERS: readonly State[] = [
  passed('an account without a password that is over for good', {
    make: `${OPS} && passwd --quiet --delete ops && chage --expiredate 0 ops`,
    undo: GONE,
  }),
  unknown('an account without a password that is over, and root’s reader is not there', {
    make: `${OPS} && passwd --quiet --delete ops && chage --expiredate 2020-01-01 ops; ${untilTold('ops')}`,
    undo: GONE,
    readBy: ['person'],
  }),
  failed('a second list of accounts, with one that has no password', {
    files: {
      '/etc/nsswitch.conf': 'passwd: files extrausers\nshadow: files extrausers\ngroup: files\n',
      '/var/lib/extrausers/passwd': 'eva:x:1600:1600::/home/eva:/bin/bash\n',
      '/var/lib/extrausers/shadow': 'eva::20000:0:99999:7:::\n',
    },
  }),
  passed('a second list of accounts that nothing asks', {
    files: {
      '/var/lib/extrausers/passwd': 'eva:x:1600:1600::/home/eva:/bin/bash\n',
      '/var/lib/extrausers/shadow': 'eva::20000:0:99999:7:::\n',
    },
  }),
  failed('root has no password', {
    make: `passwd --quiet --delete root; ${untilTold('root')}`,
    undo: "usermod --password '*' root; sleep 2",
  }),
  passed('root has no password, and nothing that may know it tells the person', {
    make: 'passwd --quiet --delete root && systemctl mask --quiet --now accounts-daemon',
    undo: "usermod --password '*' root; systemctl unmask --quiet accounts-daemon; systemctl start accounts-daemon",
    readBy: ['person'],
  }),
  failed('another administrator has no password', without(`${OPS} --groups sudo`)),
  unknown('another administrator has no password, and root’s reader is not there', {
    ...without(`${OPS} --groups sudo`),
    readBy: ['person'],
  }),
  passed('another administrator’s missing password is locked', {
    ...without(`${OPS} --groups sudo`),
    make: `${OPS} --groups sudo && passwd --quiet --delete ops && usermod --expiredate 1 ops`,
  }),
  failed('another person has no password', without(OPS)),
  passed('a program’s account has no password, and no shell', {
    ...without('useradd --system --shell /usr/sbin/nologin ops'),
  }),
  failed('another account is root, without a password', without(`${OPS} --non-unique --uid 0`)),
  passed('another person’s account is new, without a password that opens it', {
    make: OPS,
    undo: GONE,
  }),
  failed('another administrator’s password is no letters at all, and there is a hash of it', {
    ...ofLetters('', '$y$j9T$BVbuPF1Iq8MUs5L5BUuA00$', 'ops'),
    readBy: ['service', 'root'],
  }),
  passed('another administrator’s password is one letter', ofLetters('x', '$y$j9T$BVbuPF1Iq8MUs5L5BUuA00$', 'ops')),
  failed('root’s password is no letters at all, by an older kind of hash', {
    make: `usermod --password "${hashOf('', '$6$saltsalt$')}" root`,
    undo: "usermod --password '*' root; sleep 2",
  }),
  passed('the hash of no letters is locked', ofLetters('', '$6$saltsalt$', 'ops', '!')),
  failed('the closed list of passwords is not used for one account', {
    make: `${OPS} && sed -i 's/^ops:x:/ops::/' /etc/passwd`,
    undo: GONE,
    readBy: ['service', 'person'],
  }),
];

const LOGIN = '/etc/pam.d/login';
const PAM_OPENS = (path: string, rule: string) => ({
  make: `${OPS} --groups sudo && cp ${path} /root/rules && sed -i '1i auth sufficient ${rule}' ${path}`,
  undo: `cp /root/rules ${path}; ${GONE}`,
});

/** What rules of PAM make of accounts of others, whatever they have for a password. */
export const OTHERS_BY_RULES: readonly State[] = [
  failed('the console asks another administrator nothing', {
    ...PAM_OPENS(LOGIN, 'pam_succeed_if.so user = ops'),
    readBy: ['service', 'root'],
  }),
  passed('the console asks someone nothing who has no account here', PAM_OPENS(LOGIN, 'pam_succeed_if.so user = eva')),
  unknown('the console asks another administrator nothing, and root’s reader is not there', {
    ...PAM_OPENS(LOGIN, 'pam_succeed_if.so user = ops'),
    readBy: ['person'],
  }),
  passed('the console asks another administrator nothing, whose account is over', {
    ...PAM_OPENS(LOGIN, 'pam_succeed_if.so user = ops'),
    make: `${PAM_OPENS(LOGIN, 'pam_succeed_if.so user = ops').make} && usermod --expiredate 1 ops`,
  }),
  failed('a greeter does not ask another person, who is in its group', {
    files: {
      '/etc/pam.d/gdm-password': 'auth sufficient pam_succeed_if.so user ingroup nopasswdlogin\n@include common-auth\n',
    },
    make: `groupadd --system nopasswdlogin && ${OPS} --groups nopasswdlogin`,
    undo: `${GONE}; groupdel nopasswdlogin`,
  }),
  passed('a greeter asks the members of a group of another name', {
    make: `groupadd --system nopasswd && ${OPS} --groups nopasswd`,
    undo: `${GONE}; groupdel nopasswd`,
  }),
  unknown('another person is in the group whose password no one asks for, and no rule is known that names it', {
    make: `groupadd --system nopasswdlogin && ${OPS} --groups nopasswdlogin`,
    undo: `${GONE}; groupdel nopasswdlogin`,
  }),
  passed('a module that no one knows is passed over for everybody', {
    ...PAM_OPENS(LOGIN, 'pam_face.so'),
    make: `${PAM_OPENS(LOGIN, 'pam_face.so').make} && sed -i '1i auth [success=1 default=ignore] pam_succeed_if.so uid >= 0' ${LOGIN}`,
  }),
  unknown('a module that no one knows is passed over for the person alone', {
    ...PAM_OPENS(LOGIN, 'pam_face.so'),
    make: `${PAM_OPENS(LOGIN, 'pam_face.so').make} && sed -i '1i auth [success=1 default=ignore] pam_succeed_if.so user = nadia' ${LOGIN}`,
  }),
];
