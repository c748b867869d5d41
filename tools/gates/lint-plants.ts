import type { Violation } from './violation.ts';

const flows = 'packages/flows/src';
const server = 'apps/server/src';

const lint = (what: string, file: string, text: string, rule: string): Violation => ({
  what,
  file,
  text,
  found: new RegExp(`${file.replaceAll('.', '\\.')}.*${rule}`),
});

/** What the rules of lint have to see, one of each. */
export const LINT_PLANTS: readonly Violation[] = [
  lint('a default export', `${flows}/default.ts`, 'export default 1;\n', 'no-default-export'),
  lint('any', `${flows}/any.ts`, 'export const a = (b: any): unknown => b;\n', 'no-explicit-any'),
  lint(
    'any out of a parser',
    `${flows}/parsed.ts`,
    `export const a: string = JSON.parse('1');\n`,
    'no-unsafe-assignment',
  ),
  lint(
    'a non-null assertion',
    `${flows}/sure.ts`,
    'export const a = (b: string | null): string => b!;\n',
    'no-non-null-assertion',
  ),
  lint(
    'a switch that forgets a case',
    `${flows}/switch.ts`,
    `export function a(b: 'x' | 'y'): void {\n  switch (b) {\n    case 'x':\n      break;\n  }\n}\n`,
    'switch-exhaustiveness-check',
  ),
  lint(
    'a promise nobody waits for',
    `${flows}/float.ts`,
    'export const a = (b: () => Promise<void>): void => {\n  b();\n};\n',
    'no-floating-promises',
  ),
  lint('the console', `${server}/talk.ts`, `console.log('hello');\n`, 'no-console'),
  lint(
    'a timer in a chart',
    `${flows}/timer.ts`,
    'export const a = (): unknown => setTimeout(() => undefined, 1);\n',
    'no-restricted-globals',
  ),
  lint(
    'a repeated timer in a check',
    'packages/checks/src/timer.ts',
    'export const a = (): unknown => setInterval(() => undefined, 1);\n',
    'no-restricted-globals',
  ),
  lint(
    'the clock in the policy',
    'packages/policy/src/clock.ts',
    'export const a = (): number => Date.now();\n',
    'no-restricted-properties',
  ),
  lint(
    'a timer in a component',
    'apps/portal/src/a.tsx',
    'export const A = (): null => {\n  window.setTimeout(() => undefined, 1);\n  return null;\n};\n',
    'no-restricted-properties',
  ),
  lint('today in a chart', `${flows}/today.ts`, 'export const a = (): Date => new Date();\n', 'Time is a dependency'),
  lint(
    'a reader that takes what fails for an answer',
    'packages/checks/src/device-encrypted/caught.ts',
    'export const a = async (read: () => Promise<string>): Promise<string> => read().catch(() => "");\n',
    'A reader catches nothing',
  ),
  lint(
    'a reader that asks by itself why something failed',
    'packages/checks/src/device-encrypted/why.ts',
    "export const a = (reason: string): boolean => reason === 'missing';\n",
    'asked by readIfThere',
  ),
  lint(
    'the browser in the extension',
    'apps/extension/src/relay.ts',
    'export const a = (): unknown => chrome.runtime;\n',
    'no-restricted-globals',
  ),
  lint(
    'a suppression without a reason',
    `${flows}/silent.ts`,
    '// oxlint-disable-next-line no-var\nexport var a = 1;\n',
    'gives its reason',
  ),
  lint(
    'a suppression of nothing',
    `${flows}/nothing.ts`,
    '// oxlint-disable-next-line no-var -- there is none\nexport const a = 1;\n',
    'Unused oxlint-disable',
  ),
  lint('a file name in capitals', `${flows}/BigName.ts`, 'export const a = 1;\n', 'filename-case'),
];
