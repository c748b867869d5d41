import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparePictures, packPicture } from './compare.ts';

const SUFFIX = '.webp';
const MADE_WITH = 'made-with.json';

export const HOW_TO_ACCEPT = 'npm run pictures -- --update';

interface Folders {
  /** Where the pictures are kept. */
  readonly kept: string;
  /** Where differences are shown; git does not see it. */
  readonly shown: string;
}

/** The kept pictures of one application. */
export interface References {
  /** Of Chromium, when the pictures were taken; null when there are none. */
  readonly majorVersion: number | null;
  /**
   * Compares, and in an update keeps what is different.
   * @param name such as 'download-dark-360'
   * @returns one sentence when it is not as it was, else null
   */
  readonly check: (name: string, taken: Buffer) => Promise<string | null>;
  /**
   * To be called after every state was checked; an update removes the pictures that nothing was compared with.
   * @returns the names of those that are left
   */
  readonly finish: () => readonly string[];
}

/** @param updatedBy major version of the browser whose pictures are kept from now on; null compares only */
export function openReferences({ kept, shown }: Folders, updatedBy: number | null): References {
  const isUpdate = updatedBy !== null;
  const versionFile = join(kept, MADE_WITH);
  const seen = new Set<string>();
  mkdirSync(kept, { recursive: true });
  mkdirSync(shown, { recursive: true });
  const majorVersion = readVersion(versionFile);
  if (isUpdate) writeFileSync(versionFile, `{ "chromium": ${updatedBy} }\n`);

  async function check(name: string, taken: Buffer): Promise<string | null> {
    const file = join(kept, `${name}${SUFFIX}`);
    seen.add(name);
    const isKept = existsSync(file);
    if (!isKept && !isUpdate) return `${name}: no picture is kept`;
    const found = isKept ? await comparePictures(readFileSync(file), taken) : null;
    if (found?.kind === 'same') return null;
    if (found === null || isUpdate) {
      writeFileSync(file, await packPicture(taken));
      return null;
    }
    const difference = join(shown, `${name}.difference.png`);
    writeFileSync(difference, found.difference);
    writeFileSync(join(shown, `${name}.png`), taken);
    return `${name}: ${found.what}, see ${difference}`;
  }

  function finish(): readonly string[] {
    const left = readdirSync(kept)
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
      .filter((name) => !seen.has(name));
    if (!isUpdate) return left;
    for (const name of left) rmSync(join(kept, `${name}${SUFFIX}`));
    return [];
  }

  return { majorVersion, check, finish };
}

function readVersion(file: string): number | null {
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly chromium: number }).chromium;
}
