import { link, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';
import { syncFolder, writeAtomically, writeBeside } from '../system/atomic-file.ts';
import { isMissing } from '../system/system-error.ts';

/** What became of reading a file of ours. A damaged file is never taken for a missing one: keys would be lost. */
export type StateRead<Value> =
  | { readonly state: 'read'; readonly value: Value }
  | { readonly state: 'missing' }
  | { readonly state: 'damaged'; readonly detail: string };

/** Reads and parses a JSON file of the state folder. */
export async function readStateFile<Value>(path: string, schema: z.ZodMiniType<Value>): Promise<StateRead<Value>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { state: 'missing' };
    return { state: 'damaged', detail: error instanceof Error ? error.message : String(error) };
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return { state: 'read', value: parsed.data };
  } catch {
    // Not JSON: told below.
  }
  return { state: 'damaged', detail: `${path} is damaged.` };
}

/** Replaces a file of the state folder, readable by its owner only. */
export function writeStateFile(path: string, value: unknown): Promise<void> {
  return writeAtomically(path, toText(value), { mode: 0o600, folderMode: 0o700 });
}

/**
 * Creates a file of the state folder unless it is there: of several processes that try at once exactly one wins, and
 * no one ever sees half a file.
 * @returns false when another process was first
 */
export async function createStateFile(path: string, value: unknown): Promise<boolean> {
  const temporary = await writeBeside(path, toText(value), 0o600);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
    await syncFolder(dirname(path));
  }
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
