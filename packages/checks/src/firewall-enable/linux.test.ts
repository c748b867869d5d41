import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { firewallEnable } from './definition.ts';
import { linuxFirewall } from './linux.ts';
import { ownTable } from './own-table.ts';

const context = { operatingSystem: 'linux', now: new Date('2026-11-21T09:00:00Z') } as const;
const denied = { code: 1, stderr: 'Operation not permitted (you must be root)' };
const openRules = '{"nftables":[{"metainfo":{"version":"1.0.6"}}]}';
const processes = '    1     0 systemd\n';

async function read(options: FakeSystemOptions) {
  const reading = await linuxFirewall.read(createFakeSystem(options));
  return { reading, ...judgeReading(firewallEnable, reading, {}, context) };
}

const unit = (name: string, load: string, active: string) =>
  `Names=${name}\nLoadState=${load}\nActiveState=${active}\n`;

test('without rights and without a manager nothing is known', async () => {
  const { state, reason } = await read({ commands: { nft: denied, ps: processes } });
  expect([state, reason]).toEqual(['unknown', 'access-denied']);
});

// A person is told of a manager that is off. One that is on may let everybody in: that is for root to read.
test.each([
  ['ENABLED=yes\n', 'enabled', 'unknown'],
  ['# comment\nENABLED=no\nLOGLEVEL=low\n', 'enabled', 'failed'],
  ['#ENABLED=yes\nENABLED=no\n', 'enabled', 'failed'],
  ['ENABLED="yes" # on\n', 'enabled', 'unknown'],
  ['ENABLED=yes\nENABLED=no\n', 'enabled', 'failed'],
  ['ENABLED=yes\n', 'disabled', 'failed'],
  ['ENABLED=\n', 'enabled', 'unknown'],
  ['LOGLEVEL=low\n', 'enabled', 'unknown'],
])('ufw.conf %j, unit %s: %s', async (text, enabled, expected) => {
  const commands = { 'systemctl is-enabled -- ufw.service': `${enabled}\n`, ps: processes };
  expect((await read({ files: { '/etc/ufw/ufw.conf': text }, commands })).state).toBe(expected);
});

test.each([
  ['loaded', 'active', 'unknown'],
  ['loaded', 'inactive', 'failed'],
  ['not-found', 'inactive', 'unknown'],
])('firewalld %s and %s: %s', async (load, active, expected) => {
  const commands = { 'systemctl show': unit('firewalld.service', load, active) };
  expect((await read({ commands })).state).toBe(expected);
});

test('the kernel decides for an administrator, whatever ufw.conf promises', async () => {
  const files = { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' };
  expect((await read({ isElevated: true, files, commands: { nft: openRules, ps: processes } })).state).toBe('failed');
});

test('below another root folder ufw.conf counts, because the kernel belongs to another system', async () => {
  const files = { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' };
  const { state } = await read({ isElevated: true, rootFolder: '/scratch', files, commands: { nft: openRules } });
  expect(state).toBe('passed');
});

test('rules that start with the system do not speak for the firewall, whose rules may be others by now', async () => {
  const files = {
    '/etc/nftables.conf': 'flush ruleset\ninclude "/etc/nftables.d/workplace.nft"\n',
    '/etc/nftables.d/workplace.nft': ownTable([]),
  };
  const on = { 'systemctl is-enabled -- nftables.service': 'enabled\n' };
  expect((await read({ files, commands: on })).state).toBe('unknown');
  const scratch = { isElevated: true, rootFolder: '/scratch', files, commands: onBelow('/scratch') };
  expect((await read(scratch)).state).toBe('passed');
});

test('an administrator who gets no rules does not go by a manager that is on', async () => {
  const files = { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' };
  const commands = { 'systemctl is-enabled -- ufw.service': 'enabled\n' };
  const { state, reason } = await read({ isElevated: true, files, commands });
  expect([state, reason]).toEqual(['unknown', 'tool-missing']);
  expect((await read({ isElevated: true, files: { '/etc/ufw/ufw.conf': 'ENABLED=no\n' } })).state).toBe('failed');
});

test('rules of the old tools that the reader may not see are not taken for none', async () => {
  const commands = { nft: openRules, 'iptables-legacy': { code: 3, stderr: 'iptables: Address family not supported' } };
  const names = { '/proc/net/ip_tables_names': 'nat\nfilter\n' };
  const { state, reason } = await read({ isElevated: true, commands, files: names });
  expect([state, reason]).toEqual(['unknown', 'access-denied']);
  expect((await read({ isElevated: true, commands, files: { '/proc/net/ip_tables_names': 'nat\n' } })).state).toBe(
    'failed',
  );
  expect((await read({ isElevated: true, commands })).state).toBe('failed');
});

const onBelow = (root: string) => ({ [`systemctl --root=${root} is-enabled -- nftables.service`]: 'enabled\n' });

test('a firewall for IPv4 alone fails, unless the computer has no IPv6', async () => {
  const chain = { family: 'ip', table: 'filter', name: 'INPUT', type: 'filter', hook: 'input', policy: 'drop' };
  const commands = { nft: JSON.stringify({ nftables: [{ chain }] }), ps: processes };
  const address = { '/proc/net/if_inet6': 'fe80 02 40 20 80 eth0\n' };
  const gap = await read({ isElevated: true, commands, files: address });
  expect([gap.state, gap.message.key]).toEqual(['failed', 'gaps']);
  expect((await read({ isElevated: true, commands })).state).toBe('passed');
});

test('no mangled answer of a tool passes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), fc.boolean(), async (text, file, isElevated) => {
      fc.pre(!/ENABLED/i.test(file));
      const commands = { nft: text, systemctl: text, ps: text, 'iptables-legacy': text, 'ip6tables-legacy': text };
      const files = { '/etc/ufw/ufw.conf': file, '/etc/nftables.conf': file };
      expect((await read({ isElevated, commands, files })).state).not.toBe('passed');
    }),
  );
});
