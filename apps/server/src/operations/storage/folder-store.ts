import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EvidenceKey, parseEvidenceKey } from './evidence-key.ts';
import { EVIDENCE_MAXIMUM_BYTES, type EvidenceStore, failStore, type StoreFailure } from './evidence-store.ts';

const PAGE_KEYS = 1000;
/** Inside the folder, so that a rename moves within one file system; never listed. */
const DRAFTS = '.drafts';

/**
 * Evidence in a folder of this computer. Files appear whole, by a rename after their bytes reached the disk, and only
 * the server's own account can read them. Links are not followed.
 * @param folder absolute path; made when first needed
 */
export function createFolderStore(folder: string): EvidenceStore {
  const findOrMakePlace = createPlaceMaker(folder);
  return {
    directUpload: null,

    put: (key, bytes) =>
      attempt(folder, async () => {
        if (bytes.byteLength > EVIDENCE_MAXIMUM_BYTES) return tooLarge();
        const place = await findOrMakePlace(key);
        if (place === null) return notAFolder(folder);
        const draft = await makeDraft(folder, bytes);
        try {
          await rename(draft, place);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        return { ok: true };
      }),

    get: (key) =>
      attempt(folder, async () => {
        const place = await findPlace(folder, key);
        if (place === null) return notFound();
        const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
        try {
          const { size } = await file.stat();
          if (size > EVIDENCE_MAXIMUM_BYTES) return tooLarge();
          return { ok: true, bytes: await file.readFile() };
        } finally {
          await file.close();
        }
      }),

    delete: (key) =>
      attempt(folder, async () => {
        const place = await findPlace(folder, key);
        if (place !== null) await rm(place, { force: true });
        return { ok: true };
      }),

    list: (prefix, cursor) =>
      attempt(folder, async () => {
        const keys: EvidenceKey[] = [];
        for await (const key of walk(folder, '', prefix, cursor ?? '')) {
          keys.push(key);
          if (keys.length === PAGE_KEYS) return { ok: true, keys, cursor: key };
        }
        return { ok: true, keys, cursor: null };
      }),
  };
}

/** Every key below a folder that begins with the prefix and comes after the cursor, in ascending order. */
async function* walk(folder: string, path: string, prefix: string, after: string): AsyncGenerator<EvidenceKey> {
  for (const entry of await readSorted(join(folder, path))) {
    const inner = `${path}${entry.name}`;
    if (entry.isDirectory()) {
      const below = `${inner}/`;
      const isWanted = below.startsWith(prefix) || prefix.startsWith(below);
      const isPast = below < after.slice(0, below.length);
      if (isWanted && !isPast) yield* walk(folder, below, prefix, after);
    } else if (entry.isFile() && inner.startsWith(prefix) && inner > after) {
      const key = parseEvidenceKey(inner);
      if (key !== null) yield key;
    }
  }
}

async function readSorted(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * Finds the folder of a key, or makes it. That it is there already, and no link on the way to it, is one question to the file
 * system: each report of a day but the first asks no more.
 */
function createPlaceMaker(folder: string): (key: EvidenceKey) => Promise<string | null> {
  /** Where the store's own folder really is, links of the administrator's followed. */
  let real: string | null = null;
  return async (key) => {
    const inner = dirname(key);
    const found = real === null ? null : await realpath(join(folder, inner)).catch(() => null);
    if (found !== null && real !== null && found === join(real, inner)) return join(folder, key);
    const place = await makePlace(folder, key);
    real = place === null ? null : await realpath(folder);
    return place;
  };
}

/** Makes the folders of a key. @returns where its file belongs, or null when something else is in the way */
async function makePlace(folder: string, key: EvidenceKey): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const step of stepsTo(folder, key)) {
    await mkdir(step, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    if (!(await isRealFolder(step))) return null;
  }
  return join(folder, key);
}

/** @returns where the file of a key is, or null when it cannot be there */
async function findPlace(folder: string, key: EvidenceKey): Promise<string | null> {
  for (const step of stepsTo(folder, key)) if (!(await isRealFolder(step))) return null;
  return join(folder, key);
}

/** The folders from the store's own down to the key's, outermost first. */
function stepsTo(folder: string, key: EvidenceKey): string[] {
  // The type says so already; a second look costs nothing where a wrong key would be a path of someone's choice.
  if (parseEvidenceKey(key) === null) throw new Error('That is not the name of evidence.');
  const names = dirname(key).split('/');
  return names.map((_, index) => join(folder, ...names.slice(0, index + 1)));
}

async function isRealFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });
  return found?.isDirectory() === true;
}

async function makeDraft(folder: string, bytes: Uint8Array): Promise<string> {
  const draft = join(folder, DRAFTS, randomUUID());
  const file = await open(draft, 'wx', 0o600).catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(join(folder, DRAFTS), { recursive: true, mode: 0o700 });
    return open(draft, 'wx', 0o600);
  });
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

/** Turns what the file system says into a failure with a sentence; anything that is not of the file system is a bug. */
async function attempt<Answer>(folder: string, work: () => Promise<Answer>): Promise<Answer | StoreFailure> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    switch (code) {
      case 'ENOENT':
      case 'ELOOP':
        return notFound();
      case 'ENOSPC':
      case 'EDQUOT':
        return failStore('store_full', `There is no room left for evidence in ${folder}. Make room or prune.`);
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
      case 'ENOTDIR':
      case 'EEXIST':
        return failStore('store_refused', `Evidence cannot be kept in ${folder} (${code}). Check who owns the folder.`);
      default:
        return failStore('store_unreachable', `The folder ${folder} does not answer (${code}).`);
    }
  }
}

/** The code of an error of the operating system; undefined for every other error. */
function codeOf(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem && typeof error.code === 'string' ? error.code : undefined;
}

function notFound(): StoreFailure {
  return failStore('not_found', 'There is no such evidence.');
}

function tooLarge(): StoreFailure {
  return failStore('too_large', `Evidence has ${EVIDENCE_MAXIMUM_BYTES} bytes at most.`);
}

function notAFolder(folder: string): StoreFailure {
  return failStore('store_refused', `Something below ${folder} is a link or a file where a folder belongs. Remove it.`);
}
