import { failed, file, passed, unknown } from './password-rows.ts';
import type { State } from './state.ts';

const CONSOLE = '/etc/systemd/system/getty@tty1.service.d/override.conf';
const CONSOLE_FILES = '/etc/systemd/system/getty@tty1.service.d';
const start = (command: string) => `[Service]\nExecStart=\nExecStart=-${command}\n`;

export const CONSOLES: readonly State[] = [
  passed('the console asks, and does not clear the screen', file(CONSOLE, start('/sbin/agetty --noclear %I $TERM'))),
  failed('the console signs in', file(CONSOLE, start('/sbin/agetty --autologin nadia --noclear %I $TERM'))),
  passed(
    'the console: signing in stands in a remark',
    file(CONSOLE, `#${start('/sbin/agetty --autologin nadia %I')}`.replaceAll('\nExecStart', '\n#ExecStart')),
  ),
  failed('one file has the console ask, and a later one has it sign in', {
    files: {
      [`${CONSOLE_FILES}/10-company.conf`]: start("/sbin/agetty -o '-p -- \\\\u' --noclear - $TERM"),
      [`${CONSOLE_FILES}/90-kiosk.conf`]: start('/sbin/agetty --autologin nadia --noclear %I $TERM'),
    },
    make: 'systemctl daemon-reload',
    undo: `rm -r ${CONSOLE_FILES}; systemctl daemon-reload`,
  }),
  passed('one file has the console sign in, and a later one has it ask', {
    files: {
      [`${CONSOLE_FILES}/10-kiosk.conf`]: start('/sbin/agetty --autologin nadia --noclear %I $TERM'),
      [`${CONSOLE_FILES}/90-company.conf`]: start("/sbin/agetty -o '-p -- \\\\u' --noclear - $TERM"),
    },
    make: 'systemctl daemon-reload',
    undo: `rm -r ${CONSOLE_FILES}; systemctl daemon-reload`,
  }),
  failed(
    'the console signs in, in one letter',
    file('/etc/systemd/system/getty@.service.d/a.conf', start('/sbin/agetty -Ja nadia %I')),
  ),
  failed(
    'the console hands a name to login',
    file(CONSOLE, start("/sbin/agetty --skip-login --login-options '-f nadia' %I")),
  ),
  failed(
    'a serial console signs in',
    file('/etc/systemd/system/serial-getty@ttyS0.service.d/a.conf', start('/sbin/agetty --autologin root %I')),
  ),
  failed(
    'another console program signs in',
    file(
      '/etc/systemd/system/kmsconvt@.service',
      '[Service]\nExecStart=/usr/bin/kmscon --vt=%I --login -- /bin/login -p -f nadia\n',
    ),
  ),
  passed(
    'another console program asks',
    file(
      '/etc/systemd/system/kmsconvt@.service',
      '[Service]\nExecStart=/usr/bin/kmscon --vt=%I --login -- /bin/login -p\n',
    ),
  ),
  failed(
    'a kiosk’s own unit',
    file(
      '/etc/systemd/system/cage@.service',
      '[Service]\nUser=nadia\nPAMName=login\nTTYPath=/dev/%I\nStandardInput=tty-fail\nExecStart=/usr/bin/cage firefox\n',
    ),
  ),
  passed(
    'a unit of the person’s without a screen',
    file(
      '/etc/systemd/system/sync.service',
      '[Service]\nUser=nadia\nPAMName=login\nExecStart=/usr/bin/rsync -a /home/nadia /srv\n',
    ),
  ),
  failed('a shell of root’s is enabled', {
    make: 'systemctl enable --quiet debug-shell.service',
    undo: 'systemctl disable --quiet debug-shell.service',
  }),
  passed('a console that signs in is masked', {
    ...file(CONSOLE, start('/sbin/agetty --autologin nadia --noclear %I $TERM')),
    make: 'systemctl mask --quiet getty@tty1',
    undo: 'systemctl unmask --quiet getty@tty1',
  }),
  failed('SysV’s list signs in', file('/etc/inittab', '1:2345:respawn:/sbin/getty -a nadia 38400 tty1\n')),
];

const GDM = '/etc/pam.d/gdm-password';
const COMMON = '@include common-auth\naccount required pam_unix.so\n';

const FAILLOCK = `auth required pam_faillock.so preauth audit silent deny=5 unlock_time=900
auth [success=1 default=ignore] pam_unix.so
auth [default=die] pam_faillock.so authfail audit deny=5 unlock_time=900
auth sufficient pam_faillock.so authsucc audit deny=5 unlock_time=900
auth required pam_permit.so
`;

export const RULES: readonly State[] = [
  passed(
    'the rules of GDM as Debian has them',
    file(GDM, `auth requisite pam_nologin.so\nauth required pam_succeed_if.so user != root quiet_success\n${COMMON}`),
  ),
  failed('a rule that is content with anybody', file(GDM, `auth sufficient pam_permit.so\n${COMMON}`)),
  passed(
    'a finger, a key, then the password',
    file(GDM, `auth sufficient pam_fprintd.so\nauth sufficient pam_u2f.so cue\n${COMMON}`),
  ),
  failed(
    'the same in brackets, of everybody',
    file('/etc/pam.d/common-auth', 'auth [success=done default=ignore] pam_permit.so\nauth required pam_unix.so\n'),
  ),
  failed(
    'no rule asks at all',
    file('/etc/pam.d/lightdm', 'auth required pam_permit.so\naccount required pam_unix.so\n'),
  ),
  failed(
    'a rule that is content with this person',
    file(GDM, `auth sufficient pam_succeed_if.so user = nadia\n${COMMON}`),
  ),
  passed(
    'a rule that is content with another person',
    file(GDM, `auth sufficient pam_succeed_if.so user = kiosk\n${COMMON}`),
  ),
  failed(
    'a rule that is content with a group of the person’s',
    file(GDM, `auth sufficient pam_succeed_if.so user ingroup nadia\n${COMMON}`),
  ),
  passed(
    'Debian’s rule for the group that is not asked',
    file(GDM, `auth sufficient pam_succeed_if.so user ingroup nopasswdlogin\n${COMMON}`),
  ),
  failed(
    'a rule that is content with every account of a person',
    file('/etc/pam.d/sddm', `auth sufficient pam_succeed_if.so uid >= 1000 quiet\n${COMMON}`),
  ),
  passed('wrong passwords are counted, as in the manual of pam_faillock', file('/etc/pam.d/common-auth', FAILLOCK)),
  failed(
    'wrong passwords are counted, and passed over',
    file('/etc/pam.d/common-auth', FAILLOCK.replace('[default=die]', '[default=ignore]')),
  ),
  unknown(
    'a rule that asks a program of someone’s',
    file(GDM, `auth sufficient pam_exec.so /usr/local/bin/near\n${COMMON}`),
  ),
  failed('a wrong password is passed over', file(GDM, 'auth sufficient pam_unix.so\nauth required pam_permit.so\n')),
  failed(
    'a rule that is content with whom this computer knows',
    file('/etc/pam.d/greetd', `auth sufficient pam_localuser.so\n${COMMON}`),
  ),
];
