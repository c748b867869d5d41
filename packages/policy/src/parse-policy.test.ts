import { anyText } from '@vestibule/testing/any-text';
import { CHECK_TYPES } from '@vestibule/contracts';
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
      checks: { FirewallEnable: { severity: 'required', reportOnly: false, graceDays: 0, exemptions: [] } },
    },
  });
});

test.each([
  ['version: 2\nworkplaceAccessPolicy: Strict\nchecks: {}\n', 1, 1, 'version must be 1.'],
  ['version: 1\nworkplaceAccessPolicy: Lenient\nchecks: {}\n', 2, 1, 'workplaceAccessPolicy must be one of Strict'],
  [
    `colour: red\n${HEAD.slice(0, -1)} {}\n`,
    1,
    1,
    'colour is not known here; known are version, workplaceAccessPolicy, isPolicyEnforced, verdictLifeSeconds, unknown, enforceFor, checks.',
  ],
  [
    `${HEAD}  Firewall: { severity: required }\n`,
    4,
    3,
    `checks.Firewall is not known here; known are ${CHECK_TYPES.join(', ')}.`,
  ],
  [`${HEAD}  FirewallEnable: { severity: on }\n`, 4, 21, 'severity must be one of off, recommended'],
  [`${HEAD}  FirewallEnable: { severity: required, graceDays: 3 }\n`, 4, 41, 'count from a startDate'],
  [`${HEAD}  FirewallEnable: { severity: required, startDate: 30.11.2026 }\n`, 4, 41, 'a date such as 2026-11-30'],
  [
    `${HEAD}  FirewallEnable:\n    severity: required\n    exempt: []\n`,
    6,
    5,
    'exempt is not known here; known are severity, reportOnly, startDate, graceDays, unknown, exemptions, parameters, for.',
  ],
  [
    `${HEAD}  ScreenSaverTimeout:\n    severity: required\n    parameters:\n      maximumSeconds: 10\n`,
    7,
    7,
    'maximumSeconds must be at least 60 (1 minute).',
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
  [`${HEAD}  PasswordSet: { severity: required }\n  PasswordSet: { severity: off }\n`, 5, 3, 'stands here twice'],
  ['version: 1\nchecks: [\n', 3, 1, 'does not end with ]'],
  ['', 1, 1, 'version is missing'],
  ['version: 1\nworkplaceAccessPolicy: Strict\n', 1, 1, 'checks is missing.'],
  ['# only a list\n- version: 1\n', 2, 1, 'The policy must be a group of values.'],
  ['Strict', 1, 1, 'The policy must be a group of values.'],
  [`isPolicyEnforced: 1\n${HEAD.slice(0, -1)} {}\n`, 1, 1, 'isPolicyEnforced must be true or false.'],
  [`${HEAD}  FirewallEnable: { reportOnly: true }\n`, 4, 3, 'checks.FirewallEnable.severity is missing; it is one of'],
  [`${HEAD}  FirewallEnable: required\n`, 4, 3, 'checks.FirewallEnable must be a group of values.'],
  [
    `${HEAD}  FirewallEnable: { severity: required, startDate: 2026-01-01, graceDays: 366 }\n`,
    4,
    64,
    'must be at most 365.',
  ],
  [
    `${HEAD}  FirewallEnable: { severity: required, startDate: 2026-01-01, graceDays: 1.5 }\n`,
    4,
    64,
    'a whole number.',
  ],
  [
    `${HEAD}  OSSupported:\n    severity: required\n    parameters: { minimumMacos: fourteen }\n`,
    6,
    19,
    'checks.OSSupported.parameters.minimumMacos must be a version such as 14.2, in quotation marks.',
  ],
  [
    `${HEAD}  KnownDevice:\n    severity: required\n    parameters:\n      keyProtection: tpm\n`,
    7,
    7,
    'checks.KnownDevice.parameters.keyProtection must be one of any, hardware.',
  ],
  [
    `${HEAD}  AntiVirusRealtimeProtection:\n    severity: required\n    parameters: { product: x }\n`,
    6,
    19,
    'product is not known here; known are products, missingOnLinux.',
  ],
  [
    `${HEAD}  PasswordSet:\n    severity: required\n    exemptions:\n      - { login: x, until: 2026-12-01, why: a, approvedBy: b }\n      - { login: y }\n`,
    8,
    9,
    'An exemption names',
  ],
])('problem %#', (text, line, column, message) => {
  const found = problems(text).filter((problem) => problem.message.includes(message));
  expect(found.map((problem) => [problem.line, problem.column])).toEqual([[line, column]]);
});

test('no text throws or passes for a policy', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), (text) => {
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
  expect(problems(bomb)).toMatchObject([
    { line: 1, column: 1, message: expect.stringContaining('repeats parts of itself') },
  ]);
  expect(parsePolicy('['.repeat(100_000)).ok).toBe(false);
});

test('problems come in the order of the file, each in one line', () => {
  const places = (text: string) => problems(text).map(({ line, column }) => [line, column]);
  const upsideDown = 'checks:\n  FirewallEnable: { severity: on }\nworkplaceAccessPolicy: Lenient\nversion: 2\n';
  expect(places(upsideDown)).toEqual([
    [2, 21],
    [3, 1],
    [4, 1],
  ]);
  const inOneLine = `${HEAD}  { PasswordSet: { severity: on }, NoActiveInfections: { severity: on }, FirewallEnable: { severity: on } }\n`;
  const columns = problems(inOneLine).map(({ column }) => column);
  expect(columns).toHaveLength(3);
  expect(columns).toEqual(columns.toSorted((left, right) => left - right));
  for (const { message } of problems('version: 1\nchecks: [\n')) expect(message).not.toContain('\n');
});

test('a file is read up to a million characters and refused beyond, without reading it', () => {
  const policy = `${HEAD}  FirewallEnable: { severity: required }\n#`;
  const padded = policy.padEnd(1_000_000, '-');
  expect(parsePolicy(padded).ok).toBe(true);
  expect(problems(`${padded}-`)).toEqual([{ line: 1, column: 1, message: 'The file is too long.' }]);
});

test.each([
  ['lists in brackets', '['.repeat(5000), 1, 64],
  ['groups in brackets', `${HEAD}  A: ${'{a: '.repeat(5000)}`, null, null],
  ['lists in one line', `checks:\n  ${'- '.repeat(5000)}x`, 2, null],
  ['questions', '? '.repeat(5000), 1, null],
  ['groups by blanks', Array.from({ length: 1200 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'), null, 1],
])('%s nested without end say where, and what to do', (_name, text, line, column) => {
  const [problem, ...more] = problems(text);
  expect(more).toEqual([]);
  expect(problem?.message).toBe(
    'Here it is nested deeper than any policy. Close each [ and { where its list or group ends, and leave out what no check names.',
  );
  if (line !== null) expect(problem?.line).toBe(line);
  if (column === 64) expect(problem?.column).toBeLessThan(70);
});
