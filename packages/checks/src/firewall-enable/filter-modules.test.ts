import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { mayFilter } from './filter-modules.ts';

const RELEASE = { '/proc/sys/kernel/osrelease': '6.1.0-28-amd64\n' };
const BUILT_IN = '/lib/modules/6.1.0-28-amd64/modules.builtin';
const none = { ...RELEASE, '/proc/modules': 'ext4 1 1 - Live 0x0\n', [BUILT_IN]: 'kernel/fs/ext2.ko\n' };

test.each<readonly [string, Readonly<Record<string, string>>, boolean | null]>([
  ['nothing that filters', none, false],
  [
    'only what filters could be made of',
    { ...none, '/proc/modules': 'x_tables 1 1 ip_tables, Live 0x0\nip_tables 1 0 -\n' },
    false,
  ],
  ['nftables', { ...none, '/proc/modules': 'nf_tables 1 9 - Live 0x0\n' }, true],
  ['the old filter', { ...none, '/proc/modules': 'iptable_filter 1 0 - Live 0x0\n' }, true],
  ['the old filter of IPv6', { ...none, '/proc/modules': 'ip6table_raw 1 0 - Live 0x0\n' }, true],
  ['nftables built in', { ...none, [BUILT_IN]: 'kernel/net/netfilter/nf_tables.ko\n' }, true],
  ['the old filter built in', { ...none, [BUILT_IN]: 'kernel/net/ipv4/netfilter/iptable-filter.ko\n' }, true],
  ['no list of modules', { ...RELEASE, [BUILT_IN]: 'kernel/fs/ext2.ko\n' }, null],
  ['an empty list of modules', { ...none, '/proc/modules': '' }, null],
  ['no list of what is built in', { ...RELEASE, '/proc/modules': 'ext4 1 1 - Live 0x0\n' }, null],
  ['no release', { '/proc/modules': 'ext4 1 1 - Live 0x0\n', [BUILT_IN]: 'kernel/fs/ext2.ko\n' }, null],
])('%s', async (_, files, expected) => {
  expect(await mayFilter(createFakeSystem({ files }))).toBe(expected);
});
