import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORD_FOLDER_VARIABLE } from './contract-answers.ts';
import { reportCoverage } from './contract-coverage.ts';
import { stopPostgresOfRun } from './postgres.ts';
import { makeRunFolder, runFolder } from '@vestibule/testing/run-folder';

/** Before a test run: its folder, and in it one for what the servers of every test process write down. */
export async function setup(): Promise<void> {
  const answers = join(await makeRunFolder(), 'answers');
  await mkdir(answers);
  process.env[RECORD_FOLDER_VARIABLE] = answers;
}

/** After it: what was answered is compared with the contract, and nothing is left behind. */
export async function teardown(): Promise<void> {
  await reportCoverage(join(runFolder(), 'answers'));
  await stopPostgresOfRun();
  await rm(runFolder(), { recursive: true, force: true });
}
