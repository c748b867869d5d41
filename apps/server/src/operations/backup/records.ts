import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import * as z from 'zod';
import { EXTENSION_FILES } from '../extension-kit/published.ts';
import { damaged } from './header.ts';

/**
 * What is inside the chunks, one after another: length of the description (u32), the description as JSON, length of the
 * body (u32), the body (raw deflate).
 */
const descriptionSchema = z.discriminatedUnion('type', [
  /** The first one. `version` made it; `migrations` are the ids of those the database had. */
  z.object({
    type: z.literal('start'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    createdAt: z.iso.datetime(),
    migrations: z.array(z.int()),
  }),
  /** Body: a file that lies next to the database. */
  z.object({ type: z.literal('file'), name: z.enum(['master.key', 'policy.yaml', ...EXTENSION_FILES]) }),
  /** What is to be filled; its rows follow. */
  z.object({ type: z.literal('table'), name: z.string(), columns: z.array(z.string()).min(1) }),
  /** Body: JSON, an array of rows; a row is an array of texts and nulls in the order of the table's columns. */
  z.object({ type: z.literal('rows'), table: z.string(), count: z.int().positive() }),
  /** Where the numbers of a serial column go on. */
  z.object({
    type: z.literal('sequence'),
    table: z.string(),
    column: z.string(),
    lastValue: z.string().regex(/^-?\d{1,19}$/),
    isCalled: z.boolean(),
  }),
  /** Body: one piece of evidence. */
  z.object({ type: z.literal('evidence'), key: z.string() }),
  /** The last one. */
  z.object({ type: z.literal('end') }),
]);
export type Description = z.infer<typeof descriptionSchema>;

export interface BackupRecord {
  readonly description: Description;
  readonly body: Buffer;
}

/** Descriptions are short; a body is one batch of rows, one of which may be large. */
const DESCRIPTION_MAXIMUM_BYTES = 1_048_576;
const BODY_MAXIMUM_BYTES = 1_073_741_824;

const deflate = promisify(deflateRaw);
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

export async function encodeRecord({ description, body }: BackupRecord): Promise<Buffer> {
  const head = Buffer.from(JSON.stringify(description));
  const packed = body.length === 0 ? body : await deflate(body);
  return Buffer.concat([lengthOf(head), head, lengthOf(packed), packed]);
}

/**
 * Reads records from the plain text of the chunks.
 * @throws BackupProblem `backup_damaged` when it is none, although every chunk was genuine
 */
export async function* decodeRecords(plain: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const source = createByteReader(plain);
  for (;;) {
    const head = await source.take(DESCRIPTION_MAXIMUM_BYTES);
    if (head === null) return;
    const packed = await source.take(BODY_MAXIMUM_BYTES);
    if (packed === null) throw damaged();
    yield { description: parseDescription(head), body: packed.length === 0 ? packed : await unpack(packed) };
  }
}

function parseDescription(head: Buffer): Description {
  try {
    return descriptionSchema.parse(JSON.parse(head.toString('utf8')));
  } catch {
    throw damaged();
  }
}

async function unpack(packed: Buffer): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: BODY_MAXIMUM_BYTES });
  } catch {
    throw damaged();
  }
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** Takes byte strings with their length in front from a stream of pieces of any size. */
function createByteReader(plain: AsyncIterable<Buffer>) {
  const pieces = plain[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;

  async function fill(wanted: number): Promise<boolean> {
    while (heldBytes < wanted) {
      const next = await pieces.next();
      if (next.done === true) return false;
      held.push(next.value);
      heldBytes += next.value.length;
    }
    return true;
  }

  function cut(count: number): Buffer {
    const all = Buffer.concat(held);
    held = [all.subarray(count)];
    heldBytes -= count;
    return all.subarray(0, count);
  }

  return {
    /** @returns null at the end */
    async take(maximum: number): Promise<Buffer | null> {
      if (!(await fill(4))) {
        if (heldBytes > 0) throw damaged();
        return null;
      }
      const length = cut(4).readUInt32BE();
      if (length > maximum || !(await fill(length))) throw damaged();
      return cut(length);
    },
  };
}
