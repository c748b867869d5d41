import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import type { Command } from '../system-port.ts';
import { remoteLoginOff } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';

const now = new Date('2026-11-24T09:00:00Z');
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const listens = (address: string, port: string, userId = 0) =>
  `   0: ${address}:${port} 00000000:0000 0A 00000000:00000000 00:00000000 00000000  ${userId}        0 1605 1 0 100 0 0 10 0\n`;
const HERE = listens('0100007F', '0016');

interface Computer {
  readonly tcp?: string;
  readonly ps?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Properties of what systemd has loaded. */
  readonly loaded?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly states?: Readonly<Record<string, readonly [active: string, file: string]>>;
  readonly person?: (command: Command) => string | undefined;
}

const exec = (words: string) => `{ path=${words.split(' ')[0]} ; argv[]=${words} ; ignore_errors=no ; pid=0 }`;
const USUAL = exec('/usr/sbin/sshd -D $SSHD_OPTS');
const TARGET = { ActiveState: 'active' };
const ssh = (more: Readonly<Record<string, string>> = {}) => ({
  'ssh.service': { ActiveState: 'active', ExecStart: USUAL, DropInPaths: '', WantedBy: 'multi-user.target', ...more },
});

async function verdict({ tcp = HERE, ps = '', files = {}, loaded = {}, states = {}, person }: Computer) {
  const units = { 'multi-user.target': TARGET, ...loaded };
  const blocks = Object.entries(units).map(([name, unit]) =>
    Object.entries({ Id: name, Names: name, ...unit })
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  );
  const system = createFakeSystem({
    files: { '/proc/net/tcp': HEAD + tcp, ...files },
    commands: {
      ps: `  1 0 systemd\n${ps} 901 1000 ps\n`,
      gsettings: (command) => person?.(command) ?? { code: 1, stderr: 'No such schema\n' },
      systemctl: (command) => {
        const words = command.arguments;
        if (words[0] === '--user') return person?.(command) ?? { code: 1, stderr: 'Failed to connect to bus\n' };
        if (words.includes('--all')) return `${blocks.join('\n\n')}\n`;
        return words
          .slice(words.indexOf('--') + 1)
          .map((name) => {
            const [active, file] = states[name] ?? ['inactive', ''];
            const isThere = states[name] !== undefined;
            return `Names=${name}\nLoadState=${isThere ? 'loaded' : 'not-found'}\nActiveState=${active}\nUnitFileState=${file}\n`;
          })
          .join('\n');
      },
    },
  });
  const reading = await linuxRemoteLogin.read(system);
  return judgeReading(remoteLoginOff, reading, {}, { operatingSystem: 'linux', now }).state;
}

const ON = { 'ssh.service': ['active', 'enabled'] } as const;
const SSHD = ' 700 0 sshd\n';
const settings = (text: string, more: Readonly<Record<string, string>> = {}) => ({
  '/etc/ssh/sshd_config': text,
  ...more,
});
const CLOSED = settings('Include /etc/ssh/sshd_config.d/*.conf\nUsePAM yes\n', {
  '/etc/ssh/sshd_config.d/10-here.conf': 'ListenAddress 127.0.0.1\nlistenaddress=[::1]:22\n',
});

test('OpenSSH that answers this computer alone, now and at the next start, is off', async () => {
  const computer: Computer = { ps: SSHD, loaded: ssh(), states: ON, files: CLOSED };
  expect(await verdict(computer)).toBe('passed');
  // Stopped, and started by the system: its settings say the same.
  const stopped = { 'ssh.service': ['inactive', 'enabled'] } as const;
  expect(await verdict({ ...computer, ps: '', tcp: '', states: stopped })).toBe('passed');
  expect(await verdict({ ...computer, ps: `${SSHD} 800 1000 sshd-session\n` })).toBe('passed');
});

