import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePolicy } from './parse-policy.ts';

const HEAD = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n';
const problems = (text: string) => {
  const parsed = parsePolicy(text);
  return parsed.ok ? [] : parsed.problems;
};

test('a short policy takes its defaults', () => {
  expect(parsePolicy(`${HEAD}  FirewallEnable: { severity: required }\n`)).toMatchObject({
    ok: true,
    policy: {
      isPolicyEnforced: true,
      verdictLifeSeconds: 300,
      unknown: 'allow',
      checks: { FirewallEnable: { severity: 'required', reportOnly: false, graceDays: 0, exemptions: [] } },
    },
  });
});

test.each([
  ['version: 2\nworkplaceAccessPolicy: Strict\nchecks: {}\n', 1, 1, 'version must be 1.'],
  ['version: 1\nworkplaceAccessPolicy: Lenient\nchecks: {}\n', 2, 1, 'workplaceAccessPolicy must be one of Strict'],
  [`colour: red\n${HEAD.slice(0, -1)} {}\n`, 1, 1, 'colour is not known here.'],
  [`${HEAD}  Firewall: { severity: required }\n`, 4, 3, 'checks.Firewall is not known here.'],
  [`${HEAD}  FirewallEnable: { severity: on }\n`, 4, 21, 'severity must be one of off, recommended'],
  [`${HEAD}  FirewallEnable: { severity: required, graceDays: 3 }\n`, 4, 41, 'count from a startDate'],
  [`${HEAD}  FirewallEnable: { severity: required, startDate: 30.11.2026 }\n`, 4, 41, 'a date such as 2026-11-30'],
  [`${HEAD}  FirewallEnable:\n    severity: required\n    exempt: []\n`, 6, 5, 'exempt is not known here.'],
  [
    `${HEAD}  ScreenSaverTimeout:\n    severity: required\n    parameters:\n      maximumSeconds: 10\n`,
    7,
    7,
    'maximumSeconds must not be below 60.',
  ],
  [
    `${HEAD}  ScreenSaverTimeout:\n    severity: required\n    parameters: { seconds: 600 }\n`,
    6,
    19,
    'seconds is not known here; known are maximumSeconds.',
  ],
  [
    `${HEAD}  PasswordSet:\n    severity: required\n    exemptions:\n      - login: x\n        until: 2026-12-01\n`,
    7,
    9,
    'An exemption names',
  ],
  [`${HEAD}  PasswordSet: { severity: required }\n  PasswordSet: { severity: off }\n`, 5, 3, 'unique'],
  ['version: 1\nchecks: [\n', 3, 1, 'Flow sequence'],
  ['', 1, 1, 'version is missing'],
])('problem %#', (text, line, column, message) => {
  const found = problems(text).filter((problem) => problem.message.includes(message));
  expect(found.map((problem) => [problem.line, problem.column])).toEqual([[line, column]]);
});

test('no text throws or passes for a policy', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const parsed = parsePolicy(text);
      expect(parsed.ok).toBe(false);
      for (const { line, column } of parsed.ok ? [] : parsed.problems) {
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
      }
    }),
  );
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map((name, index) => {
      const before = 'abcdefgh'[index];
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
    }),
  ].join('\n');
  expect(parsePolicy(bomb).ok).toBe(false);
  expect(parsePolicy('['.repeat(100_000)).ok).toBe(false);
});
