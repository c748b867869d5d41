import { busPolicyFor, OWN_BUS_NAME } from '../support/bus-name.ts';
import { ON_I3, ON_SWAY, ON_XFCE, PREPARE_LIGHT_LOCKER, RULES_ON_I3 } from './screen-lock-lockers.ts';
import { type How, onDisplay, standIn, statesIn, verdicts } from './screen-lock-rows.ts';
import type { Subject } from './state.ts';

const GNOME = standIn('GNOME', 'gnome-shell');

/** Sets and takes back settings of the GNOME family. */
function setting(schema: string, ...values: readonly (readonly [key: string, value: string])[]): How {
  return {
    make: values.map(([key, value]) => `in-session gsettings set ${schema} ${key} ${value}`).join('\n'),
    undo: values.map(([key]) => `in-session gsettings reset ${schema} ${key}`).join('\n'),
  };
}

const IDLE = 'org.gnome.desktop.session';
const SAVER = 'org.gnome.desktop.screensaver';
const PROFILE = '/etc/dconf/profile/user';
const company = (values: string, locked: string | null, more?: How): How => ({
  files: {
    [PROFILE]: 'user-db:user\nsystem-db:local\n',
    '/etc/dconf/db/local.d/00-company': values,
    ...(locked === null ? {} : { '/etc/dconf/db/local.d/locks/company': locked }),
  },
  make: `dconf update\n${more?.make ?? ''}`,
  undo: more?.undo ?? 'true',
});
const NEVER = '[org/gnome/desktop/session]\nidle-delay=uint32 0\n';
const SOON = '[org/gnome/desktop/session]\nidle-delay=uint32 300\n';
const IDLE_KEY = '/org/gnome/desktop/session/idle-delay\n';
const OPEN = '[org/gnome/desktop/screensaver]\nlock-enabled=false\n';

const ON_GNOME = statesIn('GNOME', GNOME, [
  ['fpf', 'never starts', setting(IDLE, ['idle-delay', '0'])],
  ['ppp', 'after ten minutes', setting(IDLE, ['idle-delay', '600'])],
  ['pfp', 'does not lock', setting(SAVER, ['lock-enabled', 'false'])],
  ['ppp', 'exactly as late as is allowed', setting(IDLE, ['idle-delay', '900'])],
  ['ppf', 'after an hour', setting(IDLE, ['idle-delay', '3600'])],
  ['ppp', 'three seconds to stop it', setting(SAVER, ['lock-delay', '3'])],
  ['pfp', 'locks a minute later', setting(SAVER, ['lock-delay', '60'])],
  ['ppf', 'in 136 years', setting(IDLE, ['idle-delay', '4294967295'])],
  ['pff', 'locks 136 years later', setting(SAVER, ['lock-delay', '4294967295'])],
  ['ppp', 'at once', setting(IDLE, ['idle-delay', '1'])],
  ['pfp', 'locking is forbidden', setting('org.gnome.desktop.lockdown', ['disable-lock-screen', 'true'])],
  [
    'ppp',
    'five minutes for everybody, by the company',
    {
      ...company(SOON, IDLE_KEY),
      make: `in-session gsettings set ${IDLE} idle-delay 0\ndconf update`,
      undo: `rm -r ${PROFILE}; in-session gsettings reset ${IDLE} idle-delay`,
    },
  ],
  ['fpf', 'never for everybody, by the company', company(NEVER, IDLE_KEY)],
  ['pfp', 'open by default, and no one chose', company(OPEN, null)],
  ['ppp', 'open by default, and the person locks', company(OPEN, null, setting(SAVER, ['lock-enabled', 'true']))],
  [
    'pfp',
    'another display manager, next to which it never locks',
    {
      make: 'systemctl stop gdm-stand-in; until ! busctl --system status org.gnome.DisplayManager >/dev/null 2>&1; do sleep 0.1; done',
      undo: 'systemctl start gdm-stand-in; until busctl --system status org.gnome.DisplayManager >/dev/null 2>&1; do sleep 0.1; done',
    },
  ],
]);