test.each([
  ['no address is named', { files: settings('UsePAM yes\n') }],
  ['one address is of the network', { files: settings('ListenAddress 127.0.0.1\nListenAddress 192.168.1.4\n') }],
  ['an address of all', { files: settings('ListenAddress 0.0.0.0\n') }],
  ['a name, which any list may turn into an address', { files: settings('ListenAddress localhost\n') }],
  ['the address stands in a remark', { files: settings('#ListenAddress 127.0.0.1\n') }],
  ['the address stands behind a condition', { files: settings('Match User x\nListenAddress 127.0.0.1\n') }],
  ['the settings cannot be read', { files: {} }],
  [
    'a file that is taken in has another',
    { files: { ...CLOSED, '/etc/ssh/sshd_config.d/20.conf': 'ListenAddress ::\n' } },
  ],
  ['a pattern of files that is not understood', { files: settings('Include /etc/*/x.conf\nListenAddress ::1\n') }],
  ['the options name another', { files: { ...CLOSED, '/etc/default/ssh': 'SSHD_OPTS="-o ListenAddress=0.0.0.0"\n' } }],
  ['it was started before the settings were changed', { tcp: HERE + listens('00000000', '0016') }],
  ['another port of root’s is open', { tcp: HERE + listens('00000000', '1F90') }],
  ['a second one, of the person’s', { ps: `${SSHD} 800 1000 sshd\n`, tcp: HERE + listens('00000000', '08AE', 1000) }],
  ['the unit starts it with other settings', { loaded: ssh({ ExecStart: exec('/usr/sbin/sshd -D -f /etc/own') }) }],
  ['a tunnel brings others to it', { ps: `${SSHD} 810 1000 cloudflared\n` }],
  ['the unit was changed', { loaded: ssh({ DropInPaths: '/etc/systemd/system/ssh.service.d/o.conf' }) }],
])('OpenSSH is on: %s', async (_, more) => {
  expect(await verdict({ ps: SSHD, loaded: ssh(), states: ON, files: CLOSED, ...more })).toBe('failed');
});

test.each<[words: string, settings: string, expected: string]>([
  ['-D -o ListenAddress=127.0.0.1 -p 2296', 'UsePAM yes\n', 'passed'],
  ['-D -oListenAddress=127.0.0.1', 'ListenAddress ::1\n', 'passed'],
  ['-D -p 2296', 'ListenAddress 127.0.0.1\n', 'passed'],
  ['-D -p 2296', 'UsePAM yes\n', 'failed'],
  ['-D -o ListenAddress=127.0.0.1', 'ListenAddress 0.0.0.0\n', 'failed'],
  ['-D -o ListenAddress=192.0.2.7', 'ListenAddress 127.0.0.1\n', 'failed'],
  ['-D -f /etc/own', 'ListenAddress 127.0.0.1\n', 'failed'],
  ['-D $OWN', 'ListenAddress 127.0.0.1\n', 'failed'],
])('OpenSSH in a unit of another name, %s with %j: %s', async (words, text, expected) => {
  const own = { ...ssh()['ssh.service'], ExecStart: exec(`/usr/sbin/sshd ${words}`) };
  const computer: Computer = { ps: SSHD, loaded: { 'own.service': own }, files: settings(text) };
  expect(await verdict(computer)).toBe(expected);
  expect(await verdict({ ...computer, tcp: listens('00000000', '08F8') })).toBe('failed');
  // Next to the usual one, each needs its own address.
  const both = { ...computer, loaded: { ...computer.loaded, ...ssh() }, states: ON };
  expect(await verdict(both)).toBe(text.includes('ListenAddress') ? expected : 'failed');
});

test('a socket of a known name that waits for this computer alone is off', async () => {
  const at = (listen: string): Computer => ({
    states: { 'ssh.socket': ['active', 'enabled'] },
    loaded: { 'ssh.socket': { ActiveState: 'active', Listen: listen, Accept: 'no', Triggers: 'ssh.service' } },
  });
  expect(await verdict(at('127.0.0.1:22 (Stream)'))).toBe('passed');
  expect(await verdict(at('127.0.0.1:22 (Stream)\nListen=[::]:22 (Stream)'))).toBe('failed');
  expect(await verdict(at('vsock::22 (Stream)'))).toBe('failed');
});

test('a server that is disabled and stopped, and that a target wants, or a timer starts', async () => {
  const off = { 'ssh.service': ['inactive', 'disabled'] } as const;
  const wanted = (more: Readonly<Record<string, string>>): Computer => ({
    tcp: '',
    states: off,
    loaded: {
      ...ssh({ ActiveState: 'inactive', WantedBy: '', ...more }),
      'later.timer': { ActiveState: 'active', Triggers: 'ssh.service' },
      // Those have not begun.
      'next.timer': { ActiveState: 'inactive', Triggers: 'ssh.service', WantedBy: 'timers.target' },
      'own.target': { ActiveState: 'inactive', RequiredBy: 'graphical.target' },
      'round.target': { ActiveState: 'inactive', WantedBy: 'round.target' },
    },
  });
  expect(await verdict(wanted({}))).toBe('passed');
  expect(await verdict(wanted({ WantedBy: 'multi-user.target' }))).toBe('failed');
  expect(await verdict(wanted({ UpheldBy: 'multi-user.target' }))).toBe('failed');
  expect(await verdict(wanted({ TriggeredBy: 'later.timer' }))).toBe('failed');
  expect(await verdict(wanted({ TriggeredBy: 'gone.timer' }))).toBe('passed');
  expect(await verdict(wanted({ TriggeredBy: 'next.timer' }))).toBe('failed');
  expect(await verdict(wanted({ WantedBy: 'own.target' }))).toBe('failed');
  expect(await verdict(wanted({ WantedBy: 'round.target' }))).toBe('passed');
});

