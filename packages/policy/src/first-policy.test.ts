import { expect, test } from 'vitest';
import { FIRST_POLICY } from './first-policy.ts';
import { parsePolicy } from './parse-policy.ts';

const parsed = parsePolicy(FIRST_POLICY);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const held = Object.entries(parsed.policy.checks).flatMap(([type, check]) =>
  check?.severity === 'required' || check?.severity === 'sign-in-stopper' ? [{ type, unknown: check.unknown }] : [],
);

test('the policy to begin with says of every check that is required what an unread one means', () => {
  expect(held.length).toBeGreaterThan(5);
  for (const { type, unknown } of held)
    expect([type, unknown]).toEqual([type, expect.stringMatching(/^(allow|block)$/)]);
});

test('it blocks only what every client reads on every system, and gives the reason for the others', () => {
  const blocking = held.filter(({ unknown }) => unknown === 'block').map(({ type }) => type);
  expect(blocking.toSorted()).toEqual(['KnownDevice', 'OSSupported']);
  expect(FIRST_POLICY.match(/# allow: /g)).toHaveLength(5);
});
