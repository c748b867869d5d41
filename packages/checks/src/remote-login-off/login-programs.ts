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
  ...[
    'inetd',
    'xinetd',
    'rlinetd',
    'openbsd-inetd',
    'inetutils-inetd',
    'tcpserver',
    'tcpsvd',
    'sh',
    'bash',
    'dash',
    'login',
    'socat',
    'nc',
    'ncat',
    'systemd-socket-proxyd',
  ],
];
/** Start the program that stands behind them. */
const WRAPPERS: readonly string[] = ['tcpd', 'env', 'nice', 'setsid', 'xinit', 'xvfb-run', 'runuser', 'su', 'sudo'];

/** Ports on which terminals and screens are served: SSH, telnet, rlogin, rsh, RDP and VNC. */
export function isLoginPort(port: number): boolean {
  return [22, 23, 513, 514].includes(port) || (port >= 3389 && port <= 3399) || (port >= 5900 && port <= 5910);
}

/** Pass what comes by the network on to a program. */
export const PASSERS_ON: readonly string[] = [
  'nc',
  'ncat',
  'netcat',
  'nc.openbsd',
  'nc.traditional',
  'socat',
  'busybox',
];
const SHELL = /^(?:sh|bash|dash|ash|zsh|ksh|fish|rbash|login|su|sudo|a?getty|screen|tmux|python[\d.]*|perl)$/;
const OWN_ADDRESS = /^(?:bind=)?(?:127(?:\.\d+){3}|localhost|\[?::1\]?)$/;

/**
 * What a command line serves to others by one of these: `ncat -lk 4444 -e /bin/bash`, `socat TCP-LISTEN:23 EXEC:/bin/login`.
 * @returns null where it serves no program, or this computer alone
 */
export function servedBy(line: string): 'a shell' | 'a program' | null {
  const words = line.split(/[\s'";]+/);
  const at = words.findIndex((word) => PASSERS_ON.includes(nameOf(word)));
  if (at < 0) return null;
  const rest = words.slice(at + 1);
  const parts = rest.flatMap((word) => word.split(','));
  if (parts.some((part) => OWN_ADDRESS.test(part))) return null;
  const [listens, executes] =
    nameOf(words[at] ?? '') === 'socat'
      ? [/^(?:tcp|udp|sctp|dccp|openssl|ssl)[46]?-(?:l|listen|recv|recvfrom):/i, /(?:^|!!)(?:exec|system|shell):/i]
      : [/^(?:-[a-z46]*l[a-z46]*\d*|--listen)$/i, /^(?:-[a-z46]*[ec]|--(?:sh-|lua-)?exec(?:=.*)?)$/];
  if (!rest.some((word) => listens.test(word)) || !rest.some((word) => executes.test(word))) return null;
  const isShell = rest.flatMap((word) => word.split(/[,:=!]/)).some((part) => SHELL.test(nameOf(part)));
  return isShell ? 'a shell' : 'a program';
}

/**
 * Whether a unit's command lets others sign in.
 * @param execStart as systemctl shows it: `{ path=/usr/sbin/sshd ; argv[]=/usr/sbin/sshd -i ; … }`
 * @returns null where it starts something else that cannot be told
 */
export function startsLogin(execStart: string): boolean | null {
  const answers = commandsOf(execStart).map(({ path, line }) => {
    const program = calledAs(path, line);
    if (isLoginProgram(program)) return true;
    const served = servedBy(line);
    if (served !== null) return served === 'a shell' ? true : null;
    if (!mayStartOthers(program)) return false;
    return namesLogin(line) ? true : null;
  });
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

/** One of the commands of a unit. */
export interface Command {
  readonly path: string;
  /** Its words, its own name first. */
  readonly line: string;
}

export function commandsOf(execStart: string): readonly Command[] {
  return [...execStart.matchAll(/path=(.*?) ; argv\[\]=(.*?) ; ignore_errors=/g)].map(([, path = '', line = '']) => ({
    path,
    line,
  }));
}

export function isLoginProgram(name: string): boolean {
  return LOGIN_PROGRAMS.includes(name);
}

/** Whether one of the words is such a program. */
export function namesLogin(line: string): boolean {
  return line.split(/[\s'";]+/).some((word) => isLoginProgram(nameOf(word)));
}

/** Whether a program of this name starts others: what those are, its words say. */
export function mayStartOthers(name: string): boolean {
  return [...STARTERS, ...WRAPPERS].includes(name);
}

export function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** Programs that are many: their first word says which. */
export const MANY_IN_ONE: readonly string[] = ['busybox', 'toybox', 'busybox-static'];
/** Start what a file of theirs names for those who connect. */
const BY_A_FILE = /^(?:x|rl|openbsd-|inetutils-)?inetd$|^tcps(?:erver|vd)$/;

/** What a command is, also where one program is many. */
export function calledAs(path: string, line: string): string {
  const words = line.split(/\s+/).filter(Boolean);
  const at = MANY_IN_ONE.includes(nameOf(path))
    ? words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
    : 0;
  return at > 0 ? nameOf(words[at] ?? '') : nameOf(path);
}

/** A service that starts programs for those who connect: by a file of its own, or one of these. */
export function startsForOthers(execStart: string): boolean {
  return commandsOf(execStart).some(
    ({ path, line }) => BY_A_FILE.test(calledAs(path, line)) || servedBy(line) !== null,
  );
}
