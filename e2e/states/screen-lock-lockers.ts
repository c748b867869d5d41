import { type How, nameOf, onDisplay, statesIn } from './screen-lock-rows.ts';

/** Runs next to the session and ends with the state. */
const locker = (command: string, { after = '', ...more }: How & { readonly after?: string } = {}): How => {
  const words = command.replace(/^env (?:\S+=\S+ )*/, '');
  const isThere = `pgrep -u nadia -x ${nameOf(words)} >/dev/null`;
  return {
    ...more,
    make: `${more.make ?? ''}
systemd-run --quiet --collect --unit=locker /usr/bin/in-session ${command}
for turn in $(seq 100); do ${isThere} && break; sleep 0.05; done
${isThere}
${after}`,
    undo: `systemctl stop locker || true\n${more.undo ?? ''}`,
  };
};

const saver = (text: string): How =>
  locker('xscreensaver --no-splash', { files: { '/home/nadia/.xscreensaver': text } });
const LOCKING = 'mode: blank\ntimeout: 0:05:00\nlock: True\nlockTimeout: 0:00:00\n';
const xfce = (property: string, type: string, value: string): How =>
  locker('xfce4-screensaver infinity', {
    make: `in-session xfconf-query -c ${property.split(' ')[0]} -p ${property.split(' ')[1]} -n -t ${type} -s ${value}`,
    undo: `in-session xfconf-query -c ${property.split(' ')[0]} -p ${property.split(' ')[1]} -r`,
  });
const HAS_MANAGER =
  'systemd-run --quiet --unit=dm-stand-in /usr/bin/perl /usr/bin/own-bus-name org.freedesktop.DisplayManager; until busctl --system status org.freedesktop.DisplayManager >/dev/null 2>&1; do sleep 0.1; done';
const LIGHT = 'apps.light-locker';
/**
 * A program of light-locker's name, which itself wants a session of LightDM's; its settings, and the time of the display, are
 * real, and a program has the name of LightDM on the bus, which would ask for the password.
 */
const lightLocker = ({ display = '300 5', manager = HAS_MANAGER, setting = '', after = '' } = {}): How => ({
  make: `${manager}; in-session xset s ${display}; ${setting === '' ? 'true' : `in-session gsettings set ${LIGHT} ${setting}`}
systemd-run --quiet --collect --unit=locker /usr/bin/in-session sh -c 'sleep infinity | /srv/desktop/light-locker'
for turn in $(seq 100); do pgrep -u nadia -x light-locker >/dev/null && break; sleep 0.05; done
pgrep -u nadia -x light-locker >/dev/null
${after}`,
  undo: `systemctl stop locker || true; in-session xset s default; in-session gsettings reset-recursively ${LIGHT}; systemctl stop dm-stand-in 2>/dev/null || true`,
});
/** Its settings alone: the package would have it start with every session. */
export const PREPARE_LIGHT_LOCKER = `
dpkg-deb --extract /var/cache/apt/archives/light-locker_*.deb /srv/light-locker
cp /srv/light-locker/usr/share/glib-2.0/schemas/*.xml /usr/share/glib-2.0/schemas/
glib-compile-schemas /usr/share/glib-2.0/schemas
cp /bin/cat /srv/desktop/light-locker
`;
const XFCE = onDisplay('XFCE', 'xfce4-session');
export const ON_XFCE = statesIn('XFCE', XFCE, [
  ['uuu', 'no screen saver runs', {}],
  ['pfp', 'XScreenSaver as Debian brings it', locker('xscreensaver --no-splash')],
  ['ppp', 'XScreenSaver locks', saver(LOCKING)],
  ['fff', 'XScreenSaver is off', saver(LOCKING.replace('blank', 'off'))],
  ['ppf', 'XScreenSaver after an hour', saver(LOCKING.replace('0:05', '1:00'))],
  ['pfp', 'XScreenSaver locks five minutes later', saver(LOCKING.replace('0:00:00', '0:05:00'))],
  ['ppp', 'its own screen saver, as it comes', locker('xfce4-screensaver infinity')],
  ['fff', 'its own is off', xfce('xfce4-screensaver /saver/enabled', 'bool', 'false')],
  ['pfp', 'its own does not lock', xfce('xfce4-screensaver /lock/enabled', 'bool', 'false')],
  ['ppf', 'its own after half an hour', xfce('xfce4-screensaver /saver/idle-activation/delay', 'int', '30')],
  [
    'fff',
    'the mode for presentations',
    xfce('xfce4-power-manager /xfce4-power-manager/presentation-mode', 'bool', 'true'),
  ],
  ['ppp', 'light-locker, and the display calls it', lightLocker()],
  ['fff', 'light-locker, and the display never calls', lightLocker({ display: 'off' })],
  ['ppf', 'light-locker, called after an hour', lightLocker({ display: '3600 5' })],
  ['pfp', 'light-locker locks a minute later', lightLocker({ setting: 'lock-after-screensaver 60' })],
  ['fff', 'light-locker is told never to lock', lightLocker({ setting: 'lock-after-screensaver 0' })],
  ['uuu', 'light-locker locks when someone is back', lightLocker({ setting: 'late-locking true' })],
  ['fff', 'light-locker is stopped', lightLocker({ after: 'pkill -STOP -u nadia -x light-locker' })],
  ['uuu', 'light-locker, and no display manager to ask', lightLocker({ manager: 'true' })],
  ['pfp', 'its own locks three minutes later', xfce('xfce4-screensaver /lock/saver-activation/delay', 'int', '3')],
]);

