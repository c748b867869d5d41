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

test.each([
  ['ENABLED=yes\n', 'enabled', 'passed'],
  ['# comment\nENABLED=no\nLOGLEVEL=low\n', 'enabled', 'failed'],
  ['#ENABLED=yes\nENABLED=no\n', 'enabled', 'failed'],
  ['ENABLED="yes" # on\n', 'enabled', 'passed'],
  ['ENABLED=yes\nENABLED=no\n', 'enabled', 'failed'],
  ['ENABLED=yes\n', 'disabled', 'failed'],
  ['ENABLED=\n', 'enabled', 'unknown'],
  ['LOGLEVEL=low\n', 'enabled', 'unknown'],
])('ufw.conf %j, unit %s: %s', async (text, enabled, expected) => {
  const commands = { 'systemctl is-enabled -- ufw.service': `${enabled}\n`, ps: processes };
  expect((await read({ files: { '/etc/ufw/ufw.conf': text }, commands })).state).toBe(expected);
});

test.each([
  ['loaded', 'active', 'passed'],
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

test('rules that start with the system speak for the firewall where the kernel cannot be asked', async () => {
  const files = {
    '/etc/nftables.conf': 'flush ruleset\ninclude "/etc/nftables.d/workplace.nft"\n',
    '/etc/nftables.d/workplace.nft': ownTable([]),
  };
  const on = { 'systemctl is-enabled -- nftables.service': 'enabled\n' };
  expect((await read({ files, commands: on })).state).toBe('passed');
  const off = { 'systemctl is-enabled -- nftables.service': { code: 1, stdout: 'disabled\n' } };
  expect((await read({ files, commands: off })).state).toBe('unknown');
});

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
