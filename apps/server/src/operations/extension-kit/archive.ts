import { type Zippable, zipSync } from 'fflate';

/** A file of the extension: its path with slashes, and what is in it. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** One moment for all, so that the same files give the same bytes. Zip knows local time only: these are its digits. */
const MADE_AT = new Date(2026, 0, 1);

export function zipFiles(files: Files): Uint8Array {
  const entries: Zippable = {};
  for (const [path, content] of [...files].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    entries[path] = content;
  }
  return zipSync(entries, { level: 9, mtime: MADE_AT });
}
