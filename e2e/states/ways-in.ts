import { OTHER_SERVERS, PREPARE_OTHER_SERVERS } from './other-servers.ts';
import { PREPARE_SHARING, SHARING } from './screen-sharing.ts';
import type { State, Subject, Verdict } from './state.ts';

type How = Omit<State, 'name' | 'expected'>;

const usb = (UsbStorageBlocked: Verdict, name: string, how: How): State => ({
  name,
  ...how,
  expected: { UsbStorageBlocked },
});
const rules = (text: string, path = '/etc/modprobe.d/usb.conf'): How => ({ files: { [path]: text } });
const LISTED = 'blacklist usb-storage\nblacklist uas\n';
const BLOCKED = 'install usb-storage /bin/false\ninstall uas /bin/false\n';

/** Words of the kernel, now and in the menu of the next start; another file is laid over the one of the kernel that runs. */
const kernelTold = (now: string, next: string): How => ({
  files: { '/srv/cmdline': `quiet ${now}\n`, '/boot/grub/grub.cfg': `\tlinux\t/vmlinuz root=/dev/vda1 ro ${next}\n` },
  make: 'mount --bind /srv/cmdline /proc/cmdline',
  undo: 'umount /proc/cmdline',
});

/** What the configuration of modprobe does with the drivers of USB drives; none is loaded here. */
export const USB_STORAGE: Subject = {
  name: 'usb-storage',
  asItWas: { UsbStorageBlocked: 'failed' },
  states: [
    usb('passed', 'USB storage loads nothing', rules(BLOCKED)),
    usb('failed', 'USB storage is blocked in a remark', rules('# install usb-storage /bin/false\n')),
    usb('passed', 'USB storage and its faster driver are on the blacklist', rules(LISTED)),
    usb('failed', 'a rule for USB storage loads it as it would be without one', {
      ...rules('install usb-storage /sbin/modprobe --ignore-install usb-storage\ninstall uas /bin/false\n'),
    }),
    usb('passed', 'USB storage loads nothing, and what needs it may', rules('install usb-storage /bin/true\n')),
    usb('failed', 'the faster driver of USB storage is forgotten', rules('blacklist usb_storage\n')),
    usb(
      'unknown',
      'a command of the company loads USB storage',
      rules('install usb-storage /usr/local/bin/ask-first\n'),
    ),
    usb('failed', 'the faster driver of USB storage alone is blocked', rules('install uas /bin/true\n')),
    usb('passed', 'a rule of udev unloads USB storage, which is on the blacklist', {
      files: {
        '/etc/modprobe.d/usb.conf': LISTED,
        '/etc/udev/rules.d/10-own.rules': 'ACTION=="add", SUBSYSTEM=="usb", RUN+="/sbin/modprobe -r usb-storage"\n',
      },
    }),
    usb('failed', 'a rule of udev loads USB storage, which is on the blacklist', {
      files: {
        '/etc/modprobe.d/usb.conf': LISTED,
        '/etc/udev/rules.d/10-own.rules': 'ACTION=="add", SUBSYSTEM=="usb", RUN+="/sbin/modprobe usb-storage"\n',
      },
    }),
    usb('unknown', 'a list of the start names USB storage, which is on the blacklist', {
      files: { '/etc/modprobe.d/usb.conf': LISTED, '/etc/modules-load.d/usb.conf': 'usb-storage\n' },
    }),
    usb('passed', 'a list of the start names USB storage, which loads nothing', {
      files: { '/etc/modprobe.d/usb.conf': BLOCKED, '/etc/modules-load.d/usb.conf': 'usb-storage\n' },
    }),
    usb('unknown', 'USB storage is blocked until the next start', {
      make: `mkdir -p /run/modprobe.d && printf '${BLOCKED.replaceAll('\n', String.raw`\n`)}' > /run/modprobe.d/usb.conf`,
      undo: 'rm /run/modprobe.d/usb.conf',
    }),
    usb('failed', 'the rule for USB storage lies in a file that modprobe does not read', {
      ...rules(BLOCKED, '/etc/modprobe.d/usb.conf.disabled'),
    }),
    usb('passed', 'the rule of a package blocks USB storage', {
      make: `printf '${BLOCKED.replaceAll('\n', String.raw`\n`)}' > /usr/lib/modprobe.d/vendor.conf`,
      undo: 'rm /usr/lib/modprobe.d/vendor.conf',
    }),
    usb(
      'failed',
      'the kernel keeps USB storage out of this start alone',
      kernelTold('module_blacklist=usb_storage', ''),
    ),
    usb(
      'passed',
      'the kernel keeps USB storage out, and does at the next start',
      kernelTold('module_blacklist=uas,usb_storage', 'module_blacklist=uas,usb_storage'),
    ),
    usb(
      'failed',
      'the kernel is told to keep USB storage out by a name that it does not know',
      kernelTold('module_blacklist=usb-storage', 'module_blacklist=usb-storage'),
    ),
    usb(
      'passed',
      'modprobe is told to by words of the kernel',
      kernelTold('modprobe.blacklist=usb-storage,uas', 'modprobe.blacklist=usb-storage,uas'),
    ),
    usb('failed', 'an earlier rule of modprobe loads USB storage, and a later one would not', {
      files: {
        '/etc/modprobe.d/usb.conf': BLOCKED,
        '/etc/modprobe.d/aa.conf':
          'install usb-storage /sbin/modprobe --ignore-install usb-storage\ninstall uas /sbin/modprobe --ignore-install uas\n',
      },
    }),
    usb('passed', 'a rule of modprobe names both drivers by a pattern, and says why', {
      ...rules('install usb[_]storage /bin/echo not allowed here\ninstall ua? /bin/echo not allowed here\n'),
    }),
    usb('failed', 'an empty file hides the rule of a package', {
      files: { '/etc/modprobe.d/vendor.conf': '' },
      make: `printf '${BLOCKED.replaceAll('\n', String.raw`\n`)}' > /usr/lib/modprobe.d/vendor.conf`,
      undo: 'rm /usr/lib/modprobe.d/vendor.conf',
    }),
  ],
};

