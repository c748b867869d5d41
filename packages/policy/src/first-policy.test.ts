import { expect, test } from 'vitest';
import { FIRST_POLICY } from './first-policy.ts';
import { parsePolicy } from './parse-policy.ts';

const parsed = parsePolicy(FIRST_POLICY);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const held = Object.entries(parsed.policy.checks).flatMap(([type, check]) =>
  check?.severity === 'required' || check?.severity === 'sign-in-stopper' ? [{ type, unknown: check.unknown }] : [],
);

test('the policy to begin with lets no required check pass unread', () => {
  expect(held.length).toBeGreaterThan(5);
  expect(held.filter(({ unknown }) => unknown === 'allow')).toEqual([]);
});

test('it says block only for what the client reads on every system, and what is not read of the others', () => {
  const blocking = held.filter(({ unknown }) => unknown === 'block').map(({ type }) => type);
  expect(blocking.toSorted()).toEqual(['FirewallEnable', 'KnownDevice', 'OSSupported']);
  expect(FIRST_POLICY.match(/# Not read: /g)).toHaveLength(4);
});
