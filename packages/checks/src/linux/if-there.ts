import type { Outcome, SystemPort } from '../system-port.ts';

/**
 * Text of a file, null where there is none. Every other failure stays one: what may not be read is not absent. Readers ask
 * here and look at no reason themselves, so that none of them can take a failure for an answer.
 */
export async function readIfThere(system: SystemPort, path: string): Promise<Outcome<string | null>> {
  const file = await system.readFile(path);
  return !file.ok && file.reason === 'missing' ? { ok: true, value: null } : file;
}

/** Names in a folder, none where there is no such folder. */
export async function listIfThere(system: SystemPort, folder: string): Promise<Outcome<readonly string[]>> {
  const names = await system.listFolder(folder);
  return !names.ok && names.reason === 'missing' ? { ok: true, value: [] } : names;
}
