import { readStreams } from './compound-file.ts';

/** What a Windows Installer package says of itself. */
interface MsiProperties {
  /** Without braces, in small letters, as manifests write them. */
  readonly productCode: string;
  readonly upgradeCode: string;
  readonly version: string;
  readonly manufacturer: string;
}

/** The letters that names of tables are packed from, two in one. */
const PACKED = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._';
const TABLE_MARK = '\u4840';
const UTF_8 = 65_001;

/**
 * Reads the table `Property` of a package. Nothing of it is run, and no program of the system is asked.
 * @returns null: it is no such package, or says less of itself
 */
export async function readMsiProperties(path: string): Promise<MsiProperties | null> {
  const streams = await readStreams(path, ['_StringPool', '_StringData', 'Property'].map(packedName));
  const [pool, data, table] = streams ?? [];
  if (pool === undefined || data === undefined || table === undefined || pool.length < 4) return null;
  const strings = readStrings(pool, data);
  const wide = (pool.readUInt16LE(2) & 0x8000) === 0 ? 2 : 3;
  const rows = Math.floor(table.length / (2 * wide));
  const cell = (column: number, row: number) => strings[table.readUIntLE((column * rows + row) * wide, wide)] ?? '';
  const found = new Map(Array.from({ length: rows }, (_, row) => [cell(0, row), cell(1, row)] as const));
  const productCode = guidIn(found.get('ProductCode'));
  const upgradeCode = guidIn(found.get('UpgradeCode'));
  const version = found.get('ProductVersion');
  const manufacturer = found.get('Manufacturer');
  if (productCode === null || upgradeCode === null || version === undefined || manufacturer === undefined) return null;
  return { productCode, upgradeCode, version, manufacturer };
}

function packedName(table: string): string {
  const letters = Array.from(table, (letter) => PACKED.indexOf(letter));
  let name = TABLE_MARK;
  for (let at = 0; at < letters.length; at += 2) {
    const [first = 0, second] = letters.slice(at, at + 2);
    name += String.fromCharCode(second === undefined ? 0x4800 + first : 0x3800 + first + (second << 6));
  }
  return name;
}

/** By their numbers. A length of zero with a use belongs to a long one: its upper half stands there. */
function readStrings(pool: Buffer, data: Buffer): readonly string[] {
  const encoding = pool.readUInt16LE(0) === UTF_8 ? 'utf8' : 'latin1';
  const strings = [''];
  let offset = 0;
  for (let at = 4; at + 4 <= pool.length; at += 4) {
    let length = pool.readUInt16LE(at);
    const uses = pool.readUInt16LE(at + 2);
    if (length === 0 && uses !== 0 && at + 8 <= pool.length) {
      at += 4;
      length = uses * 0x10000 + pool.readUInt16LE(at);
    }
    strings.push(data.toString(encoding, offset, offset + length));
    offset += length;
  }
  return strings;
}

function guidIn(text: string | undefined): string | null {
  return /^\{([0-9A-F-]{36})\}$/i.exec(text ?? '')?.[1]?.toLowerCase() ?? null;
}
