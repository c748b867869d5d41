import { join, relative } from 'node:path';
import { createVitest, type TestCase } from 'vitest/node';

/** A named test that ran. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
  readonly isPassed: boolean;
}

export interface Wanted {
  readonly files: readonly string[];
  readonly statements: readonly string[];
  /** The first failure says it all: what has lost its page waits long for it, test by test. */
  readonly endsAtFirst: boolean;
}

/** Runs tests of the copy, again and again, without reading again what has not changed. */
export interface TestBench {
  /** The tests of these files that name one of the statements, and no other test. */
  readonly run: (wanted: Wanted) => Promise<readonly NamedTest[]>;
  /** To be told after a file was written. */
  readonly hasChanged: (file: string) => void;
  readonly close: () => Promise<void>;
}

const HANGING_MS = 30_000;

/** @param copy where the working directory is as well: tests look for files from there */
export async function openTestBench(copy: string): Promise<TestBench> {
  const vitest = await createVitest({
    root: copy,
    config: join(copy, 'vitest.config.ts'),
    watch: false,
    project: ['unit', 'pages'],
    // Nothing of one run may be left for the next.
    isolate: true,
    maxWorkers: 1,
    testTimeout: HANGING_MS,
    reporters: [{}],
  });
  return {
    async run({ files, statements, endsAtFirst }) {
      vitest.config.bail = endsAtFirst ? 1 : 0;
      vitest.setGlobalTestNamePattern(new RegExp(statements.join('|')));
      const specifications = await vitest.globTestSpecifications(files.map((file) => join(copy, file)));
      const { testModules } = await vitest.runTestSpecifications(specifications);
      // It answers what ran before as well.
      const fresh = testModules.filter(({ moduleId }) => files.includes(relative(copy, moduleId)));
      return fresh.flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => namedTest(relative(copy, module.moduleId), test)),
      );
    },
    hasChanged: (file) => vitest.invalidateFile(join(copy, file)),
    close: () => vitest.close(),
  };
}

function namedTest(file: string, test: TestCase): readonly NamedTest[] {
  const { state } = test.result();
  const title = test.fullName.replaceAll(' > ', ' › ');
  return state === 'passed' || state === 'failed' ? [{ file, title, isPassed: state === 'passed' }] : [];
}