const login = (RemoteLoginOff: Verdict, name: string, how: How): State => ({
  name,
  ...how,
  expected: { RemoteLoginOff },
});
const UNIT = '/etc/systemd/system/ssh.service';
const SOCKET = '/etc/systemd/system/ssh.socket';
const WANTED = '[Install]\nWantedBy=multi-user.target\n';
const service = `[Service]\nExecStart=/bin/sleep infinity\n${WANTED}`;
const socketAt = (address: string) => `[Socket]\nListenStream=${address}\n[Install]\nWantedBy=sockets.target\n`;
const reload = 'systemctl daemon-reload';
/** @param unit files of units by their path; they are disabled and stopped before they go */
const unit = (files: Readonly<Record<string, string>>, make: string): How => ({
  files,
  make: `${reload} && ${make}`,
  undo: [
    // One that is not there keeps the other from being stopped.
    ...['ssh.socket', 'ssh.service'].map((name) => `systemctl disable --quiet --now ${name} 2>/dev/null || true`),
    ...Object.keys(files).map((path) => `rm -f ${path}`),
    reload,
    'systemctl reset-failed || true',
  ].join('; '),
});

const SWITCH = '/etc/ssh/sshd_not_to_be_run';
const unlessSwitchedOff = `[Unit]\nConditionPathExists=!${SWITCH}\n${service}`;
const usualSsh = service.replace('/bin/sleep infinity', '/usr/sbin/sshd -D $SSHD_OPTS');
/** A program in OpenSSH's place, by its name, and its settings. */
const sshAt = (address: string): How =>
  unit(
    {
      [UNIT]: usualSsh,
      '/usr/sbin/sshd': '#!/bin/sh\nwhile :; do sleep 60; done\n',
      '/etc/ssh/sshd_config': `ListenAddress ${address}\n`,
    },
    'chmod 755 /usr/sbin/sshd && systemctl enable --quiet --now ssh',
  );

const OWN_SSH = '/etc/systemd/system/own-ssh.service';
const ownSsh = (words: string): How => ({
  files: {
    [OWN_SSH]: `[Service]\nExecStart=/usr/sbin/sshd ${words}\n${WANTED}`,
    '/usr/sbin/sshd': '#!/bin/sh\nwhile :; do sleep 60; done\n',
    '/etc/ssh/sshd_config': 'UsePAM yes\n',
  },
  make: `chmod 755 /usr/sbin/sshd && ${reload} && systemctl enable --quiet own-ssh`,
  undo: `systemctl disable --quiet own-ssh; rm -f ${OWN_SSH}; ${reload}`,
});

const OWN_SOCKET = '/etc/systemd/system/own-login.socket';
const OWN_SERVICE = '/etc/systemd/system/own-login@.service';
const WISH = '/etc/systemd/system/multi-user.target.d/10-login.conf';
/** A socket of the administrator's own, which starts a server for each who connects. */
const ownSocket = (address: string, program: string): How => ({
  files: {
    [OWN_SOCKET]: `[Socket]\nListenStream=${address}\nAccept=yes\n[Install]\nWantedBy=sockets.target\n`,
    [OWN_SERVICE]: `[Service]\nExecStart=-${program}\nStandardInput=socket\n`,
  },
  make: `${reload} && systemctl enable --quiet --now own-login.socket`,
  undo: `systemctl disable --quiet --now own-login.socket; rm -f ${OWN_SOCKET} ${OWN_SERVICE}; ${reload}`,
});

