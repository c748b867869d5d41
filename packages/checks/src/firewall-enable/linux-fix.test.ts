import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createScratchSystem, openNetworkNamespace, type ScratchSystem } from '../scratch-system.ts';
import { firewallEnable } from './definition.ts';
import { linuxFirewall } from './linux.ts';
import { linuxFirewallFix } from './linux-fix.ts';
import { findSshPorts } from './ssh-ports.ts';

const network = await openNetworkNamespace();
if (network === null) {
  process.stderr.write('Skipped: this system permits no network namespace with nft (unshare -n, nsenter).\n');
}

const now = new Date('2026-11-21T09:00:00Z');
const LISTENS_ON_22 =
  '   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1\n';
const LISTENS_ON_2222 =
  '   0: 00000000:08AE 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1\n';

describe.skipIf(network === null)('on a real ruleset', () => {
  let system: ScratchSystem;
  const run = async (...words: string[]) => {
    const [tool = '', ...rest] = words;
    const result = await system.run({ tool, arguments: rest, timeoutMs: 5000 });
    if (!result.ok || result.value.code !== 0) throw new Error(`${words.join(' ')}: ${JSON.stringify(result)}`);
    return result.value.stdout;
  };
  const open = async (files: Readonly<Record<string, string>> = {}) => {
    system = await createScratchSystem({ prefix: network?.prefix ?? [], files });
    await run('nft', 'flush', 'ruleset');
  };
  const judge = async () => {
    const reading = await linuxFirewall.read(system);
    return judgeReading(firewallEnable, reading, {}, { operatingSystem: 'linux', now }).state;
  };
  afterEach(() => system.dispose());

  test('off, fixed, on; taken back, off again', async () => {
    await open();
    expect(await judge()).toBe('failed');
    const fixed = await linuxFirewallFix.apply(system, {});
    expect(await judge()).toBe('passed');
    const undo = fixed.ok ? (fixed.value.undo ?? '') : '';
    const command = /administrator: (nft delete table [a-z ]+),/.exec(undo)?.[1] ?? '';
    await run(...command.split(' '));
    expect(await judge()).toBe('failed');
  });

  test('a second fix changes nothing, and the rules of others stay', async () => {
    await open({ '/etc/nftables.conf': '#!/usr/sbin/nft -f\nflush ruleset\n' });
    await run('nft', 'add', 'table', 'inet', 'theirs');
    await linuxFirewallFix.apply(system, {});
    const first = await run('nft', 'list', 'ruleset');
    await linuxFirewallFix.apply(system, {});
    expect(await run('nft', 'list', 'ruleset')).toBe(first);
    expect(first).toContain('table inet theirs');
    const configuration = await readFile(join(system.rootFolder, 'etc/nftables.conf'), 'utf8');
    expect(configuration).toBe('#!/usr/sbin/nft -f\nflush ruleset\ninclude "/etc/nftables.d/workplace.nft"\n');
  });

  test('SSH stays open where it listens', async () => {
    await open({ '/proc/net/tcp': LISTENS_ON_22 });
    await linuxFirewallFix.apply(system, {});
    expect(await run('nft', 'list', 'table', 'inet', 'workplace')).toMatch(/tcp dport (\{ )?22/);
    await open();
    await linuxFirewallFix.apply(system, {});
    expect(await run('nft', 'list', 'table', 'inet', 'workplace')).not.toContain('dport 22');
  });

  test('what no rule names is dropped, the loopback is not', async () => {
    await open();
    await linuxFirewallFix.apply(system, {});
    const rules = await run('nft', '-j', 'list', 'chain', 'inet', 'workplace', 'input');
    expect(rules).toContain('"policy": "drop"');
    expect(rules).toContain('"right": "lo"');
  });
});

test('ufw is turned on after SSH was allowed', async () => {
  const system = createFakeSystem({
    files: { '/proc/net/tcp': LISTENS_ON_22 },
    commands: { ufw: '' },
  });
  const fixed = await linuxFirewallFix.apply(system, {});
  expect(fixed.ok).toBe(true);
  expect(system.ran.slice(-2)).toEqual(['ufw allow 22/tcp', 'ufw --force enable']);
});

const UFW_ON = { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' };
const LOADED = { 'nft list ruleset': 'chain ufw-before-input {' };
const enabled = (word: string) => ({ 'systemctl is-enabled -- ufw.service': `${word}\n`, 'systemctl enable': '' });

test('ufw starts with the system after the fix, or it would be gone after a restart', async () => {
  const system = createFakeSystem({ files: UFW_ON, commands: { ufw: '', ...LOADED, ...enabled('disabled') } });
  expect(await linuxFirewallFix.apply(system, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: systemctl disable ufw.service' },
  });
  expect(system.ran).toContain('systemctl enable ufw.service');
});

test('what ufw lets in by default is kept out', async () => {
  const files = { ...UFW_ON, '/etc/default/ufw': 'IPV6=yes\nDEFAULT_INPUT_POLICY="ACCEPT"\n' };
  const system = createFakeSystem({ files, commands: { ufw: '', ...LOADED, ...enabled('enabled') } });
  expect(await linuxFirewallFix.apply(system, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: ufw default allow incoming' },
  });
  expect(system.ran.slice(-2)).toEqual(['ufw default deny incoming', 'ufw --force enable']);
});

test('ufw loads its rules again where they were taken away', async () => {
  const system = createFakeSystem({ files: UFW_ON, commands: { ufw: '', nft: '', ...enabled('enabled') } });
  expect(await linuxFirewallFix.apply(system, {})).toEqual({ ok: true, value: { undo: 'Nothing had to be changed.' } });
  expect(system.ran.at(-1)).toBe('ufw --force enable');
});

test('rules that someone gave ufw are left alone, and the fix says so', async () => {
  const system = createFakeSystem({ files: UFW_ON, commands: { ufw: '', ...LOADED, ...enabled('enabled') } });
  expect(await linuxFirewallFix.apply(system, {})).toMatchObject({ ok: false, reason: 'not-supported' });
  expect(system.ran).toEqual(['ufw --version', 'systemctl is-enabled -- ufw.service', 'nft list ruleset']);
});

const RUNS = {
  'systemctl show': 'Names=firewalld.service\nLoadState=loaded\nActiveState=active\n',
  'systemctl is-enabled': 'enabled\n',
  'firewall-cmd --version': '1.3.3\n',
};

test.each([
  ['trusted', { 'firewall-cmd --set-default-zone=public': '' }, 'firewall-cmd --set-default-zone=public', true],
  ['public', { 'nft list tables': '', 'firewall-cmd --complete-reload': '' }, 'firewall-cmd --complete-reload', true],
  ['public', { 'nft list tables': 'table inet firewalld' }, 'nft list tables', false],
] as const)('firewalld runs with zone %s: %j', async (zone, more, last, isFixed) => {
  const commands = { ...RUNS, 'firewall-cmd --get-default-zone': `${zone}\n`, ...more };
  const system = createFakeSystem({ commands });
  expect((await linuxFirewallFix.apply(system, {})).ok).toBe(isFixed);
  expect(system.ran.at(-1)).toBe(last);
});

// Recorded on Debian 12 (firewalld 1.3.3): while the service is stopped even the version is answered with an error.
test('firewalld is turned on where there is no ufw, and its rules are waited for', async () => {
  const stopped = { code: 252, stderr: 'FirewallD is not running' };
  const system = createFakeSystem({ commands: { 'firewall-cmd': stopped, systemctl: '' } });
  expect(await linuxFirewallFix.apply(system, {})).toMatchObject({ ok: true });
  expect(system.ran.slice(-2)).toEqual(['systemctl enable --now -- firewalld.service', 'firewall-cmd --state']);
});

test('rules that do not load leave nothing behind', async () => {
  const system = createFakeSystem({ commands: { nft: { code: 1, stderr: 'Operation not permitted' } } });
  expect(await linuxFirewallFix.apply(system, {})).toMatchObject({ ok: false, reason: 'access-denied' });
  expect([...system.files.keys()]).toEqual([]);
});

test.each([
  [{}, {}, []],
  [{ SSH_CONNECTION: '10.0.0.5 50000 10.0.0.9 2022' }, {}, [2022]],
  [{ SSH_CONNECTION: 'x; drop' }, {}, []],
  [{}, { '/proc/net/tcp6': LISTENS_ON_22.replace('00000000:0016', '00000000000000000000000000000000:0016') }, [22]],
  [{}, { '/proc/net/tcp': LISTENS_ON_2222 }, []],
  [{}, { '/proc/net/tcp': LISTENS_ON_2222, '/etc/ssh/sshd_config': 'Port 2222\n' }, [2222]],
  [{}, { '/etc/ssh/sshd_config': 'Port 2222\n' }, []],
])('SSH ports with %j and %j: %j', async (environment, files, expected) => {
  expect(await findSshPorts(createFakeSystem({ environment, files }))).toEqual(expected);
});
