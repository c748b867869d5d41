import { rm } from 'node:fs/promises';
import { makeRunFolder, runFolder } from '@vestibule/testing/run-folder';

/** Before the journeys: a folder for what they share. */
export async function setup(): Promise<void> {
  await makeRunFolder();
}

export async function teardown(): Promise<void> {
  await rm(runFolder(), { recursive: true, force: true });
}
