/** Units by their names in Debian, Fedora, openSUSE and Arch. A socket starts its server when someone connects. */
export const REMOTE_LOGIN_UNITS = [
  ...['ssh', 'sshd', 'dropbear', 'tinysshd', 'cockpit'].flatMap((name) => [`${name}.service`, `${name}.socket`]),
  ...['telnet.socket', 'xrdp.service', 'xrdp-sesman.service', 'x11vnc.service', 'nxserver.service'],
  ...['anydesk.service', 'teamviewerd.service', 'rustdesk.service'],
] as const;

/** Servers of terminals and screens. GNOME's runs on every desktop of Ubuntu, turned on or not: its ports tell. */
export const LOGIN_PROGRAMS: readonly string[] = [
  ...['sshd', 'sshd-session', 'sshd-auth', 'dropbear', 'tinysshd', 'in.telnetd', 'telnetd'],
  ...[
    'rshd',
    'rlogind',
    'in.rshd',
    'in.rlogind',
    'mosh-server',
    'shellinaboxd',
    'ttyd',
    'gotty',
    'tmate',
    'code-tunnel',
  ],
  ...['vncserver-x11', 'vncserver-x11-core', 'krdpserver', 'chrome-remote-desktop-host', 'dwagsvc'],
  ...['xrdp', 'xrdp-sesman', 'x11vnc', 'x0vncserver', 'x0tigervncserver', 'wayvnc', 'krfb', 'vino-server'],
  ...['cockpit-ws', 'cockpit-tls', 'nxd', 'nxserver.bin'],
  ...['anydesk', 'teamviewerd', 'rustdesk'],
];

/** Start other programs for those who connect: what they start may let them sign in. */
const STARTERS: readonly string[] = [
  ...['inetd', 'xinetd', 'sh', 'bash', 'dash', 'login', 'socat', 'nc', 'ncat', 'systemd-socket-proxyd'],
];
/** Start the program that stands behind them. */
const WRAPPERS: readonly string[] = ['tcpd', 'env', 'nice', 'setsid', 'xinit', 'xvfb-run', 'runuser', 'su', 'sudo'];

/** Ports on which terminals and screens are served: SSH, telnet, rlogin, rsh, RDP and VNC. */
export function isLoginPort(port: number): boolean {
  return [22, 23, 513, 514].includes(port) || (port >= 3389 && port <= 3399) || (port >= 5900 && port <= 5910);
}

/**
 * Whether a unit's command lets others sign in.
 * @param execStart as systemctl shows it: `{ path=/usr/sbin/sshd ; argv[]=/usr/sbin/sshd -i ; … }`
 * @returns null where it starts something else that cannot be told
 */
export function startsLogin(execStart: string): boolean | null {
  const commands = [...execStart.matchAll(/path=(.*?) ; argv\[\]=(.*?) ; ignore_errors=/g)];
  const answers = commands.map(([, path = '', words = '']) => {
    const program = nameOf(path);
    if (LOGIN_PROGRAMS.includes(program)) return true;
    if (![...STARTERS, ...WRAPPERS].includes(program)) return false;
    return words.split(/[\s'";]+/).some((word) => LOGIN_PROGRAMS.includes(nameOf(word))) ? true : null;
  });
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** A service that serves many ports, by a file of its own. */
export function isInetd(execStart: string): boolean {
  return /path=\S*\/x?inetd ;/.test(execStart);
}
