import { describe, expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import type { Command, ListeningPlace, SystemPort } from '../system-port.ts';
import { remoteLoginOff } from './definition.ts';
import { judgeGreeting } from './greetings.ts';
import { linuxRemoteLogin } from './linux.ts';
import { parseListeners } from './listening-ports.ts';

const LISTED = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const rowOf = (port: number, { address = '00000000', userId = 0, inode = port } = {}) =>
  `   0: ${address}:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A 00000000:00000000 00:00000000 00000000 ${userId}        0 ${inode} 1 0 100 0 0 10 0\n`;
const UNIT = (name: string, words: string, more = '') =>
  `\nId=${name}\nNames=${name}\nActiveState=active\nExecStart={ path=${words.split(' ')[0]} ; argv[]=${words} ; ignore_errors=no ; pid=0 }\nWantedBy=multi-user.target\n${more}`;

interface Given {
  readonly rows?: string;
  readonly says?: Readonly<Record<number, string>>;
  readonly answers?: Readonly<Record<number, string>>;
  readonly units?: string;
  readonly processes?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly grep?: string;
  readonly isOwn?: boolean;
  /** Serves the first visitor, and is gone. */
  readonly isOnce?: boolean;
  /** Other answers of tools, by their names; `show` for systemd's about the groups of processes. */
  readonly told?: Readonly<Record<string, string | null>>;
  readonly grepSays?: string;
}

function computerOf({
  rows = '',
  says = {},
  answers = {},
  units = '',
  processes = '',
  files = {},
  grep = '',
  isOwn = true,
  isOnce = false,
  told: others = {},
  grepSays = '',
}: Given) {
  const sample = createSampleLinux(import.meta.dirname, 'not-installed');
  sample.files.set('/proc/net/tcp', LISTED + rows);
  for (const [path, text] of Object.entries(files)) sample.files.set(path, text);
  const asked: ListeningPlace[] = [];
  const told = (stdout: string) => ({ ok: true, value: { code: 0, stdout, stderr: '' } }) as const;
  const system: SystemPort = {
    ...sample,
    hear: async (place) => {
      asked.push(place);
      return (place.say === undefined ? says : answers)[place.port] ?? '';
    },
    run: async (command: Command) => {
      const line = command.arguments.join(' ');
      const other = others[line.includes('ControlGroup') ? 'show' : command.tool];
      if (other === null) return { ok: false, reason: 'timed-out', detail: command.tool };
      if (other !== undefined) return told(other);
      if (command.tool === 'ps') return told(`  1 0 systemd\n${processes} 901 1001 ps\n`);
      if (command.tool === 'grep') return { ok: true, value: { code: 0, stdout: grep, stderr: grepSays } };
      if (command.tool === 'ss' && isOnce && asked.length > 0) return told('');
      if (command.tool === 'ss')
        return told('LISTEN 0 5 0.0.0.0:4444 0.0.0.0:* ino:4444 sk:2 cgroup:unreachable:2f <->\n');
      if (command.tool === 'find') return told('47 /sys/fs/cgroup/system.slice/own.service\n');
      if (line.includes('ControlGroup')) {
        const path = isOwn ? '/etc/systemd/system/own.service' : '/lib/systemd/system/own.service';
        return told(
          `Id=own.service\nNames=own.service\nFragmentPath=${path}\nControlGroup=/system.slice/own.service\n`,
        );
      }
      const answer = await sample.run(command);
      if (!answer.ok || !line.includes('*.service')) return answer;
      return told(answer.value.stdout + units);
    },
  };
  return { system, asked };
}

async function judge(given: Given) {
  const { system, asked } = computerOf(given);
  const context = { operatingSystem: 'linux', now: new Date('2026-11-24T09:00:00Z') } as const;
  const judged = judgeReading(remoteLoginOff, await linuxRemoteLogin.read(system), {}, context);
  return { ...judged, asked };
}

test.each([
  ['SSH-2.0-dropbear_2022.83\r\n', 'failed'],
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'failed'],
  ['SSH-2.0-mod_sftp\r\n', 'passed'],
  ['SSH-2.0-Go\r\n', 'unknown'],
  ['RFB 003.008\n', 'failed'],
  ['\xff\xfd\x18\xff\xfd\x20', 'failed'],
  ['Debian GNU/Linux 12\r\nhost login: ', 'failed'],
  ['root@host:~# ', 'failed'],
  ['Password: ', 'unknown'],
  ['220 mail.example ESMTP\r\n', 'passed'],
  ['', 'passed'],
])('a program says %j to everyone: %s', async (said, state) => {
  expect((await judge({ rows: rowOf(4444), says: { 4444: said } })).state).toBe(state);
  // For this computer alone no one asks.
  const alone = await judge({ rows: rowOf(4444, { address: '0100007F' }), says: { 4444: said } });
  expect([alone.state, alone.asked]).toEqual(['passed', []]);
});