const UNIT = '/usr/lib/systemd/user/gnome-remote-desktop.service';
const HEADLESS = '/usr/lib/systemd/user/gnome-remote-desktop-headless.service';
/** GNOME's remote desktop of the person, and what its switches say. */
const gnome = (
  states: Readonly<Record<string, string>>,
  switches: Readonly<Record<string, string>>,
  asked: Record<string, string | undefined> = {},
): Computer => ({
  tcp: '',
  ps: ' 650 1000 systemd\n',
  files: { [UNIT]: '', [HEADLESS]: '' },
  person: ({ tool, arguments: words, environment }) => {
    if (tool === 'gsettings') {
      Object.assign(asked, environment);
      return switches[words[1]?.replace('org.gnome.desktop.remote-desktop.', '') ?? ''];
    }
    if (words[1] === 'show-environment') return 'DCONF_PROFILE=company\nHOME=/home/nadia\nLD_PRELOAD=x\n';
    return words
      .slice(words.indexOf('--') + 1)
      .map((name) => {
        const [active = 'inactive', file = 'disabled'] = states[name]?.split(' ') ?? [];
        return `Names=${name}\nLoadState=loaded\nActiveState=${active}\nUnitFileState=${file}\n`;
      })
      .join('\n');
  },
});
const SHARING = 'gnome-remote-desktop.service';

test.each([
  ['runs and shares', { [SHARING]: 'active enabled' }, { rdp: 'true\n' }, 'failed'],
  [
    'starts with the session and shares by VNC',
    { [SHARING]: 'inactive enabled' },
    { rdp: 'false\n', vnc: 'true\n' },
    'failed',
  ],
  [
    'runs, as on Ubuntu, and shares nothing',
    { [SHARING]: 'active enabled' },
    { rdp: 'false\n', vnc: 'false\n' },
    'passed',
  ],
  ['is set to share, and off', {}, { rdp: 'true\n' }, 'passed'],
  ['has no VNC in it', { [SHARING]: 'active enabled' }, { rdp: 'false\n' }, 'passed'],
  ['does not say', { [SHARING]: 'active enabled' }, { rdp: 'something\n' }, 'unknown'],
  [
    'shares a session without a screen',
    { 'gnome-remote-desktop-headless.service': 'inactive enabled' },
    { 'rdp.headless': 'true\n' },
    'failed',
  ],
])('GNOME’s remote desktop %s: %4$s', async (_, states, switches, expected) => {
  expect(await verdict(gnome(states, switches))).toBe(expected);
});

test('the settings are those that the person’s own systemd starts it with; without one it does not run', async () => {
  const asked: Record<string, string | undefined> = {};
  const computer = gnome({ [SHARING]: 'active enabled' }, { rdp: 'true\n' }, asked);
  await verdict(computer);
  expect(asked).toEqual({ DCONF_PROFILE: 'company', HOME: '/home/nadia' });
  expect(await verdict({ ...computer, ps: '' })).toBe('passed');
  const { person: _, ...silent } = computer;
  expect(await verdict(silent)).toBe('unknown');
});

test.each([
  ['active enabled', '[RDP]\nenabled=true\ntls-cert=/a\ntls-key=/b\n', 'failed'],
  ['inactive enabled', '[RDP]\ntls-cert=/a\ntls-key=/b\n', 'failed'],
  ['active enabled', '[RDP]\nenabled=false\ntls-cert=/a\ntls-key=/b\n', 'passed'],
  ['active enabled', '# as the package has it\n', 'passed'],
  ['inactive disabled', '[RDP]\nenabled=true\ntls-cert=/a\ntls-key=/b\n', 'passed'],
])('GNOME’s remote sign-in, %s with %j: %s', async (state, text, expected) => {
  const [active = '', file = ''] = state.split(' ');
  const files = { [`/usr/lib/systemd/system/${SHARING}`]: '', '/etc/gnome-remote-desktop/grd.conf': text };
  expect(await verdict({ tcp: '', files, states: { [SHARING]: [active, file] } })).toBe(expected);
});
