import { defineConfig } from 'vitest/config';

/** The tests of what is mutated, and no others: each mutant runs those that reach it. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'packages/policy/src/**/*.test.ts',
      'packages/checks/src/**/*.test.ts',
      'packages/device-keys/src/**/*.test.ts',
      'packages/flows/src/**/*.test.ts',
      'apps/server/src/protocols/saml/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/work-app.test.ts', '**/*.system.test.ts'],
    setupFiles: ['./tools/setup/fail-on-console.ts'],
    // Every run of every property: a mutant is to be found, not to be missed by chance.
    env: { VESTIBULE_THOROUGH: '1' },
    testTimeout: 20_000,
  },
});
