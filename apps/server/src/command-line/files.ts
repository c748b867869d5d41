import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { misuse } from './failure.ts';

/** @param file a path, or - for what is piped in */
export async function readTextFile(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
}

export async function readJsonFile(file: string): Promise<unknown> {
  const content = await readTextFile(file);
  try {
    return JSON.parse(content);
  } catch (error) {
    throw misuse(`${file} holds no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A group of named values: what records and settings are. */
export async function readRecordFile(file: string): Promise<Record<string, unknown>> {
  const value = await readJsonFile(file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw misuse(`${file} has to hold one group of values: {"name": "value"}`);
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