const SWAYIDLE = '/home/nadia/.config/swayidle/config';
export const ON_SWAY = statesIn(
  'sway',
  {
    desktop: 'sway',
    start: 'WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 sway -c /dev/null >/dev/null 2>&1 &',
    isUp: 'test -S /run/nadia/wayland-1',
  },
  [
    ['uuu', 'no program that locks', {}],
    ['ppp', 'swayidle locks', locker("swayidle -w timeout 300 'swaylock -f'")],
    ['ppf', 'swayidle locks after an hour', locker("swayidle timeout 3600 'swaylock -f -c 000000'")],
    [
      'fff',
      'swayidle only turns the screen off',
      locker(`swayidle timeout 300 'swaymsg "output * dpms off"' resume 'swaymsg "output * dpms on"'`),
    ],
    [
      'ppp',
      'swayidle, told by a file',
      locker('swayidle -w', { files: { [SWAYIDLE]: 'timeout 300 "swaylock -f"\nbefore-sleep "swaylock -f"\n' } }),
    ],
    ['fff', 'swayidle locks before it sleeps and at no other time', locker("swayidle before-sleep 'swaylock -f'")],
    [
      'ppp',
      'swayidle asks the session to lock, and answers',
      locker("swayidle timeout 300 'loginctl lock-session' lock 'swaylock -f'"),
    ],
    ['uuu', 'swayidle runs a script of someone’s', locker('swayidle timeout 300 /home/nadia/away.sh')],
    [
      'ppp',
      'swayidle turns the screen off as well',
      locker(`swayidle timeout 300 'swaylock -f' timeout 600 'swaymsg "output * dpms off"'`),
    ],
    ['uuu', 'swaylock only says its version', locker("swayidle timeout 300 'swaylock --version'")],
    [
      'fff',
      'swayidle is stopped',
      locker("swayidle -w timeout 300 'swaylock -f'", { after: 'pkill -STOP -u nadia -x swayidle' }),
    ],
    [
      'uuu',
      'a program of the person’s is found before swaylock',
      locker("env PATH=/home/nadia/bin:/usr/bin swayidle -w timeout 300 'swaylock -f'", {
        files: { '/home/nadia/bin/swaylock': '#!/bin/sh\nexit 0\n' },
        make: 'chmod 755 /home/nadia/bin/swaylock',
      }),
    ],
    ['uuu', 'swaylock leaves a grace', locker("swayidle timeout 300 'swaylock -f --grace 600'")],
  ],
);

export const ON_I3 = statesIn('i3', onDisplay('i3', 'i3 -c /dev/null'), [
  [
    'ppp',
    'xss-lock, and the display calls it',
    locker('xss-lock -- i3lock -n', { make: 'in-session xset s 300 5', undo: 'in-session xset s default' }),
  ],
  [
    'fff',
    'xss-lock, and the display never calls',
    locker('xss-lock -- i3lock -n', { make: 'in-session xset s off', undo: 'in-session xset s default' }),
  ],
  [
    'ppf',
    'xss-lock, called after an hour',
    locker('xss-lock -- i3lock -n', { make: 'in-session xset s 3600 5', undo: 'in-session xset s default' }),
  ],
  [
    'uuu',
    'xss-lock starts something else',
    locker('xss-lock -- xset dpms force off', { make: 'in-session xset s 300 5', undo: 'in-session xset s default' }),
  ],
  ['uuu', 'xautolock, which may be off in itself', locker("xautolock -time 10 -locker 'i3lock -n'")],
  [
    'uuu',
    'xss-lock of another display',
    locker('env DISPLAY=:8 xss-lock -- i3lock -n', {
      make: 'in-session xset s 300 5; systemd-run --quiet --collect --unit=other-display --uid=nadia Xvfb :8; sleep 1',
      undo: 'in-session xset s default; systemctl stop other-display || true',
    }),
  ],
  ['pfp', 'XScreenSaver as Debian brings it', locker('xscreensaver --no-splash')],
  ['ppp', 'XScreenSaver locks', saver(LOCKING)],
]);

/** By themselves: what asks for a password is read by the check of the password too. */
export const RULES_ON_I3 = statesIn('i3', onDisplay('i3', 'i3 -c /dev/null'), [
  [
    'pfp',
    'xss-lock, and a locker whose rules are content with anybody',
    locker('xss-lock -- i3lock -n', {
      files: { '/etc/pam.d/i3lock': 'auth sufficient pam_permit.so\n' },
      make: 'in-session xset s 300 5',
      undo: 'in-session xset s default',
    }),
  ],
  [
    'ppp',
    'xss-lock, and a locker whose rules are others’',
    locker('xss-lock -- i3lock -n', {
      files: { '/etc/pam.d/i3lock': 'auth include login\n' },
      make: 'in-session xset s 300 5',
      undo: 'in-session xset s default',
    }),
  ],
  [
    'pfp',
    'xss-lock, and a locker whose rules take in a file that is content with anybody',
    locker('xss-lock -- i3lock -n', {
      files: { '/etc/pam.d/i3lock': 'auth include open\n', '/etc/pam.d/open': 'auth sufficient pam_permit.so\n' },
      make: 'in-session xset s 300 5',
      undo: 'in-session xset s default',
    }),
  ],
]);
