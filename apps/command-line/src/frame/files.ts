import { isUtf8 } from 'node:buffer';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { buffer, text } from 'node:stream/consumers';
import { isUtf16 } from '@vestibule/contracts';
import { misuse } from './failure.ts';
import { refuseTooDeep } from './json-depth.ts';

/**
 * @param file a path, or - for what is piped in
 * @param nameOfUtf8 what the program that such files come from calls UTF-8
 */
export async function readTextFile(file: string, nameOfUtf8?: string, maximumBytes?: number): Promise<string> {
  if (file === '-') return decode(await buffer(process.stdin), 'What was piped in', nameOfUtf8);
  const size = maximumBytes === undefined ? 0 : ((await stat(file).catch(() => null))?.size ?? 0);
  if (maximumBytes !== undefined && size > maximumBytes) {
    throw misuse(`${file} has ${size} bytes. Such a file has ${maximumBytes} at most: it is another one, or damaged.`);
  }
  const content = await readFile(file).catch((error: unknown) => {
    if (isAddress(file))
      throw misuse(`${file} is an address, and this takes a file: save what is there, and name that.`);
    throw misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return decode(content, file, nameOfUtf8);
}

/** Whether someone gave an address where a file is asked for. */
export function isAddress(file: string): boolean {
  return /^https?:\/\//i.test(file);
}

/** Letters of another encoding would become other people's logins. */
function decode(content: Buffer, name: string, nameOfUtf8: string | undefined): string {
  if (isUtf8(content)) return content.toString('utf8');
  const help = `Save it as UTF-8${nameOfUtf8 === undefined ? '' : `; ${nameOfUtf8}`}.`;
  if (isUtf16(content)) throw misuse(`${name} is in UTF-16. ${help}`);
  let line = 1;
  for (let start = 0; start < content.length; line += 1) {
    const end = content.indexOf(0x0a, start);
    const next = end === -1 ? content.length : end + 1;
    if (!isUtf8(content.subarray(start, next))) break;
    start = next;
  }
  throw misuse(`${name} is not UTF-8, line ${line}. ${help}`);
}

/** @param maximumBytes larger ones are not read at all */
export async function readJsonFile(file: string, maximumBytes?: number): Promise<unknown> {
  const content = await readTextFile(file, undefined, maximumBytes);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw misuse(`${file} holds no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  refuseTooDeep(value, file);
  return value;
}

/** A group of named values: what records and settings are. */
export async function readRecordFile(file: string): Promise<Record<string, unknown>> {
  const value = await readJsonFile(file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw misuse(`${file} has to hold one group of values: {"name": "value"}`);
}

/**
 * Reads a secret: on the command line it would stand in the shell's history and in the list of processes.
 * @param file one that no one else can read, or - for what is piped in
 */
export async function readSecretFile(
  file: string,
  what: 'token' | 'passphrase' | 'password' | 'database',
): Promise<string> {
  if (file === '-') return (await text(process.stdin)).trim();
  const secret = await readFile(file, 'utf8').catch((error: unknown) => {
    throw misuse(`The ${what} file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    throw misuse(`Others on this computer can read ${file}. Keep it to yourself: chmod 600 ${file}`);
  }
  return secret.trim();
}

/** Writes a new file that only its owner can read; one that is there already is left alone. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw misuse(
      isThere
        ? `${file} is there already. Name another file, or delete that one first.`
        : `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}
