import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { readKernelRules } from './kernel-rules.ts';

const chain = (family: string) => ({
  chain: { family, table: 't', name: 'input', type: 'filter', hook: 'input', policy: 'drop' },
});
const nft = (...families: string[]) => JSON.stringify({ nftables: families.map(chain) });
const DROPS = '-P INPUT DROP\n';
const ACCEPTS = '-P INPUT ACCEPT\n';
const both = { ipv4: true, ipv6: true };
const none = { ipv4: false, ipv6: false };

const read = (commands: FakeSystemOptions['commands']) =>
  readKernelRules(createFakeSystem({ ...(commands && { commands }) }));

test.each<readonly [string, FakeSystemOptions['commands'], object]>([
  ['nft filters both', { nft: nft('inet') }, both],
  ['nft filters nothing', { nft: nft() }, none],
  ['nft filters one, the old tools nothing', { nft: nft('ip') }, { ipv4: true, ipv6: false }],
  ['nft filters one, an old tool the other', { nft: nft('ip'), 'ip6tables-legacy -S INPUT': DROPS }, both],
  ['nft filters the other, an old tool one', { nft: nft('ip6'), 'iptables-legacy -S INPUT': DROPS }, both],
  [
    'nft filters nothing, the old tools both',
    { nft: nft(), 'iptables-legacy -S INPUT': DROPS, 'ip6tables-legacy -S INPUT': DROPS },
    both,
  ],
  ['there is one old tool alone', { 'iptables-legacy -S INPUT': DROPS }, { ipv4: true, ipv6: false }],
  ['the other old tool is alone', { 'ip6tables-legacy -S INPUT': DROPS }, { ipv4: false, ipv6: true }],
  ['the old tools let all in', { 'iptables-legacy -S INPUT': ACCEPTS, 'ip6tables-legacy -S INPUT': ACCEPTS }, none],
  [
    'an old tool fails, whatever it prints',
    { nft: nft(), 'iptables-legacy -S INPUT': { code: 1, stdout: DROPS }, 'ip6tables-legacy -S INPUT': DROPS },
    { ipv4: false, ipv6: true },
  ],
])('%s', async (_, commands, value) => {
  expect(await read(commands)).toEqual({ ok: true, value });
});

test('the old tools are not asked where nft filters both', async () => {
  const system = createFakeSystem({ commands: { nft: nft('inet'), 'iptables-legacy': ACCEPTS } });
  await readKernelRules(system);
  expect(system.ran).toEqual(['nft -j list ruleset']);
});

test.each<readonly [string, FakeSystemOptions['commands'], object]>([
  [
    'nobody may ask',
    { nft: { code: 1, stderr: 'Operation not permitted\n' }, 'iptables-legacy -S INPUT': DROPS },
    { reason: 'access-denied', detail: 'nft: Operation not permitted' },
  ],
  [
    'nft fails otherwise',
    { nft: { code: 1, stdout: nft('inet'), stderr: 'Segmentation fault' } },
    { reason: 'unexpected-output', detail: 'nft: Segmentation fault' },
  ],
  [
    'nft says what is no ruleset',
    { nft: '{}', 'iptables-legacy -S INPUT': DROPS, 'ip6tables-legacy -S INPUT': DROPS },
    { reason: 'unexpected-output', detail: 'nft: not a ruleset' },
  ],
  [
    'nft hangs',
    { nft: { ok: false, reason: 'timed-out', detail: 'nft' }, 'iptables-legacy -S INPUT': DROPS },
    { reason: 'timed-out', detail: 'nft' },
  ],
  ['there is no tool', {}, { reason: 'tool-missing', detail: 'Neither nft nor iptables is installed.' }],
])('unknown where %s', async (_, commands, failure) => {
  expect(await read(commands)).toEqual({ ok: false, ...failure });
});
