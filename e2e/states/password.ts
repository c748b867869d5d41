import { CONSOLES, RULES } from './consoles-and-rules.ts';
import { OTHERS, OTHERS_BY_RULES } from './other-accounts.ts';
import { failed, file, passed, unknown } from './password-rows.ts';
import { ROOT_SHELLS, TAKEN_IN } from './sign-in-rules.ts';
import type { State, Subject } from './state.ts';

/** The accounts service looks at /etc/shadow again a moment after it was changed. */
const LOOK_AGAIN = 'systemctl restart accounts-daemon';
const SET_PASSWORD = `echo nadia:doorway-2026 | chpasswd && passwd --unlock nadia >/dev/null; ${LOOK_AGAIN}`;

const ACCOUNT: readonly State[] = [
  failed('no password', { make: `passwd --delete nadia && ${LOOK_AGAIN}`, undo: SET_PASSWORD }),
  passed('the password is locked', { make: `passwd --lock nadia && ${LOOK_AGAIN}`, undo: SET_PASSWORD }),
  failed('no password, as passwd says it', {
    make: 'systemctl mask --now accounts-daemon && passwd --delete nadia',
    undo: `systemctl unmask accounts-daemon; ${SET_PASSWORD}`,
  }),
  passed('a password, as passwd says it', {
    make: 'systemctl mask --now accounts-daemon',
    undo: 'systemctl unmask accounts-daemon; systemctl start accounts-daemon',
  }),
  failed('a password that the next sign-in is asked to choose', {
    make: `passwd --delete nadia && chage --lastday 0 nadia && ${LOOK_AGAIN}`,
    undo: `chage --lastday 20000 nadia; ${SET_PASSWORD}`,
  }),
  passed('a password that has to be changed', {
    make: `chage --lastday 0 nadia && ${LOOK_AGAIN}`,
    undo: `chage --lastday 20000 nadia; ${LOOK_AGAIN}`,
  }),
  failed('in the group whose password no one asks for', {
    make: 'groupadd --system nopasswdlogin && gpasswd --add nadia nopasswdlogin',
    undo: 'groupdel nopasswdlogin',
  }),
  passed('another person is in that group', {
    make: 'groupadd --system nopasswdlogin && gpasswd --add daemon nopasswdlogin',
    undo: 'groupdel nopasswdlogin',
  }),
  failed('that group is the person’s own', {
    make: 'groupadd --system nopasswdlogin && usermod --gid nopasswdlogin nadia',
    undo: 'usermod --gid nadia nadia && groupdel nopasswdlogin',
  }),
];

const GREETD = '/etc/greetd/config.toml';
const greeter = (user: string, command: string) =>
  `[terminal]\nvt = 7\n\n[default_session]\ncommand = "${command}"\nuser = "${user}"\n`;

const LINK = '/etc/systemd/system/display-manager.service';
const NONE_CHOSEN = `rm -f ${LINK} && systemctl daemon-reload`;
/** One of those that are installed is the one that starts. */
const chosen = (name: string) => ({
  make: `ln -s /lib/systemd/system/${name}.service ${LINK} && systemctl daemon-reload`,
  undo: NONE_CHOSEN,
});
const LIGHTDM_SIGNS_IN = {
  '/etc/lightdm/lightdm.conf.d/50-kiosk.conf': '[Seat:*]\nautologin-user=kiosk\nautologin-user-timeout=0\n',
};

