import type { State, Verdict } from './state.ts';

type How = Omit<State, 'name' | 'expected'>;
const login = (RemoteLoginOff: Verdict, name: string, how: How): State => ({
  name,
  ...how,
  expected: { RemoteLoginOff },
});

const UNIT = '/etc/systemd/system/own-server.service';
const PROGRAM = '/opt/own/server';
/** Waits until the port is open. */
const isOpen = (port: number) => `timeout 20 sh -c 'until ss -Hltn | grep -q ":${port} "; do sleep 0.1; done'`;
const unit = (command: string) =>
  `[Service]\nExecStart=${command}\nRestart=no\n[Install]\nWantedBy=multi-user.target\n`;

/** A service of the administrator's own, with this program in a folder of its own. */
const ownServer = (make: string, command: string, port: number | null): How => ({
  files: { [UNIT]: unit(command) },
  make: `mkdir -p /opt/own; ${make}; systemctl daemon-reload; systemctl enable --quiet ${port === null ? '' : '--now '}own-server; ${port === null ? 'true' : isOpen(port)}`,
  undo: `systemctl disable --quiet --now own-server; rm -rf /opt/own ${UNIT}; systemctl daemon-reload; systemctl reset-failed 2>/dev/null || true`,
});
/** The SSH server dropbear, by another name. */
const DROPBEAR = `cp /srv/dropbear/usr/sbin/dropbear ${PROGRAM}`;
const script = (text: string) => `cat > ${PROGRAM} <<'X'\n${text}X\nchmod 755 ${PROGRAM}`;
/** Says a line to everyone who connects, or only answers what is said: to each at once, for readers come side by side. */
const talker = (line: string) =>
  script(`#!/usr/bin/perl
use IO::Socket::INET;
my $server = IO::Socket::INET->new(LocalAddr => $ARGV[1] // '0.0.0.0', LocalPort => $ARGV[0], Listen => 9, ReuseAddr => 1) or die;
$SIG{CHLD} = 'IGNORE';
while (my $client = $server->accept) { if (fork) { close $client; next } close $server; ${line} close $client; exit; }
`);
const GREETS = (text: string) => talker(`print $client "${text}"; sleep 1;`);
const ANSWERS = (text: string) => talker(`my $asked = <$client>; print $client "${text}";`);
const WAITS = talker('my $asked = <$client>; $asked = <$client>; $asked = <$client>; sleep 2;');

/** Takes away the tool that says whose a port is, once the port is open. */
const withoutSs = (how: How): How => ({
  ...how,
  make: `${how.make}; mv /usr/bin/ss /usr/bin/ss.away`,
  undo: `mv /usr/bin/ss.away /usr/bin/ss; ${how.undo}`,
});

/** Servers under names of their own: what they are is heard from them, or read in their files. */
export const OTHER_SERVERS: readonly State[] = [
  login('failed', 'an SSH server under another name runs as a service', {
    ...ownServer(DROPBEAR, `${PROGRAM} -F -R -p 2222`, 2222),
  }),
  login(
    'passed',
    'a service greets those who bring mail',
    ownServer(GREETS('220 mail here\\r\\n'), `${PROGRAM} 2525`, 2525),
  ),
  login('failed', 'an SSH server under another name is to start with the computer', {
    ...ownServer(DROPBEAR, `${PROGRAM} -F -R -p 2222`, null),
  }),
  login('passed', 'a service serves pages', ownServer(ANSWERS('HTTP/1.0 200 OK\\r\\n\\r\\n'), `${PROGRAM} 8000`, 8000)),
  login('failed', 'a service serves a terminal in a page', {
    ...ownServer(ANSWERS('HTTP/1.0 200 OK\\r\\nserver: ttyd/1.7.3\\r\\n\\r\\n'), `${PROGRAM} 8000`, 8000),
  }),
  login('passed', 'a service greets like SSH, and this computer alone', {
    ...ownServer(GREETS('SSH-2.0-OpenSSH_9.2\\r\\n'), `${PROGRAM} 2222 127.0.0.1`, 2222),
  }),
  login('failed', 'a service greets like SSH', ownServer(GREETS('SSH-2.0-OpenSSH_9.2\\r\\n'), `${PROGRAM} 2222`, 2222)),
  login('unknown', 'a service greets like an SSH that no one knows', {
    ...ownServer(GREETS('SSH-2.0-Go\\r\\n'), `${PROGRAM} 2222`, 2222),
  }),
  login('failed', 'a service hands a shell to those who speak first', {
    ...ownServer(ANSWERS('sh: 1: GET: not found\\n'), `${PROGRAM} 4444`, 4444),
  }),
  login('unknown', 'a service waits for words that no one knows', ownServer(WAITS, `${PROGRAM} 4444`, 4444)),
  login('passed', 'a service waits for words, and hears those of pages', {
    ...ownServer(ANSWERS('HTTP/1.0 400 What\\r\\n\\r\\n'), `${PROGRAM} 4444`, 4444),
  }),
  login('unknown', 'whose a silent port is cannot be told', {
    ...withoutSs(ownServer(WAITS, `${PROGRAM} 4444`, 4444)),
  }),
  login('passed', 'a service says who it is where whose its port is cannot be told', {
    ...withoutSs(ownServer(GREETS('220 mail here\\r\\n'), `${PROGRAM} 2525`, 2525)),
  }),
  login('unknown', 'a program that is to start with the computer is root’s alone to read', {
    ...ownServer(`${DROPBEAR}; chmod 700 /opt/own`, `${PROGRAM} -F -R -p 2222`, null),
  }),
  login('passed', 'a program that the person started waits for words that no one knows', {
    make: `mkdir -p /opt/own; ${WAITS}; systemd-run --quiet --uid=nadia --slice=user.slice --scope --unit=own-waits ${PROGRAM} 4444 >/dev/null 2>&1 & ${isOpen(4444)}`,
    undo: 'systemctl stop own-waits.scope; rm -rf /opt/own',
  }),
  login('failed', 'an SSH server under another name, started by the person', {
    make: `mkdir -p /opt/own; ${DROPBEAR}; systemd-run --quiet --unit=own-ssh --uid=nadia ${PROGRAM} -F -R -p 2222; ${isOpen(2222)}`,
    undo: 'systemctl stop own-ssh; systemctl reset-failed 2>/dev/null; rm -rf /opt/own',
  }),
];

/** The program alone, without the units that its package brings. */
export const PREPARE_OTHER_SERVERS = `
mkdir -p /srv/dropbear /etc/dropbear
for name in libtomcrypt1 libtommath1; do dpkg-deb --extract /var/cache/apt/archives/\${name}_*.deb /; done
dpkg-deb --extract /var/cache/apt/archives/dropbear-bin_*.deb /srv/dropbear
`;
