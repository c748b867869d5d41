import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { firewallEnable } from './definition.ts';
import { renderText } from '../render-text.ts';
import { linuxFirewall } from './linux.ts';

const context = { operatingSystem: 'linux', now: new Date('2026-11-21T09:00:00Z') } as const;
const denied = { code: 1, stderr: 'Operation not permitted (you must be root)' };
const openRules = '{"nftables":[{"metainfo":{"version":"1.0.6"}}]}';

async function read(options: FakeSystemOptions) {
  const reading = await linuxFirewall.read(createFakeSystem(options));
  return { reading, ...judgeReading(firewallEnable, reading, {}, context) };
}

const unit = (name: string, load: string, active: string) =>
  `Names=${name}\nLoadState=${load}\nActiveState=${active}\n`;

const nothingLoaded = {
  '/proc/modules': 'ext4 1 1 - Live 0x0\n',
  '/proc/sys/kernel/osrelease': '6.1.0\n',
  '/lib/modules/6.1.0/modules.builtin': 'kernel/fs/ext2.ko\n',
};

test('without rights nothing is known where the kernel may filter', async () => {
  const { state, reason } = await read({ commands: { nft: denied } });
  expect([state, reason]).toEqual(['unknown', 'access-denied']);
  const files = { ...nothingLoaded, '/proc/modules': 'nf_tables 1 1 - Live 0x0\n' };
  expect((await read({ files, commands: { nft: denied } })).state).toBe('unknown');
});

// Where a manager is on it may let everything in, and where it is off others may have loaded rules.
test.each([
  ['ENABLED=yes\n', 'ufw'],
  ['# comment\nENABLED=no\nLOGLEVEL=low\n', 'ufw'],
  ['ENABLED="yes" # on\n', 'ufw'],
  ['ENABLED=yes\nENABLED=no\n', 'ufw'],
  ['ENABLED=\n', 'nftables'],
  ['LOGLEVEL=low\n', 'nftables'],
])('ufw.conf %j is no proof to a person; a kernel that has loaded no filter is one', async (text, manager) => {
  const files = { '/etc/ufw/ufw.conf': text };
  expect((await read({ files })).state).toBe('unknown');
  const off = await read({ files: { ...files, ...nothingLoaded } });
  expect(off.reading).toMatchObject({ value: { isOn: false, manager, gaps: [] } });
  expect(off.state).toBe('failed');
});

test.each([
  ['loaded', 'active', 'ENABLED=yes\n', 'firewalld'],
  ['loaded', 'inactive', 'ENABLED=yes\n', 'ufw'],
  ['loaded', 'inactive', 'ENABLED=no\n', 'firewalld'],
  ['not-found', 'inactive', 'ENABLED=no\n', 'ufw'],
  ['not-found', 'inactive', '', 'nftables'],
])('firewalld %s and %s, ufw %j: %s looks after the rules', async (load, active, ufw, manager) => {
  const commands = { 'systemctl show': unit('firewalld.service', load, active), nft: openRules };
  const { reading } = await read({ isElevated: true, commands, files: { '/etc/ufw/ufw.conf': ufw } });
  expect(reading).toMatchObject({ value: { isOn: false, manager } });
});

const rule = (expr: readonly object[]) => ({ rule: { family: 'inet', table: 'f', chain: 'in', expr } });
/** A chain that drops what its rules do not let in; rules of nft, whatever manager is there. */
const rulesOf = (policy: string, ...rules: readonly object[]) => ({
  nft: JSON.stringify({
    nftables: [
      { table: { family: 'inet', name: 'f' } },
      { chain: { family: 'inet', table: 'f', name: 'in', type: 'filter', hook: 'input', policy } },
      ...rules,
    ],
  }),
});
const tcp = (right: unknown) => [
  { match: { op: '==', left: { payload: { protocol: 'tcp', field: 'dport' } }, right } },
  { accept: null },
];
const here = { '/proc/net/if_inet6': 'fe80 02 40 20 80 eth0\n' };

test('what is open is named by its ports, the widest of many in any case', async () => {
  const said = async (...rules: readonly object[]) => {
    const { state, message } = await read({ isElevated: true, commands: rulesOf('drop', ...rules), files: here });
    return [state, renderText(firewallEnable, message)];
  };
  expect(await said(rule(tcp({ range: [0, 500] })))).toEqual([
    'failed',
    'The firewall lets other computers in: ports 0–500 (TCP) over IPv4, ports 0–500 (TCP) over IPv6',
  ]);
  const many = [1, 3, 5, 7, 9, 700].map((port) => rule(tcp(port)));
  expect((await said(rule(tcp({ range: [20, 500] })), ...many))[1]).toContain('ports 1 3 5 20–500 … (TCP)');
  expect((await said(rule([{ accept: null }])))[1]).toBe('The firewall lets everything in');
  const overIpv6 = { match: { op: '==', left: { meta: { key: 'nfproto' } }, right: 'ipv6' } };
  expect((await said(rule([overIpv6, { accept: null }])))[1]).toBe(
    'The firewall lets other computers in: every port over IPv6',
  );
});

test.each([
  ['active', rulesOf('accept'), 'The firewall lets everything in', 'On (firewalld), but it lets everything in'],
  ['inactive', rulesOf('accept'), 'The firewall is turned off', 'Off (firewalld)'],
  [
    'inactive',
    rulesOf('accept', rule([{ accept: null }])),
    'The firewall lets everything in',
    'On (nftables), but it lets everything in',
  ],
])('firewalld %s: what is turned off, and what is on and lets everything in', async (active, rules, ...expected) => {
  const commands = { 'systemctl show': unit('firewalld.service', 'loaded', active), ...rules };
  const { message, found } = await read({ isElevated: true, commands, files: here });
  expect([message, found].map((one) => renderText(firewallEnable, one))).toEqual(expected);
});

test('below another root folder ufw.conf counts, because the kernel belongs to another system', async () => {
  const scratch = { isElevated: true, rootFolder: '/scratch', commands: { nft: openRules } };
  expect((await read({ ...scratch, files: { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' } })).state).toBe('passed');
  expect((await read({ ...scratch, files: { '/etc/ufw/ufw.conf': 'ENABLED=no\n' } })).state).toBe('failed');
});

test('a firewall for IPv4 alone fails, unless the computer has no IPv6', async () => {
  const table = { family: 'ip', name: 'filter' };
  const chain = { family: 'ip', table: 'filter', name: 'INPUT', type: 'filter', hook: 'input', policy: 'drop' };
  const commands = { nft: JSON.stringify({ nftables: [{ table }, { chain }] }) };
  const address = { '/proc/net/if_inet6': 'fe80 02 40 20 80 eth0\n' };
  const gap = await read({ isElevated: true, commands, files: address });
  expect([gap.state, gap.message.key]).toEqual(['failed', 'openAt']);
  expect((await read({ isElevated: true, commands })).state).toBe('passed');
});

test('no mangled answer of a tool passes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), fc.boolean(), async (text, file, isElevated) => {
      const commands = { nft: text, systemctl: text, 'iptables-legacy-save': text, 'ip6tables-legacy-save': text };
      const files = { '/etc/ufw/ufw.conf': file, '/proc/net/ip_tables_names': file, '/proc/net/if_inet6': file };
      expect((await read({ isElevated, commands, files })).state).not.toBe('passed');
    }),
  );
});
