import { dirname, join } from 'node:path';
import { UPDATE_CHANNELS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import { writeAtomically } from '../system/atomic-file.ts';
import { type Program, VERSIONS_FOLDER } from '../system/program.ts';

/** Where an installation keeps its updates. The launcher's folder itself, and what came with the package, never change. */
export interface UpdateLayout {
  readonly launcher: string;
  /** Folder of the version that runs now. */
  readonly running: string;
  readonly versions: string;
  /** Names the version to start; the one that came with the package, where there is no such file. */
  readonly pointer: string;
  readonly lock: string;
  readonly memory: string;
}

/** @returns null for a client that runs from its sources: there is nothing to update */
export function updateLayout({ code, launcher }: Program): UpdateLayout | null {
  if (launcher === null) return null;
  const home = dirname(launcher);
  const versions = join(home, VERSIONS_FOLDER);
  return {
    launcher,
    running: dirname(code),
    versions,
    pointer: join(home, 'current'),
    lock: join(versions, 'lock.json'),
    memory: join(versions, 'memory.json'),
  };
}

const memorySchema = z.object({
  version: z.literal(1),
  /** By channel, when the newest manifest that was ever believed here was issued: an older one is a replay. */
  issuedAt: z.partialRecord(z.enum(UPDATE_CHANNELS), z.iso.datetime()),
  /** Versions that did not start here. */
  failed: z.array(z.string()).check(z.maxLength(100)),
  /** The version in use of which browsers were not told yet, because the update ended before that. */
  untold: z.optional(z.string()),
});
export type UpdateMemory = z.infer<typeof memorySchema>;

const NOTHING: UpdateMemory = { version: 1, issuedAt: {}, failed: [] };

/** A damaged file remembers nothing: then only a version that is newer than the one that runs is taken, as always. */
export async function readUpdateMemory({ memory }: UpdateLayout): Promise<UpdateMemory> {
  const read = await readStateFile(memory, memorySchema);
  return read.state === 'read' ? read.value : NOTHING;
}

export function writeUpdateMemory({ memory }: UpdateLayout, value: UpdateMemory): Promise<void> {
  return writeStateFile(memory, value);
}

/** One step, down to the disk: every start finds the old version or the new one. */
export function pointTo({ pointer }: UpdateLayout, version: string): Promise<void> {
  return writeAtomically(pointer, `${version}\n`);
}
