import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { zipOfCrx3 } from './crx3.ts';
import { readOrigins } from './fill-template.ts';
import { publishedFolder, publishedOrigin } from './published.ts';

/**
 * The portals that the package answers which is handed out now, and which browsers have therefore: the gate's own first.
 * @returns none where nothing is handed out
 * @throws Error when the package is damaged, for no one knows then what it answers
 */
export async function readAnswered(dataFolder: string): Promise<readonly string[]> {
  const path = join(publishedFolder(dataFolder), 'workplace.crx');
  const content = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  const own = content === null ? null : await publishedOrigin(dataFolder);
  if (content === null || own === null) return [];
  const origins = readScripts(content)
    .map((script) => readOrigins(script, own))
    .find((found) => found !== null);
  if (origins === undefined) {
    throw new Error(
      `${path} does not say which portals it answers: it is damaged. Delete it, and name every portal with --portal.`,
    );
  }
  return origins;
}

function readScripts(crx: Buffer): string[] {
  try {
    const entries = unzipSync(zipOfCrx3(crx), { filter: ({ name }) => name.endsWith('.js') });
    return Object.values(entries).map((content) => Buffer.from(content).toString('utf8'));
  } catch {
    return [];
  }
}

/** Why an extension that is handed out is missing on the pages of a portal, and the command that makes one for it too. */
export interface NotAnswered {
  readonly why: string;
  readonly next: string;
}

/** @returns null where it answers that portal, or where none is handed out */
export async function whyNotAnswered(dataFolder: string, portal: string): Promise<NotAnswered | null> {
  const answered = await readAnswered(dataFolder).catch(() => null);
  if (answered === null) {
    return {
      why: 'The browser extension that is handed out is damaged, so it is not known which pages it answers.',
      next: `Delete ${join(publishedFolder(dataFolder), 'workplace.crx')}, and make it again with every portal: vestibule extension --out FOLDER --portal ${portal}`,
    };
  }
  if (answered.length === 0 || answered.includes(portal)) return null;
  return {
    why: `The browser extension that was made does not answer the pages of ${portal}: there, everybody reads that it is missing, also who has it.`,
    next: `Make it again, for this portal too: vestibule extension --out FOLDER --portal ${portal}. Browsers that a policy sends to the gate take it by themselves; a store needs the new package.`,
  };
}

/** What a new package answers, and what it does not any more. */
export interface Answering {
  readonly origins: readonly [string, ...string[]];
  readonly gone: readonly string[];
}

/**
 * What was answered before goes on being answered, for browsers take a new package by themselves, and the people of a
 * portal that is left out lose the extension. The address that the gate itself had before it moved goes.
 * @param own the gate's address
 * @param before as `readAnswered` gives it
 * @param further portals that are added
 * @param without portals that are taken out
 */
export function planAnswering(
  own: string,
  before: readonly string[],
  { further, without }: { readonly further: readonly string[]; readonly without: readonly string[] },
): Answering {
  const others = new Set(
    [...before.slice(1), ...further].filter((origin) => origin !== own && !without.includes(origin)),
  );
  const origins = [own, ...others] as const;
  return { origins: [...origins], gone: before.filter((origin) => origin !== own && !others.has(origin)) };
}
