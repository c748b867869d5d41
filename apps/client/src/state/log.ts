import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateFolder } from './state-folder.ts';

const MAXIMUM_BYTES = 1024 * 1024;

/** What may be logged: names, codes and durations. Tokens, grants, permits and reports have no place here. */
export interface LogEntry {
  readonly event: string;
  readonly [detail: string]: string | number | boolean | undefined;
}

export interface Log {
  readonly write: (entry: LogEntry) => void;
}

export const logPath = (folder: StateFolder): string => join(folder.path, 'workplace.log');

/** One JSON object a line, in order. A log that cannot be written never stops the client. */
export function openLog(folder: StateFolder, now: () => Date): Log {
  const path = logPath(folder);
  let last = Promise.resolve();
  return {
    write: (entry) => {
      const line = `${JSON.stringify({ time: now().toISOString(), process: process.pid, ...entry })}\n`;
      last = last.then(() => append(path, line)).catch(() => undefined);
    },
  };
}

async function append(path: string, line: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAXIMUM_BYTES) await rename(path, `${path}.1`);
  await appendFile(path, line, { mode: 0o600 });
}
