import { failed, file, passed, unknown } from './password-rows.ts';
import type { State } from './state.ts';

const OPEN = { '/etc/pam.d/open': 'auth sufficient pam_permit.so\n' };
const LOGIN = '/etc/pam.d/login';
const first = (path: string, rule: string) => ({
  files: { ...OPEN },
  make: `cp ${path} /root/rules; sed -i '1i ${rule}' ${path}`,
  undo: `cp /root/rules ${path}`,
});

/** What other files say that rules take in, and modules that are content with less than a secret. */
export const TAKEN_IN: readonly State[] = [
  failed('the console’s rules take in a file that is content with anybody', first(LOGIN, 'auth include open')),
  failed('the same in the words of Debian', first(LOGIN, '@include open')),
  passed('in a substack, and the password is asked for behind it', first(LOGIN, 'auth substack open')),
  failed('in a substack, and nothing behind it asks', {
    ...first(LOGIN, 'auth substack open'),
    make: `cp ${LOGIN} /root/rules; sed -i '1i auth substack open' ${LOGIN}; sed -i '/^@include common-auth/d' ${LOGIN}`,
  }),
  passed('Arch’s rules, all of them taken in', {
    files: {
      '/etc/pam.d/sddm': 'auth include system-login\n',
      '/etc/pam.d/system-login':
        'auth required pam_shells.so\nauth requisite pam_nologin.so\nauth include system-auth\n',
      '/etc/pam.d/system-auth': `auth required pam_faillock.so preauth
-auth [success=2 default=ignore] pam_systemd_home.so
auth [success=1 default=bad] pam_unix.so try_first_pass nullok
auth [default=die] pam_faillock.so authfail
auth optional pam_permit.so
auth required pam_env.so
auth required pam_faillock.so authsucc
`,
    },
  }),
  failed('permission stands where the password was asked for', {
    make: `cp ${LOGIN} /root/rules; sed -i 's/^@include common-auth/auth required pam_permit.so/' ${LOGIN}`,
    undo: `cp /root/rules ${LOGIN}`,
  }),
  passed('the console has no rules of its own: the rest asks', { files: { [LOGIN]: null } }),
  failed('the console has no rules of its own, and the rest is content', {
    files: { [LOGIN]: null, '/etc/pam.d/other': 'auth required pam_permit.so\n' },
  }),
  passed('a module for tests says no', first(LOGIN, 'auth sufficient pam_debug.so auth=perm_denied')),
  failed('a module for tests says yes', first(LOGIN, 'auth sufficient pam_debug.so auth=success')),
  failed('the person is a guest as of an FTP server', first(LOGIN, 'auth sufficient pam_ftp.so users=nadia')),
  failed('that no one is kept out is enough', first(LOGIN, 'auth sufficient pam_nologin.so successok')),
  unknown('when someone last came is enough', first(LOGIN, 'auth sufficient pam_lastlog.so')),
  unknown('a module that no one knows', first(LOGIN, 'auth sufficient pam_face.so')),
  failed('su makes anyone another person', first('/etc/pam.d/su', 'auth sufficient pam_permit.so')),
  passed('su asks administrators nothing', first('/etc/pam.d/su', 'auth sufficient pam_wheel.so trust group=sudo')),
  failed('su asks nothing those of a group of the person’s', {
    ...first('/etc/pam.d/su', 'auth sufficient pam_wheel.so trust group=nadia'),
  }),
  unknown('su asks nothing those of another group', {
    ...first('/etc/pam.d/su', 'auth sufficient pam_wheel.so trust group=audio'),
  }),
];

const RESCUE = '/etc/systemd/system/rescue.service.d/rescue.conf';
const OWN_RESCUE = (command: string) =>
  `[Service]\nExecStart=-${command}\nStandardInput=tty-force\nTTYPath=/dev/tty8\n[Install]\nWantedBy=multi-user.target\n`;

