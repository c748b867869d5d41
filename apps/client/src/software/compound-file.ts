import { type FileHandle, open } from 'node:fs/promises';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const STREAM = 2;
const ROOT = 5;
/** Sector numbers from here on are marks, such as the end of a chain. */
const MARKS = 0xfffffffa;
/** Of all that is read into memory at once: a table of an installer is far smaller. */
const STREAM_MAXIMUM_BYTES = 64 * 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads streams out of a compound file ([MS-CFB]), the form of a Windows Installer package.
 * @param wanted the names of the streams, as the file has them
 * @returns null: it is no such file, or one of them is not there or not whole
 */
export async function readStreams(path: string, wanted: readonly string[]): Promise<readonly Buffer[] | null> {
  const file = await open(path);
  try {
    return await readFrom(file, wanted);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, wanted: readonly string[]): Promise<readonly Buffer[] | null> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (!header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 2 ** shift;
  const sector = (number: number) => readAt(file, (number + 1) * sectorBytes, sectorBytes);
  const table = await readTable(header, sector);
  const follow = async (start: number, size: number) => {
    const parts: Buffer[] = [];
    for (const number of chain(table, start, Math.ceil(size / sectorBytes))) parts.push(await sector(number));
    return Buffer.concat(parts);
  };
  const entries = readEntries(await follow(header.readUInt32LE(48), STREAM_MAXIMUM_BYTES));
  const root = entries.find(({ type }) => type === ROOT);
  if (root === undefined) return null;
  const smallBytes = 2 ** header.readUInt16LE(32);
  const smallTable = numbersIn(await follow(header.readUInt32LE(60), header.readUInt32LE(64) * sectorBytes));
  const small = await follow(root.start, root.size);
  const streams: Buffer[] = [];
  for (const name of wanted) {
    const entry = entries.find((one) => one.type === STREAM && one.name === name);
    if (entry === undefined || entry.size > STREAM_MAXIMUM_BYTES) return null;
    const { start, size } = entry;
    const isSmall = size < header.readUInt32LE(56);
    const content = isSmall
      ? Buffer.concat(
          chain(smallTable, start, Math.ceil(size / smallBytes)).map((number) =>
            small.subarray(number * smallBytes, (number + 1) * smallBytes),
          ),
        )
      : await follow(start, size);
    if (content.length < size) return null;
    streams.push(content.subarray(0, size));
  }
  return streams;
}

/** Which sector comes after which: the list of all of them lies in sectors of its own, named in the header and beyond. */
async function readTable(header: Buffer, sector: (number: number) => Promise<Buffer>): Promise<readonly number[]> {
  const places = [...numbersIn(header.subarray(76))];
  let more = header.readUInt32LE(68);
  for (let left = header.readUInt32LE(72); left > 0 && more < MARKS; left -= 1) {
    const numbers = numbersIn(await sector(more));
    places.push(...numbers.slice(0, -1));
    more = numbers.at(-1) ?? MARKS;
  }
  const table: number[] = [];
  for (const place of places.slice(0, header.readUInt32LE(44))) {
    if (place < MARKS) for (const number of numbersIn(await sector(place))) table.push(number);
  }
  return table;
}

/** @param count how many there are at most: a chain that goes round ends there */
function chain(table: readonly number[], start: number, count: number): readonly number[] {
  const numbers: number[] = [];
  for (let number = start; number < MARKS && numbers.length < count; number = table[number] ?? MARKS) {
    numbers.push(number);
  }
  return numbers;
}

function readEntries(directory: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2);
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes),
      type: directory.readUInt8(at + 66),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

function numbersIn(bytes: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead === 0) throw new RangeError('The file ends earlier.');
  return buffer;
}
