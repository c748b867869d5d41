import { expect, test } from 'vitest';
import { read } from '../../e2e/support/firewall/compare.ts';

const accept = { accept: null };
const toPorts = {
  match: { op: '==', left: { payload: { protocol: 'tcp', field: 'dport' } }, right: { range: [20, 500] } },
};

/** Rules of nft as it prints them: a policy for what comes in, and what is let in all the same. */
const nft = (policy: string, ...rules: readonly (readonly object[])[]) =>
  JSON.stringify({
    nftables: [
      { table: { family: 'inet', name: 'f' } },
      { chain: { family: 'inet', table: 'f', name: 'in', type: 'filter', hook: 'input', policy } },
      ...rules.map((expr) => ({ rule: { family: 'inet', table: 'f', chain: 'in', expr } })),
    ],
  });

test.each([
  ['no rule at all', 'off', '{"nftables":[]}'],
  ['rules that let everything in', 'off', nft('accept')],
  ['a rule that does', 'off', nft('drop', [accept])],
  ['a band of ports', 'gap', nft('drop', [toPorts, accept])],
  ['rules that let nothing in', 'on', nft('drop')],
])('the system test of rulesets understands what is said of %s', async (name, said, ruleset) => {
  const printed = { 'nft -j list ruleset': ruleset, 'nft list ruleset': '' };
  expect(await read({ name, problem: null, reached: [], printed })).toMatchObject({ said });
});