/** A program that runs next to the session, by a unit of its own, until it is stopped. */
const nextTo = (options: string, command: string): How => ({
  make: `systemd-run --quiet --unit=own-awake ${options} ${command}; timeout 20 sh -c 'until systemctl is-active --quiet own-awake; do sleep 0.2; done'`,
  undo: 'systemctl stop own-awake; systemctl reset-failed own-awake 2>/dev/null || true',
});
const SCRIPT = '/home/nadia/stay-awake';
/** A script of the person's, which goes on and on. */
const goesOn = (line: string): How => ({
  files: { [SCRIPT]: `#!/bin/bash\nwhile :; do\n  ${line}\n  sleep 30\ndone\n` },
  ...nextTo('--uid=nadia', `/bin/bash ${SCRIPT}`),
});
const KEPT_AWAKE = statesIn('GNOME', GNOME, [
  ['fpf', 'what is left alone is inhibited without an end', nextTo('', 'systemd-inhibit --what=idle sleep infinity')],
  ['ppp', 'sleep alone is inhibited', nextTo('', 'systemd-inhibit --what=sleep sleep infinity')],
  [
    'uuu',
    'a program of one’s own inhibits as long as it likes',
    nextTo('', 'systemd-inhibit --what=idle python3 -c "import time; time.sleep(999)"'),
  ],
  ['ppp', 'a script of the person’s shows the time', goesOn('date > /dev/null')],
  ['fpf', 'a script of the person’s says that someone is there', goesOn('xset s reset 2>/dev/null')],
  ['ppp', 'a script of the person’s says so in a remark', goesOn('# xset s reset')],
  [
    'fpf',
    'a command is repeated that presses a key',
    nextTo('--uid=nadia', `/bin/sh -c 'while sleep 30; do xdotool key shift; done'`),
  ],
]);

const KDE_FILE = '/home/nadia/.config/kscreenlockerrc';
const kde = (text: string): How => ({ files: { [KDE_FILE]: `[Daemon]\n${text}\n` } });
const ON_KDE = statesIn('KDE', standIn('KDE', 'plasmashell'), [
  ['ppp', 'as it comes', {}],
  ['fpf', 'never starts', kde('Autolock=false')],
  ['ppp', 'a quarter of an hour', kde('Timeout=15')],
  ['fpf', 'after no minutes', kde('Timeout=0')],
  ['pfp', 'asks for no password', kde('RequirePassword=false')],
  ['ppf', 'after half an hour', kde('Timeout=30')],
  ['pfp', 'does not lock', kde('Lock=false')],
  ['ppp', 'five seconds to stop it', kde('LockGrace=5')],
  ['pfp', 'a grace that never ends', kde('LockGrace=-1')],
  ['fpf', 'never, in another word', kde('Autolock=off')],
  ['pfp', 'a grace of five minutes', kde('LockGrace=300')],
  [
    'ppp',
    'the person over the system',
    {
      files: { '/etc/xdg/kscreenlockerrc': '[Daemon]\nAutolock=false\n', [KDE_FILE]: '[Daemon]\nAutolock=true\n' },
    },
  ],
  [
    'ppf',
    'the system holds an hour',
    {
      files: { '/etc/xdg/kscreenlockerrc': '[Daemon][$i]\nTimeout=60\n', [KDE_FILE]: '[Daemon]\nTimeout=5\n' },
    },
  ],
  ['ppp', 'the same key in another group', { files: { [KDE_FILE]: '[Greeter]\nAutolock=false\n' } }],
  ['fpf', 'the second of two lines', kde('Autolock=true\nAutolock=false')],
]);

const MATE_SAVER = 'org.mate.screensaver';
const ON_MATE = statesIn('MATE', onDisplay('MATE', 'mate-session'), [
  ['ppp', 'as it comes, with its screen saver', { make: 'until pgrep -u nadia mate-screensave; do sleep 0.1; done' }],
  ['pfp', 'does not lock', setting(MATE_SAVER, ['lock-enabled', 'false'])],
  ['ppp', 'after ten minutes', setting('org.mate.session', ['idle-delay', '10'])],
  ['fpf', 'never starts', setting(MATE_SAVER, ['idle-activation-enabled', 'false'])],
  ['pfp', 'locks two minutes later', setting(MATE_SAVER, ['lock-delay', '2'])],
  ['ppf', 'after an hour', setting('org.mate.session', ['idle-delay', '60'])],
  ['pfp', 'locking is forbidden', setting('org.mate.lockdown', ['disable-lock-screen', 'true'])],
]);