/** What a socket hands to those who connect: a shell by any name, or what no one gets in by. */
const SOCKETS: readonly State[] = [
  login(
    'unknown',
    'a socket starts a program of someone’s through a shell',
    ownSocket('2022', '/bin/sh -c /opt/pass-on'),
  ),
  login('failed', 'a socket hands a shell to everyone', ownSocket('2022', '/bin/sh -i')),
  login('passed', 'a socket says the date', ownSocket('2022', '/bin/date')),
  login(
    'failed',
    'a socket hands another shell to everyone through a shell',
    ownSocket('2022', "/bin/sh -c 'exec /bin/bash'"),
  ),
  login('passed', 'a socket says how busy the computer is, through a shell', {
    ...ownSocket('2022', "/bin/sh -c 'exec /bin/cat /proc/loadavg'"),
  }),
  login('failed', 'a socket asks for a name and a password', ownSocket('2022', '/bin/login')),
  login('passed', 'a shell does nothing by itself', ownSocket('2022', "/bin/sh -c 'echo hello'")),
  login('unknown', 'a socket starts a program of someone’s', ownSocket('2022', '/opt/own/answer')),
  login('failed', 'a socket has perl carry out what is typed', ownSocket('2022', '/usr/bin/perl')),
  login('unknown', 'a socket has perl do something', ownSocket('2022', '/usr/bin/perl /opt/own/answer')),
  login('failed', 'a socket starts SSH through a shell', ownSocket('2022', "/bin/sh -c 'exec /usr/sbin/sshd -i'")),
  login('unknown', 'a socket keeps a record of a shell', ownSocket('2022', '/usr/bin/script -q /dev/null')),
];

const SHELL_UNIT = '/etc/systemd/system/own-shell.service';
/** A program of the administrator's own by a known name, which does nothing with its words. */
const servesAs = (program: string, words: string): How => ({
  files: { [SHELL_UNIT]: `[Service]\nExecStart=/opt/own/${program} ${words}\n${WANTED}` },
  make: `mkdir -p /opt/own && printf '#!/bin/sh\\nexec sleep infinity\\n' > /opt/own/${program} && chmod 755 /opt/own/${program} && ${reload} && systemctl enable --quiet --now own-shell`,
  undo: `systemctl disable --quiet --now own-shell; rm -rf /opt/own ${SHELL_UNIT}; ${reload}`,
});
/** A real X server without a screen. */
const screen = (words: string): How => ({
  make: `systemd-run --quiet --unit=own-screen /usr/bin/Xvfb :27 ${words} && timeout 20 sh -c 'until [ -S /tmp/.X11-unix/X27 ]; do sleep 0.2; done'`,
  undo: 'systemctl stop own-screen; systemctl reset-failed own-screen 2>/dev/null || true',
});

const autostart = (command: string): How => ({
  files: { '/etc/xdg/autostart/screen.desktop': `[Desktop Entry]\nType=Application\nName=Screen\nExec=${command}\n` },
});
const ofThePerson = (command: string): How => ({
  files: { '/home/nadia/.config/systemd/user/default.target.wants/own.service': `[Service]\nExecStart=${command}\n` },
});

const TIMER = '/etc/systemd/system/own-start.timer';
const ONCE = '[Timer]\nOnBootSec=1min\nUnit=ssh.service\n[Install]\nWantedBy=timers.target\n';
const SYSV = `#!/bin/sh
### BEGIN INIT INFO
# Provides: helper
# Required-Start: $network
# Required-Stop:
# Default-Start: 2 3 4 5
# Default-Stop:
### END INIT INFO
exec /usr/sbin/sshd -p 2299
`;

