import { expect, test } from 'vitest';
import { parsePolicy } from './parse-policy.ts';

const HEAD = 'version: 1\nworkplaceAccessPolicy: Strict\n';

/** What the reader of YAML would say by itself: of mappings, scalars, flows and keys. */
const JARGON = /implicit|mapping|scalar|sequence|collection|flow|token|alias|\bmap\b|compact/i;

test.each([
  ['a tab', `${HEAD}checks:\n\tFirewallEnable: { severity: required }\n`, 4, 1, 'indented by a tab'],
  [
    'a bracket that stays open',
    `${HEAD}checks: { FirewallEnable: { severity: required }\n`,
    4,
    1,
    'does not end with }',
  ],
  ['a list that stays open', 'version: 1\nchecks: [\n', 3, 1, 'does not end with ]'],
  ['an open quotation mark', `${HEAD}checks: "\n`, 4, 1, 'begins with " does not end'],
  ['two values on a line', 'version: 1: 2\n', 1, 10, 'one name and one value'],
  ['a name twice', 'version: 1\nversion: 1\n', 2, 1, 'stands here twice'],
  ['a name without a colon', 'version: 1\nworkplaceAccessPolicy\nchecks: {}\n', 2, 1, 'colon'],
  ['an indent that fits nothing', 'checks:\n    A: 1\n  B: 2\n', 3, 1, 'indented by another number'],
  ['a sign that begins no text', 'version: @one\n', 1, 10, 'in quotation marks'],
  ['a star', 'version: *one\n', 1, 1, 'in quotation marks'],
  ['two documents', `${HEAD}checks: {}\n---\nversion: 1\n`, 4, 1, 'one document'],
])('%s is said in plain words', (_, text, line, column, words) => {
  const parsed = parsePolicy(text);
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems.map(({ message }) => message).join('\n')).not.toMatch(JARGON);
  expect(problems).toContainEqual({ line, column, message: expect.stringContaining(words) });
});
