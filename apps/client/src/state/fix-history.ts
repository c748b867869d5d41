import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIX_ACTION_TYPES } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { writeAtomically } from '../system/atomic-file.ts';
import { isMissing } from '../system/system-error.ts';
import { prepareStateFolder, type StateFolder } from './state-folder.ts';

/** Fixes that are kept; older ones are forgotten. */
const KEPT = 50;
/** Lines after which the file is shortened: a fix has two. */
const MAXIMUM_LINES = 200;

const rememberedFixSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  check: z.enum(FIX_ACTION_TYPES),
  /** `changed`: made, and this process ended before it could read the check again. */
  outcome: z.enum(['changed', 'fixed', 'not-fixed']),
  /** How to take the change back, in one sentence; absent when the change could not be made. */
  undo: z.optional(z.string()),
});
export type RememberedFix = z.infer<typeof rememberedFixSchema>;

export const fixHistoryPath = (folder: StateFolder) => join(folder.path, 'fixes.jsonl');

/**
 * Writes fixes down: one line each, at the end of the file, so that several processes at once lose nothing (but for a
 * line that meets the very moment of shortening). A later line with the same id replaces an earlier one.
 */
export async function rememberFixes(folder: StateFolder, fixes: readonly RememberedFix[]): Promise<void> {
  if (fixes.length === 0) return;
  await prepareStateFolder(folder);
  const path = fixHistoryPath(folder);
  // Each line begins with its line break: half a line that a power cut left behind then spoils no other.
  const lines = fixes.map((fix) => `\n${JSON.stringify(fix)}`).join('');
  await appendFile(path, lines, { mode: 0o600, flush: true });
  if ((await readLines(path)).length <= MAXIMUM_LINES) return;
  const kept = (await latestFixes(folder)).toReversed();
  await writeAtomically(path, kept.map((fix) => `\n${JSON.stringify(fix)}`).join(''), { mode: 0o600 });
}

/** @returns the newest 50, newest first */
export async function latestFixes(folder: StateFolder): Promise<readonly RememberedFix[]> {
  const fixes = new Map<string, RememberedFix>();
  for (const line of await readLines(fixHistoryPath(folder))) {
    const fix = parseLine(line);
    if (fix !== null) fixes.set(fix.id, fix);
  }
  return [...fixes.values()].slice(-KEPT).toReversed();
}

async function readLines(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseLine(line: string): RememberedFix | null {
  try {
    return rememberedFixSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
