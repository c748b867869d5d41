import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { VitestReport } from '../spec-coverage/read-results.ts';

/** A named test that ran. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
  readonly isPassed: boolean;
}

const MOST_MS = 600_000;
const REPORT = '.planted-report.json';
const HANGING_MS = '15000';

export interface Wanted {
  readonly files: readonly string[];
  readonly statements: readonly string[];
  /** The first failure says it all: what has lost its page waits long for it, test by test. */
  readonly endsAtFirst: boolean;
}

/** Runs the tests of these files that name one of the statements, and no other test. */
export function runNamedTests(copy: string, { files, statements, endsAtFirst }: Wanted): readonly NamedTest[] {
  rmSync(join(copy, REPORT), { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files, '-t', statements.join('|')];
  const output = ['--reporter=json', `--outputFile=${REPORT}`, `--testTimeout=${HANGING_MS}`];
  const bail = endsAtFirst ? ['--bail=1'] : [];
  const projects = ['unit', 'pages'].flatMap((name) => ['--project', name]);
  spawnSync(process.execPath, [...vitest, ...projects, ...output, ...bail], {
    cwd: copy,
    stdio: 'ignore',
    timeout: MOST_MS,
  });
  return readReport(copy).filter(({ title }) => statements.some((statement) => title.includes(statement)));
}

function readReport(copy: string): readonly NamedTest[] {
  try {
    const { testResults } = JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as VitestReport;
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ ancestorTitles, title, status }) => ({
          file: relative(copy, name),
          title: [...ancestorTitles, title].join(' › '),
          isPassed: status === 'passed',
        })),
    );
  } catch {
    // No test began: that the change breaks the file proves nothing of the statement.
    return [];
  }
}
