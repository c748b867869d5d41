import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const statusSchema = z.object({
  directoryUrl: z.string(),
  /** Why nothing is heard at the port where authorities ask. */
  deaf: z.string().nullable(),
  names: z.array(
    z.object({
      hostname: z.string(),
      /** The end of the certificate; null: there is none yet. */
      until: z.iso.datetime().nullable(),
      /** When it is ordered next. */
      nextAt: z.iso.datetime().nullable(),
      failure: z.object({ problem: z.string(), next: z.string() }).nullable(),
    }),
  ),
});

/** How certificates stand: without keys, for `vestibule doctor`, which asks also when no server runs. */
export type AcmeStatus = z.infer<typeof statusSchema>;

const pathIn = (dataFolder: string) => join(dataFolder, 'certificates.json');

export async function writeAcmeStatus(dataFolder: string, status: AcmeStatus): Promise<void> {
  const draft = `${pathIn(dataFolder)}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(status, null, 2), { mode: 0o600 });
  await rename(draft, pathIn(dataFolder));
}

/** @returns null when no server has written it yet */
export async function readAcmeStatus(dataFolder: string): Promise<AcmeStatus | null> {
  try {
    return statusSchema.parse(JSON.parse(await readFile(pathIn(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}
