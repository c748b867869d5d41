import { expect, test } from 'vitest';
import { countPrinted } from './printed.ts';

const PASSED = ' ✓ |system| e2e/linux.system.test.ts (34 tests) 498936ms';
const FAILED = ' ❯ |system-alone| e2e/update.system.test.ts (6 tests | 1 failed | 2 skipped | 1 todo) 36865ms';

test('counts the tests of the files that ended', () => {
  expect(countPrinted([' RUN  v5.1.1 /vestibule', '', PASSED, '   ✓ begins 12034ms', FAILED, ''].join('\n'))).toEqual({
    passed: 34 + 2,
    failed: 1,
    skipped: 3,
    output: FAILED,
    files: ['e2e/linux.system.test.ts', 'e2e/update.system.test.ts'],
  });
});

test('keeps of a file that failed what stands below it', () => {
  const below = [
    '   ❯ group (4)',
    '     × refuses 32ms',
    '     Error: refused',
    '      at e2e/update.system.test.ts:8:39',
  ];
  expect(countPrinted([FAILED, ...below, 'Progress: booted', '   later', PASSED].join('\n')).output).toBe(
    [FAILED, ...below].join('\n'),
  );
});

test.each([
  ['broke before its first test', ' ❯ |unit| a.test.ts (0 test)', { passed: 0, failed: 1, skipped: 0 }],
  ['failed after its tests', ' ❯ |unit| a.test.ts (1 test) 22ms', { passed: 1, failed: 1, skipped: 0 }],
  ['skipped all', ' ↓ |unit| a.test.ts (2 tests | 2 skipped)', { passed: 0, failed: 0, skipped: 2 }],
])('a file that %s', (_what, line, tally) => {
  expect(countPrinted(line)).toMatchObject({ ...tally, files: ['a.test.ts'] });
});

test.each([' ❯ e2e/update.system.test.ts:8:39', ' ✓ printed.test.ts (3 tests)'])('takes for no file: %s', (line) => {
  expect(countPrinted(line)).toMatchObject({ passed: 0, failed: 0, files: [] });
});
