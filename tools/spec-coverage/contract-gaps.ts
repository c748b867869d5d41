import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageResult } from './coverage.ts';

/** Written after the unit tests: an answer of the contract per line that no server gave in them, or gave otherwise. */
export const CONTRACT_GAPS_FILE = '.test-results/contract-gaps.txt';

/**
 * Wants every answer that the contract table declares, of every call, to be provoked by a test.
 * @param root the project's folder
 */
export function checkContractGaps(root: string): CoverageResult {
  const file = join(root, CONTRACT_GAPS_FILE);
  if (!existsSync(file)) return { ok: false, message: `${CONTRACT_GAPS_FILE} is not there: run "npm test" first.` };
  const gaps = readFileSync(file, 'utf8').trim();
  return gaps === ''
    ? { ok: true, message: 'Every answer that the contract declares was given in a test.' }
    : {
        ok: false,
        message: `No test provokes these answers, which the contract declares. Write one, or take them out of packages/contracts/src/calls:\n${gaps}`,
      };
}
