import { defineConfig } from 'vitest/config';

const SECOND = 1000;
const notTests = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
const setupFiles = ['./tools/setup/fail-on-console.ts'];

/**
 * Three projects, so that each can be run alone: `unit` needs nothing but Node, `browser` starts real browsers and
 * therefore takes two of its files at a time, `system` changes the machine it runs on and is for CI and containers.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{packages,apps,tools,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...notTests, '**/*.browser.test.ts', '**/*.system.test.ts'],
          setupFiles,
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          // The default leaves one processor idle: half of a small computer.
          maxWorkers: '100%',
          // Every processor is busy: what takes a second alone may take several.
          testTimeout: 60 * SECOND,
          hookTimeout: 60 * SECOND,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.test.ts', '**/*.browser.test.ts'],
          exclude: [...notTests, '**/*.system.test.ts'],
          setupFiles,
          globalSetup: ['./e2e/support/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 120 * SECOND,
          hookTimeout: 180 * SECOND,
        },
      },
      {
        test: {
          name: 'system',
          environment: 'node',
          include: ['**/*.system.test.ts'],
          exclude: notTests,
          setupFiles,
          globalSetup: ['./e2e/support/global-setup.ts'],
          fileParallelism: false,
          testTimeout: 300 * SECOND,
          hookTimeout: 300 * SECOND,
        },
      },
    ],
  },
});
