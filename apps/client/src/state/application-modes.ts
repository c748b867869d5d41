import { join } from 'node:path';
import { APPLICATION_MODES, type ApplicationMode } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readStateFile, writeStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

const modesSchema = z.object({ version: z.literal(1), modes: z.record(z.string(), z.enum(APPLICATION_MODES)) });

const pathOf = (folder: StateFolder) => join(folder.path, 'application-modes.json');

/** How much of Workplace each portal wants to run, by origin. A damaged file reads as none: nothing hangs on it. */
export async function readModes(folder: StateFolder): Promise<Readonly<Record<string, ApplicationMode>>> {
  const read = await readStateFile(pathOf(folder), modesSchema);
  return read.state === 'read' ? read.value.modes : {};
}

export async function writeMode(folder: StateFolder, origin: string, mode: ApplicationMode): Promise<void> {
  await writeStateFile(pathOf(folder), { version: 1, modes: { ...(await readModes(folder)), [origin]: mode } });
}