/** An entry of GRUB's menu, whose folder holds nothing else on this computer. */
const menu = (words: string) =>
  file(
    '/boot/grub/grub.cfg',
    `menuentry 'Debian' {\n\tlinux\t/vmlinuz root=/dev/vda1 ro ${words}\n\tinitrd\t/initrd.img\n}\n`,
  );
const extlinux = (words: string) =>
  file('/boot/extlinux/extlinux.conf', `LABEL l0\n  LINUX /vmlinuz\n  APPEND root=/dev/vda1 ${words}\n`);

/** One that starts with the computer, by its file alone. */
const ownUnit = (service: string) =>
  file('/etc/systemd/system/own-console.service', `[Service]\n${service}[Install]\nWantedBy=multi-user.target\n`);

/** Shells of root's that ask no one. */
export const ROOT_SHELLS: readonly State[] = [
  failed(
    'a shell in place of what asks on the console',
    file(
      '/etc/systemd/system/getty@tty1.service.d/override.conf',
      '[Service]\nExecStart=\nExecStart=-/sbin/agetty -n -l /bin/bash --noclear %I $TERM\n',
    ),
  ),
  passed('a rescue on a console that asks', file('/etc/systemd/system/su8.service', OWN_RESCUE('/sbin/sulogin'))),
  unknown(
    'a rescue on a console that asks only where root has a password',
    file('/etc/systemd/system/su8.service', OWN_RESCUE('/sbin/sulogin --force')),
  ),
  unknown('the rescue is told so', file(RESCUE, '[Service]\nEnvironment=SYSTEMD_SULOGIN_FORCE=1\n')),
  failed(
    'the boot loader starts a shell',
    file('/etc/default/grub.d/kiosk.cfg', 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX init=/bin/bash"\n'),
  ),
  passed(
    'the boot loader starts the usual',
    file('/etc/default/grub.d/company.cfg', 'GRUB_CMDLINE_LINUX_DEFAULT="quiet splash init=/lib/systemd/systemd"\n'),
  ),
  failed('the menu starts a shell before the system is there', menu('quiet rd.systemd.debug_shell')),
  passed('the menu starts what everybody’s does', menu('quiet splash init=/sbin/init rd.luks.uuid=0a rd.shell=0')),
  failed('the menu starts Python in place of the system', menu('init=/usr/bin/python3')),
  unknown('the menu starts a program that no one knows', menu('init=/opt/own/start')),
  failed('the menu starts the shell for debugging as the whole system', menu('systemd.unit=debug-shell.service')),
  unknown('the menu starts a rescue that asks no one', menu('systemd.setenv=SYSTEMD_SULOGIN_FORCE=1 rescue')),
  failed('the menu has the shell for debugging wanted as well', menu('systemd.wants=debug-shell.service')),
  passed('the menu starts a rescue, as that of every Debian', menu('single')),
  failed('the menu has a shell carried out once', menu('systemd.run=/bin/bash')),
  unknown('the menu says a word to systemd that no one knows', menu('systemd.own_word=1')),
  failed('another boot loader than GRUB starts a shell', extlinux('rw init=/bin/bash')),
  passed('another boot loader than GRUB starts the usual', extlinux('ro quiet')),
  failed('a unit opens a console for a shell', ownUnit('ExecStart=/usr/bin/openvt -s -w -- /bin/su - nadia\n')),
  passed('a unit says something on a console', ownUnit("ExecStart=/bin/sh -c 'echo welcome >/dev/tty3'\n")),
  failed('a shell leaves another behind, on a console', {
    ...ownUnit('Type=forking\nExecStart=/bin/sh -c "setsid sh -i </dev/tty3 >/dev/tty3 2>&1 &"\n'),
  }),
  unknown(
    'a program of someone’s is typed to on a console',
    ownUnit('ExecStart=/opt/menu\nStandardInput=tty\nTTYPath=/dev/tty8\n'),
  ),
];