const CINNAMON_SAVER = 'org.cinnamon.desktop.screensaver';
const ON_CINNAMON = statesIn('Cinnamon', standIn('X-Cinnamon', 'cinnamon'), [
  ['ppp', 'after five minutes', setting('org.cinnamon.desktop.session', ['idle-delay', '300'])],
  ['fpf', 'never starts', setting('org.cinnamon.desktop.session', ['idle-delay', '0'])],
  ['pfp', 'does not lock', setting(CINNAMON_SAVER, ['lock-enabled', 'false'])],
  ['ppf', 'after an hour', setting('org.cinnamon.desktop.session', ['idle-delay', '3600'])],
  ['fpf', 'does not start by itself', setting(CINNAMON_SAVER, ['idle-activation-enabled', 'false'])],
]);

const ELSEWHERE = [
  ...statesIn('LXQt', standIn('LXQt', 'lxqt-session'), [['uuu', 'no program that locks', {}]]),
  ...statesIn('Plasma is named and does not run', standIn('KDE', 'sleep'), [
    ['uuu', 'nothing is known', kde('Timeout=5')],
  ]),
];

/** Programs of desktops that are not installed, and the name of GNOME's display manager, next to which alone GNOME locks. */
const PREPARE = `
mkdir -p /srv/desktop
for name in gnome-shell plasmashell cinnamon lxqt-session xfce4-screensaver; do cp /bin/sleep /srv/desktop/$name; done
ln -sf /srv/desktop/xfce4-screensaver /usr/bin/xfce4-screensaver
cat > /etc/dbus-1/system.d/gdm.conf <<'X'
${busPolicyFor('org.gnome.DisplayManager')}X
cat > /usr/bin/own-bus-name <<'X'
${OWN_BUS_NAME}X
cat > /etc/systemd/system/gdm-stand-in.service <<'X'
[Service]
ExecStart=/usr/bin/perl /usr/bin/own-bus-name org.gnome.DisplayManager
X
systemctl start dbus
systemctl reload dbus
systemctl daemon-reload
systemctl start gdm-stand-in
until busctl --system status org.gnome.DisplayManager >/dev/null 2>&1; do sleep 0.1; done
mkdir -p /home/nadia/.config
chown nadia:nadia /home/nadia/.config
`;

export const SCREEN_LOCK: Subject = {
  name: 'screen-lock',
  prepare: `${PREPARE}${PREPARE_LIGHT_LOCKER}`,
  asItWas: verdicts('ppp'),
  session: GNOME,
  states: [
    ...ON_GNOME,
    ...KEPT_AWAKE,
    ...ON_KDE,
    ...ON_CINNAMON,
    ...ON_MATE,
    ...ON_XFCE,
    ...ON_I3,
    ...ON_SWAY,
    ...ELSEWHERE,
  ],
};

/** Made while nothing else is that the check of the password judges. */
export const SCREEN_LOCK_RULES: Subject = {
  name: 'screen-lock-rules',
  prepare: PREPARE,
  asItWas: verdicts('ppp'),
  session: GNOME,
  states: [
    ...RULES_ON_I3,
    ...statesIn('GNOME', GNOME, [
      ['ppp', 'rules as Debian has them', rulesOf('gdm-password', '@include common-auth')],
      ['pfp', 'rules that let anybody in', rulesOf('gdm-password', 'auth required pam_permit.so')],
    ]),
    ...statesIn('KDE', standIn('KDE', 'plasmashell'), [
      ['ppp', 'rules as they come', rulesOf('kde', '@include common-auth')],
      ['pfp', 'rules that let anybody in', rulesOf('kde', 'auth sufficient pam_permit.so')],
    ]),
    ...statesIn('Cinnamon', standIn('X-Cinnamon', 'cinnamon'), [
      ['pfp', 'rules that let anybody in', rulesOf('cinnamon-screensaver', 'auth sufficient pam_permit.so')],
    ]),
  ],
};

function rulesOf(service: string, rule: string): How {
  return { files: { [`/etc/pam.d/${service}`]: `${rule}\naccount required pam_permit.so\n` } };
}