/** Servers for signing in over the network: units in their names, with programs that do nothing. */
export const REMOTE_LOGIN: Subject = {
  name: 'remote-login',
  asItWas: { RemoteLoginOff: 'passed' },
  prepare: `${PREPARE_SHARING}\n${PREPARE_OTHER_SERVERS}`,
  states: [
    ...SHARING,
    ...OTHER_SERVERS,
    login('failed', 'SSH runs and starts with the computer', unit({ [UNIT]: service }, 'systemctl enable --now ssh')),
    login('passed', 'SSH is installed, stopped and disabled', unit({ [UNIT]: service }, 'true')),
    login('failed', 'SSH is stopped and starts with the computer', unit({ [UNIT]: service }, 'systemctl enable ssh')),
    login('passed', 'SSH starts with the computer but for a file that keeps it from starting', {
      ...unit({ [UNIT]: unlessSwitchedOff, [SWITCH]: '' }, 'systemctl enable --quiet ssh'),
    }),
    login('failed', 'the file that keeps SSH from starting has another name', {
      ...unit({ [UNIT]: unlessSwitchedOff, [`${SWITCH}.old`]: '' }, 'systemctl enable --quiet ssh'),
    }),
    login('passed', 'SSH is masked', {
      make: `${reload}; systemctl mask --quiet ssh`,
      undo: `systemctl unmask --quiet ssh; ${reload}`,
    }),
    login('failed', 'SSH runs and is disabled', unit({ [UNIT]: service }, 'systemctl start ssh')),
    login(
      'failed',
      'a socket waits to start SSH',
      unit({ [UNIT]: service, [SOCKET]: socketAt('2222') }, 'systemctl start ssh.socket'),
    ),
    login(
      'passed',
      'the port of a remote desktop is open to this computer alone',
      ownSocket('127.0.0.1:3389', '/usr/sbin/cupsd -l'),
    ),
    login('failed', 'a socket of an own name starts SSH', ownSocket('2022', '/usr/sbin/sshd -i')),
    login(
      'passed',
      'a socket of an own name starts SSH for this computer alone',
      ownSocket('127.0.0.1:2022', '/usr/sbin/sshd -i'),
    ),
    login('failed', 'SSH is disabled and stopped, and a target wants it', {
      files: { [UNIT]: usualSsh, [WISH]: '[Unit]\nWants=ssh.service\n' },
      make: reload,
      undo: `rm -f ${UNIT} ${WISH}; ${reload}`,
    }),
    login('passed', 'SSH runs, starts with the computer, and answers this computer alone', sshAt('127.0.0.1')),
    login('failed', 'SSH in a unit of another name is to answer everyone', {
      ...ownSsh('-D -p 2296'),
    }),
    login('passed', 'SSH in a unit of another name is to answer this computer alone', {
      ...ownSsh('-D -p 2296 -o ListenAddress=127.0.0.1'),
    }),
    login('failed', 'SSH answers this computer and one address more', sshAt('127.0.0.1\nListenAddress 192.0.2.7')),
    ...SOCKETS,
    login('failed', 'the port of a remote desktop is open', ownSocket('3389', '/usr/sbin/cupsd -l')),
    login('passed', 'desktops start a viewer of remote screens', autostart('vncviewer -listen 0')),
    login('failed', 'desktops start what shares the screen', autostart('x11vnc -forever -nopw')),
    login('passed', 'an entry that shares the screen is hidden', autostart('x11vnc -forever\nHidden=true')),
    login('failed', 'a unit of the person’s starts SSH', ofThePerson('/usr/sbin/sshd -D -p 2222')),
    login('passed', 'a unit of the person’s says the date', ofThePerson('/bin/date')),
    login('failed', 'a service hands a shell to everyone', servesAs('ncat', '-lk -p 4444 -e /bin/bash')),
    login('passed', 'a program that is many serves pages', servesAs('busybox', 'httpd -f -p 4444')),
    login('failed', 'a program that is many serves telnet', servesAs('busybox', 'telnetd -F -p 4444 -l /bin/sh')),
    login('unknown', 'a program that is many starts what a file names', servesAs('busybox', 'inetd -f /etc/own.conf')),
    login('passed', 'a service waits for a file', servesAs('ncat', '-l -p 4444 -o /tmp/taken')),
    login('unknown', 'a service hands a program to everyone', servesAs('socat', 'TCP-LISTEN:4444,fork EXEC:/opt/ask')),
    login('passed', 'an X server for this computer alone', screen('-nolisten tcp')),
    login('failed', 'an X server that answers everyone', screen('-listen tcp -ac')),
    login('passed', 'a socket starts a printing service', ownSocket('2022', '/usr/sbin/cupsd -l')),
    login('failed', 'a server that no unit started', {
      make: 'install -D /bin/sleep /opt/own/sshd; systemd-run --quiet --unit=own-login /opt/own/sshd infinity',
      undo: 'systemctl stop own-login; rm -r /opt/own',
    }),
    login('unknown', 'a script of SysV is to start a server with the computer', {
      files: { '/etc/init.d/helper': SYSV },
      make: `chmod 755 /etc/init.d/helper; for level in 2 3 4 5; do ln -s ../init.d/helper /etc/rc$level.d/S01helper; done; ${reload}`,
      undo: `rm -f /etc/rc?.d/S01helper /etc/init.d/helper; ${reload}`,
    }),
    login('failed', 'a timer that has not begun starts SSH', {
      ...unit({ [UNIT]: usualSsh, [TIMER]: ONCE }, 'systemctl enable --quiet own-start.timer'),
      undo: `systemctl disable --quiet own-start.timer; rm -f ${TIMER} ${UNIT}; ${reload}`,
    }),
    login(
      'passed',
      'a socket waits to start SSH for this computer alone',
      unit({ [UNIT]: service, [SOCKET]: socketAt('127.0.0.1:2222') }, 'systemctl enable --quiet --now ssh.socket'),
    ),
  ],
};
