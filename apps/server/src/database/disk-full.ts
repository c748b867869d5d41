import { readdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** There is no room left for the embedded database. */
export class DiskFullError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DiskFullError';
  }
}

const MEGABYTE = 1_000_000;
/** A new one takes 42 MB with its schema; PostgreSQL adds 17 MB to its log at once. */
const NEW_DATABASE_BYTES = 64 * MEGABYTE;
/** With less, what an embedded database says when it fails is believed to come of that. */
const LITTLE_BYTES = 17 * MEGABYTE;
/** What the operating system, and PostgreSQL (SQLSTATE `disk_full`), say. */
const CODES = ['ENOSPC', 'EDQUOT', '53100'];
/** PGlite throws objects that are no errors, with the numbers of WASI: ENOSPC and EDQUOT. */
const NUMBERS = [51, 19];
/** An error that goes round in itself, or a chain that no one reads to its end. */
const DEEPEST = 5;

/** Whether something thrown says, itself or as its cause, that a disk is full. */
export function isDiskFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false;
  if (error instanceof DiskFullError) return true;
  if ('code' in error && typeof error.code === 'string' && CODES.includes(error.code)) return true;
  if (isOfEmbedded(error)) return NUMBERS.includes(error.errno);
  return 'cause' in error && isDiskFull(error.cause, depth + 1);
}

/**
 * What the embedded database threw, as an error that can be told to someone.
 * @param folder of the database
 */
export function errorOfEmbedded(error: unknown, folder: string): unknown {
  if (error instanceof DiskFullError) return error;
  if (isDiskFull(error)) {
    const advice = 'Make room there, or name a data folder on another disk, and do this again.';
    return new DiskFullError(`The disk is full where ${folder} lies. ${advice}`, error);
  }
  if (!isOfEmbedded(error)) return error;
  return new Error(`The embedded database in ${folder} could not be read or written (${error.name} ${error.errno}).`);
}

/** Why a database that is there could not be opened: PGlite does not say it when the disk is full. */
export async function whyNotOpened(folder: string, error: unknown): Promise<unknown> {
  const explained = errorOfEmbedded(error, folder);
  const free = await freeBytes(folder).catch(() => null);
  if (explained instanceof DiskFullError || free === null || free >= LITTLE_BYTES) return explained;
  return new DiskFullError(
    `The embedded database in ${folder} could not be opened, and the disk is full there: ${Math.floor(free / MEGABYTE)} MB are free. Make room, and do this again.`,
    error,
  );
}

/**
 * Asks for the room of a new database before it is begun: half of one would be of no use.
 * @throws DiskFullError
 */
export async function demandRoom(
  folder: string,
  measure: (path: string) => Promise<number> = freeBytes,
): Promise<void> {
  const free = await measure(await nearest(folder)).catch(() => null);
  if (free === null || free >= NEW_DATABASE_BYTES) return;
  const [wanted, left] = [NEW_DATABASE_BYTES, free].map((bytes) => Math.floor(bytes / MEGABYTE));
  throw new DiskFullError(
    `The disk is full where ${folder} would lie: a new database needs ${wanted} MB, and ${left} MB are free. Make room there, or name a data folder on another disk, and do this again.`,
  );
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** The folder itself, or the nearest above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await readdir(folder).then(
    () => true,
    () => dirname(folder) === folder,
  );
  return isThere ? folder : nearest(dirname(folder));
}

/** What PGlite throws of its own files is an object, and no error. */
export function isOfEmbedded(error: unknown): error is { readonly name: string; readonly errno: number } {
  if (typeof error !== 'object' || error === null || error instanceof Error) return false;
  return 'name' in error && error.name === 'ErrnoError' && 'errno' in error && typeof error.errno === 'number';
}
