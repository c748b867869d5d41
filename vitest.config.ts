import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SECOND = 1000;
const notTests = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.stryker/**'];
const SLOW = '**/*.slow.test.ts';
const JOURNEYS = '**/*.journey.test.ts';
const DATABASES = '**/*.databases.test.ts';
const setupFiles = ['./tools/setup/fail-on-console.ts'];

/** What runs in a simulated page. */
const PAGES = '{apps/{portal,accounts,console,extension},packages/{ui,web-shell}}/**/*.test.{ts,tsx}';
const unit = {
  setupFiles,
  // A test waits a third of its time, for a database, a program or a clock; the default would leave a processor idle too.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Every processor is busy: what takes a second alone may take several.
  testTimeout: 120 * SECOND,
  hookTimeout: 180 * SECOND,
  expect: { poll: { timeout: 15 * SECOND } },
  unstubGlobals: true,
  restoreMocks: true,
};

const browser = {
  setupFiles,
  globalSetup: ['./e2e/support/global-setup.ts'],
  // A journey waits a third of its time: for the specification's seconds, for polls, for a worker to be ended.
  maxWorkers: 3,
  // What takes one minute on a quiet machine took three on a busy one.
  testTimeout: 300 * SECOND,
  hookTimeout: 300 * SECOND,
  expect: { poll: { timeout: 15 * SECOND } },
};

const system = {
  setupFiles,
  globalSetup: ['./e2e/support/global-setup.ts'],
  testTimeout: 300 * SECOND,
  hookTimeout: 300 * SECOND,
  expect: { poll: { timeout: 15 * SECOND } },
};
/** What installs on this machine itself, or measures seconds. */
const ALONE = 'e2e/{cluster,firewall,packages,reader,update}.system.test.ts';

/** A first run knows no times, and would begin with the largest file: the longest one would be left alone at the end. */
const LONGEST = [
  ...['states/states.system', 'e2e/containers.system'],
  ...['journeys/screens', 'journeys/windows', 'journeys/extension', 'journeys/without-tls', 'journeys/sign-in'],
  'browser/worker-life.browser',
].map((name) => `/${name}.test.ts`);
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's, but what vitest does by itself
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...new Set([...first, ...sorted])];
  }
}

/**
 * Eight projects, so that each can be run alone: `unit` and `pages` need nothing but Node, `browser` starts real browsers and
 * therefore takes three of its files at a time; `slow` is like `unit`, and `journeys` like `browser`, and both take the
 * minutes that `npm test` has not; `embedded` runs again what has to hold on both databases, which `unit` runs on
 * PostgreSQL; `system` boots machines in namespaces of their own, two of its files at a time, and then `system-alone`
 * changes the one it runs on, one file at a time: both are for CI and containers.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{packages,apps,tools,scripts}/**/*.test.ts'],
          exclude: [...notTests, PAGES, SLOW, JOURNEYS, '**/*.browser.test.ts', '**/*.system.test.ts'],
          // Loading the server takes longer than most of its tests: the files of a worker share what is loaded.
          isolate: false,
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          ...unit,
        },
      },
      {
        test: {
          name: 'pages',
          environment: 'node',
          include: [PAGES],
          exclude: [...notTests, JOURNEYS, '**/*.browser.test.ts', '**/*.system.test.ts'],
          isolate: false,
          ...unit,
          setupFiles: [...setupFiles, './tools/setup/fresh-page.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.test.ts', '**/*.browser.test.ts'],
          exclude: [...notTests, JOURNEYS, '**/*.system.test.ts'],
          ...browser,
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: [JOURNEYS],
          exclude: notTests,
          ...browser,
        },
      },
      {
        test: {
          name: 'slow',
          environment: 'node',
          include: [SLOW],
          exclude: notTests,
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          ...unit,
        },
      },
      {
        test: {
          name: 'embedded',
          environment: 'node',
          include: [DATABASES],
          exclude: notTests,
          env: { VESTIBULE_TEST_DATABASE: 'embedded' },
          isolate: false,
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          ...unit,
        },
      },
      {
        test: {
          name: 'system',
          environment: 'node',
          include: ['**/*.system.test.ts'],
          exclude: [...notTests, ALONE],
          // They wait for packages, starts and stops, and leave half of the processors idle.
          maxWorkers: 2,
          ...system,
        },
      },
      {
        test: {
          name: 'system-alone',
          environment: 'node',
          include: [ALONE],
          exclude: notTests,
          fileParallelism: false,
          ...system,
        },
      },
    ],
  },
});