const DISPLAY_MANAGERS: readonly State[] = [
  passed('greetd as it comes, with its own greeter', file(GREETD, greeter('_greetd', '/usr/sbin/agreety --cmd sway'))),
  failed(
    'greetd: a first session of the person’s',
    file(GREETD, `${greeter('_greetd', 'agreety')}[initial_session]\ncommand = "sway"\nuser = "nadia"\n`),
  ),
  passed(
    'greetd: that first session in a remark',
    file(GREETD, `${greeter('_greetd', 'agreety')}#[initial_session]\n#user = "nadia"\n`),
  ),
  failed('greetd: the person in place of the greeter', file(GREETD, greeter('nadia', 'sway'))),
  passed('greetd: another greeter', file(GREETD, greeter('_greetd', 'tuigreet --cmd sway'))),
  unknown('greetd: a program of root’s in place of the greeter', file(GREETD, greeter('root', 'sway'))),
  passed(
    'GDM: automatic sign-in prepared and off',
    file('/etc/gdm3/daemon.conf', '[daemon]\nAutomaticLoginEnable=false\nAutomaticLogin=nadia\n'),
  ),
  failed(
    'GDM signs in',
    file(
      '/etc/gdm3/daemon.conf',
      '[daemon]\n# since the exhibition\nAutomaticLoginEnable = True\nAutomaticLogin = nadia\n',
    ),
  ),
  passed(
    'GDM: the line in another group',
    file('/etc/gdm3/daemon.conf', '[debug]\nAutomaticLoginEnable=true\nAutomaticLogin=nadia\n'),
  ),
  failed(
    'GDM signs in after a while',
    file('/etc/gdm3/custom.conf', '[daemon]\nTimedLoginEnable=true\nTimedLogin=nadia\nTimedLoginDelay=5\n'),
  ),
  passed('SDDM: a session and no user', file('/etc/sddm.conf', '[Autologin]\nSession=plasma\nUser=\n')),
  failed(
    'SDDM signs in, in a folder',
    file('/etc/sddm.conf.d/kde_settings.conf', '[Autologin]\nRelogin=false\nSession=plasma\nUser=nadia\n'),
  ),
  passed('SDDM with the settings it prints as an example', {
    make: 'sddm --example-config > /etc/sddm.conf && grep -q "^User=$" /etc/sddm.conf',
    undo: 'rm /etc/sddm.conf',
  }),
  failed('SDDM with those settings and a name in them', {
    make: 'sddm --example-config | sed "s/^User=$/User=nadia/" > /etc/sddm.conf',
    undo: 'rm /etc/sddm.conf',
  }),
  passed('SDDM: a later file takes it back', {
    files: {
      '/etc/sddm.conf.d/10-auto.conf': '[Autologin]\nUser=nadia\n',
      '/etc/sddm.conf.d/20-none.conf': '[Autologin]\nUser=\n',
    },
  }),
  failed(
    'SDDM signs in, in a file of a package',
    file('/usr/lib/sddm/sddm.conf.d/live.conf', '[Autologin]\nUser=nadia\n'),
  ),
  passed('LightDM as it comes, with a list of users', { make: 'test -f /etc/lightdm/lightdm.conf' }),
  failed(
    'LightDM signs in',
    file('/etc/lightdm/lightdm.conf.d/50-auto.conf', '[Seat:*]\nautologin-user=nadia\nautologin-user-timeout=0\n'),
  ),
  passed('LightDM: a later file takes it back', {
    files: {
      '/etc/lightdm/lightdm.conf.d/50-auto.conf': '[Seat:*]\nautologin-user=nadia\n',
      '/etc/lightdm/lightdm.conf.d/90-none.conf': '[Seat:*]\nautologin-user=\n',
    },
  }),
  failed(
    'LightDM signs a guest in',
    file('/usr/share/lightdm/lightdm.conf.d/guest.conf', '[SeatDefaults]\nautologin-guest=true\n'),
  ),
  passed(
    'LXDM: its line in a remark',
    file('/etc/lxdm/lxdm.conf', '[base]\n# autologin=dgod\nsession=/usr/bin/startlxde\n'),
  ),
  failed('LXDM signs in', file('/etc/lxdm/lxdm.conf', '[base]\nautologin=nadia\n')),
  failed('ly signs in', file('/etc/ly/config.ini', 'auto_login_session = sway\nauto_login_user = nadia\n')),
  failed('Plasma Login signs in', file('/etc/plasmalogin.conf', '[Autologin]\nUser=nadia\n')),
  failed('SLiM signs in', file('/etc/slim.conf', 'default_user nadia\nauto_login yes\n')),
  passed('SLiM proposes a name', file('/etc/slim.conf', 'default_user nadia\nfocus_password yes\nauto_login no\n')),
  failed('nodm signs in', file('/etc/default/nodm', 'NODM_ENABLED=true\nNODM_USER=nadia\n')),
  passed('nodm is there and off', file('/etc/default/nodm', 'NODM_ENABLED=no\nNODM_USER=nadia\n')),
  failed(
    'openSUSE hands a name to the display manager',
    file('/etc/sysconfig/displaymanager', 'DISPLAYMANAGER="gdm"\nDISPLAYMANAGER_AUTOLOGIN="nadia"\n'),
  ),
  passed(
    'openSUSE hands no name',
    file('/etc/sysconfig/displaymanager', 'DISPLAYMANAGER="gdm"\nDISPLAYMANAGER_AUTOLOGIN=""\n'),
  ),
  failed('LightDM signs in, and was chosen', { files: LIGHTDM_SIGNS_IN, ...chosen('lightdm') }),
  failed('LightDM is started with a file of its own, which signs in', {
    files: {
      '/etc/other.conf': '[Seat:*]\nautologin-user=nadia\n',
      '/etc/systemd/system/lightdm.service.d/other.conf':
        '[Service]\nExecStart=\nExecStart=/usr/sbin/lightdm --config /etc/other.conf\n',
    },
    ...chosen('lightdm'),
  }),
  passed('LightDM would sign in, and SDDM was chosen', { files: LIGHTDM_SIGNS_IN, ...chosen('sddm') }),
  failed('SDDM was chosen, and a unit of someone’s starts LightDM', {
    files: {
      ...LIGHTDM_SIGNS_IN,
      '/etc/systemd/system/kiosk.service':
        '[Service]\nExecStart=/bin/sh -c "exec /usr/sbin/lightdm"\n[Install]\nWantedBy=graphical.target\n',
    },
    make: `systemctl enable --quiet kiosk.service; ${chosen('sddm').make}`,
    undo: `systemctl disable --quiet kiosk.service; ${chosen('sddm').undo}`,
  }),
  passed('nodm would sign in, and LightDM was chosen', {
    ...file('/etc/default/nodm', 'NODM_ENABLED=true\nNODM_USER=root\n'),
    ...chosen('lightdm'),
  }),
  failed('emptty signs in', file('/etc/emptty/conf', 'TTY_NUMBER=7\nDEFAULT_USER=nadia\nAUTOLOGIN=true\n')),
];

/** What opens the account, and what opens it without asking. */
export const PASSWORD: Subject = {
  name: 'password',
  asItWas: { PasswordSet: 'passed' },
  // Most states are about what one of them is told, so that any of them may be the one that starts.
  prepare: `${LOOK_AGAIN}; systemctl stop display-manager 2>/dev/null || true; ${NONE_CHOSEN}`,
  states: [
    ...ACCOUNT,
    ...OTHERS,
    ...OTHERS_BY_RULES,
    ...DISPLAY_MANAGERS,
    ...CONSOLES,
    ...RULES,
    ...TAKEN_IN,
    ...ROOT_SHELLS,
  ],
};