test('who serves a sign-in is named, and is not for Workplace to stop', async () => {
  const { items, fix } = await judge({ rows: rowOf(4444), says: { 4444: 'SSH-2.0-dropbear\r\n' } });
  expect([items?.map(({ value }) => value), fix]).toEqual([['SSH (TCP 4444)'], undefined]);
});

describe('who is not asked', () => {
  test('a server that locks out who says nothing, and a socket of systemd', async () => {
    const units = '\nId=own.socket\nNames=own.socket\nActiveState=active\nListen=0.0.0.0:2222 (Stream)\nTriggers=\n';
    const { asked } = await judge({ rows: rowOf(3306) + rowOf(2222) + rowOf(8080), units });
    expect(asked.map(({ port }) => port)).toEqual([8080]);
  });

  test('a program that waits for one connection', async () => {
    const files = { '/proc/700/cmdline': 'nc\0-l\x004444\0' };
    const { asked, state } = await judge({
      rows: rowOf(4444),
      processes: ' 700 0 nc\n',
      files,
      says: { 4444: 'root# ' },
    });
    expect([asked, state]).toEqual([[], 'passed']);
  });

  test('a socket that has said something, and one that has said nothing three times', async () => {
    const { system, asked } = computerOf({ rows: rowOf(4444) + rowOf(5555), says: { 4444: '220 here\r\n' } });
    for (let turn = 0; turn < 5; turn++) await linuxRemoteLogin.read(system);
    expect(asked.filter(({ port }) => port === 4444)).toHaveLength(1);
    expect(asked.filter(({ port }) => port === 5555)).toHaveLength(3);
  });
});

test('SSH behind the port of a container is that of the container, perhaps', async () => {
  const files = { '/proc/700/cmdline': 'docker-proxy\0-host-port\x004444\0' };
  const given = { rows: rowOf(4444), says: { 4444: 'SSH-2.0-OpenSSH_9.2\r\n' }, processes: ' 700 0 docker-proxy\n' };
  expect((await judge({ ...given, files })).state).toBe('unknown');
  expect((await judge(given)).state).toBe('failed');
});

