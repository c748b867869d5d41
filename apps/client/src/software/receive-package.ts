import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SIGNED_DOCUMENT_BYTES, type SoftwareManifest } from '@vestibule/contracts';

/**
 * What comes through the pipe: one line with the signed document as JSON, then the package and nothing else. The line is
 * read before anything is written, and no more of the rest than was signed.
 */
export interface Parcel {
  readonly document: unknown;
  /** The package, as it comes. */
  readonly rest: () => AsyncIterable<Buffer>;
}

const NEWLINE = 0x0a;

/** @returns null: there is no such line */
export async function openParcel(input: AsyncIterable<Buffer>): Promise<Parcel | null> {
  const chunks = input[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) return null;
    const end = next.value.indexOf(NEWLINE);
    const part = end === -1 ? next.value : next.value.subarray(0, end);
    size += part.length;
    if (size > SIGNED_DOCUMENT_BYTES) return null;
    read.push(part);
    if (end === -1) continue;
    const document = parse(Buffer.concat(read).toString('utf8'));
    const begun = next.value.subarray(end + 1);
    return {
      document,
      rest: async function* () {
        if (begun.length > 0) yield begun;
        for (let more = await chunks.next(); more.done !== true; more = await chunks.next()) yield more.value;
      },
    };
  }
}

/**
 * Writes the package into a new file and compares it with what was signed: what is compared is what lies there.
 * @returns whether it is whole and the very one
 */
export async function receivePackage(
  path: string,
  rest: AsyncIterable<Buffer>,
  { size, sha256 }: Pick<SoftwareManifest, 'size' | 'sha256'>,
): Promise<boolean> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let written = 0;
  try {
    for await (const chunk of rest) {
      written += chunk.length;
      if (written > size) return false;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return written === size && hash.digest('hex') === sha256;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
