import type { StepResult } from './tally.ts';

/** What vitest prints as a file ends, such as " ❯ |system| e2e/a.test.ts (6 tests | 1 failed | 2 skipped) 36865ms". */
export const ENDED_FILE = /^ ([✓❯×↓]) \|[a-z-]+\| (\S+) \((\d+) tests?((?: \| \d+ [a-z]+)*)\)/;

/**
 * Counts what vitest printed before it was stopped. A file that failed without a failed test counts as one failure.
 * @returns the files that ended as well; as output, what it printed of those that failed
 */
export function countPrinted(printed: string): StepResult & { readonly files: readonly string[] } {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const files: string[] = [];
  const failures: string[] = [];
  let isFailure = false;
  for (const line of printed.split('\n')) {
    const [, mark = '', file, tests, rest = ''] = ENDED_FILE.exec(line) ?? [];
    if (file !== undefined) {
      const of = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(rest)?.[1] ?? 0);
      const [failed, skipped] = [of('failed'), of('skipped') + of('todo')];
      isFailure = mark === '❯' || mark === '×';
      files.push(file);
      total.passed += Number(tests) - failed - skipped;
      total.failed += isFailure ? Math.max(failed, 1) : 0;
      total.skipped += skipped;
    } else if (!line.startsWith('  ')) isFailure = false;
    if (isFailure) failures.push(line);
  }
  return { ...total, output: failures.join('\n'), files };
}
