import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { isMissing } from '../system/system-error.ts';
import { logPath } from './log.ts';
import type { StateFolder } from './state-folder.ts';

const lineSchema = z.catchall(
  z.object({ time: z.iso.datetime(), process: z.int(), event: z.string() }),
  z.union([z.string(), z.number(), z.boolean()]),
);
export type LogLine = z.infer<typeof lineSchema>;

/** Reads the newest lines, oldest first. A line that was cut by a crash is left out. */
export async function readLog(folder: StateFolder, count: number): Promise<readonly LogLine[]> {
  const texts = await Promise.all([`${logPath(folder)}.1`, logPath(folder)].map(readOrNothing));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap(parseLine)
    .slice(-count);
}

async function readOrNothing(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function parseLine(line: string): readonly LogLine[] {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