describe('a service of one’s own that says nothing', () => {
  const units = UNIT('own.service', '/usr/bin/python3 /opt/own/serve');
  test.each([
    ['HTTP/1.0 200 OK\r\nServer: own\r\n', 'passed'],
    ['HTTP/1.1 200 OK\r\nserver: ttyd/1.7.3\r\n', 'failed'],
    ['sh: 1: GET: not found\n', 'failed'],
    ['bash: line 1: GET: command not found\n', 'failed'],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'failed'],
    ['-ERR wrong number of arguments\r\n', 'passed'],
    ['', 'unknown'],
    ['something\n', 'unknown'],
  ])('%j: %s', async (answer, state) => {
    expect((await judge({ rows: rowOf(4444), units, answers: { 4444: answer } })).state).toBe(state);
  });

  test('one that serves a single visitor is not taken for closed since Workplace was that visitor', async () => {
    const once = UNIT('own.service', '/usr/bin/python3 -c code');
    expect((await judge({ rows: rowOf(4444), units: once, isOnce: true })).state).toBe('unknown');
  });

  const own = (properties: string) => `Id=own.service\nNames=own.service\n${properties}`;
  const rowOfTool = (words: string) => `LISTEN 0 5 0.0.0.0:4444 0.0.0.0:* ino:4444 sk:2 ${words}\n`;
  test.each<[string, Readonly<Record<string, string | null>>]>([
    ['ss does not answer', { ss: null }],
    ['ss does not list it', { ss: '' }],
    ['ss knows no groups of processes', { ss: rowOfTool('<->') }],
    ['systemd does not answer', { show: null }],
    ['systemd’s answer is cut', { show: own('FragmentPath=/etc/systemd/system/own.service\n') }],
    ['systemd speaks of another unit', { show: 'Id=a.service\nNames=a.service\nFragmentPath=\nControlGroup=\n' }],
    ['the numbers of groups are not told', { find: null }],
    ['the group of the service has no number', { find: '48 /sys/fs/cgroup/system.slice/other.service\n' }],
  ])('a port that says nothing is not known to be closed where %s', async (_, answers) => {
    expect((await judge({ rows: rowOf(4444), units, told: answers })).state).toBe('unknown');
    // What greets is known all the same, and so is a computer without such a service.
    const greets = { rows: rowOf(4444), units, told: answers, says: { 4444: '220 mail\r\n' } };
    expect((await judge(greets)).state).toBe('passed');
    expect((await judge({ rows: rowOf(4444), told: answers })).state).toBe('passed');
  });

  test('one that works in a group inside that of its service is spoken to', async () => {
    const group = '/sys/fs/cgroup/system.slice/own.service';
    const inside = { find: `46 ${group}\n47 ${group}/worker\n` };
    const answers = { 4444: 'sh: 1: GET: not found\n' };
    expect((await judge({ rows: rowOf(4444), units, told: inside, answers })).state).toBe('failed');
    const asRoot = { ss: rowOfTool('cgroup:/system.slice/own.service/worker <->') };
    expect((await judge({ rows: rowOf(4444), units, told: { ...inside, ...asRoot }, answers })).state).toBe('failed');
    const others = { ss: rowOfTool('cgroup:/system.slice/own.service-2/worker <->') };
    expect((await judge({ rows: rowOf(4444), units, told: { ...inside, ...others }, answers })).state).toBe('passed');
  });

  test('one of a package is not spoken to, nor is another program’s place', async () => {
    expect((await judge({ rows: rowOf(4444), units, isOwn: false })).state).toBe('passed');
    const others = { ss: rowOfTool('cgroup:unreachable:30 <->') };
    expect((await judge({ rows: rowOf(4444), units, told: others })).state).toBe('passed');
    expect((await judge({ rows: rowOf(4444), units: UNIT('own.service', '/usr/sbin/cupsd -l') })).state).toBe('passed');
  });
});

test('a known server under another name is one, also before it listens', async () => {
  const units = UNIT('own.service', '/opt/own/backup -p 2222');
  expect((await judge({ units, grep: '/opt/own/backup\n' })).items).toEqual([
    { label: { key: 'runs' }, value: 'own.service' },
  ]);
  const stopped = units.replace('ActiveState=active', 'ActiveState=inactive');
  expect((await judge({ units: stopped, grep: '/opt/own/backup\n' })).message.key).toBe('onLater');
  expect((await judge({ units })).state).toBe('passed');
});

test('a program that cannot be read is not known to be none, until it runs and is heard', async () => {
  const units = UNIT('own.service', '/opt/own/backup -p 2222 /opt/own/secret');
  const stopped = units.replace('ActiveState=active', 'ActiveState=inactive');
  const grepSays = '/usr/bin/grep: /opt/own/backup: Permission denied\n';
  expect((await judge({ units: stopped, grepSays })).state).toBe('unknown');
  expect((await judge({ units: stopped, told: { grep: null } })).state).toBe('unknown');
  expect((await judge({ units, grepSays })).state).toBe('passed');
  // A file that it is given is no program, and one that is not there does not start.
  const others = 'grep: /opt/own/secret: Permission denied\ngrep: /opt/own/backup: No such file or directory\n';
  expect((await judge({ units: stopped, grepSays: others })).state).toBe('passed');
});

test('places as this computer reaches them', () => {
  const addressOf = (address: string) => parseListeners(LISTED + rowOf(22, { address }))?.[0]?.address;
  expect(addressOf('00000000')).toBe('127.0.0.1');
  expect(addressOf('0A01A8C0')).toBe('192.168.1.10');
  expect(addressOf('0'.repeat(32))).toBe('::1');
  expect(addressOf('0000000000000000FFFF00000A01A8C0')).toBe('192.168.1.10');
  expect(addressOf('B80D01200000000000000000010000FE')).toBe('2001:0db8:0000:0000:0000:0000:fe00:0001');
});

test('greetings that are none of a sign-in', () => {
  for (const said of ['+OK ready\r\n', '* OK IMAP\r\n', 'EHLO', 'HTTP/1.0 400\r\n', '(qemu) ', '220 files> ']) {
    expect(judgeGreeting(said).isLogin).toBe(false);
  }
});
