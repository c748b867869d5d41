import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { BackupProblem } from './outcome.ts';

/**
 * The start of a backup file, readable without the passphrase: 16 bytes that name the format, its version, the costs and
 * salt of argon2id, and a keyed digest over all of that. Numbers are big-endian.
 *
 *     0  "VESTIBULE-BACKUP"   16 version u16   18 memory (KiB) u32   22 passes u32   26 lanes u32
 *     30 salt, 16 bytes       46 HMAC-SHA-256 over bytes 0 to 45, 32 bytes
 */
export const HEADER_BYTES = 78;
const SIGNED_BYTES = 46;
const MAGIC = Buffer.from('VESTIBULE-BACKUP');
/** 1 and 2 were of versions that were never released. Since 3 a backup says which version made it. */
const VERSION = 3;

/** RFC 9106, second recommended option: 64 MiB, three passes, four lanes; some 0.1 s. */
export const DEFAULT_COSTS: Costs = { memoryKiB: 65_536, passes: 3, lanes: 4 };
/** A file that asks for more was not made here and would only stop the machine. */
const COSTS_MAXIMUM: Costs = { memoryKiB: 1_048_576, passes: 16, lanes: 16 };

const PASSPHRASE_MINIMUM_CHARACTERS = 12;

export interface Costs {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface OpenedHeader {
  /** The header as it stands in the file: every chunk is bound to it. */
  readonly header: Buffer;
  /** AES-256 key of the chunks. */
  readonly chunkKey: Buffer;
}

/** @returns what is wrong with a passphrase, in a sentence; null: it will do */
export function whyPassphraseIsShort(passphrase: string): string | null {
  return passphrase.length < PASSPHRASE_MINIMUM_CHARACTERS
    ? `The passphrase needs at least ${PASSPHRASE_MINIMUM_CHARACTERS} characters: anyone who has the backup can try passphrases for as long as they like.`
    : null;
}

/** @throws BackupProblem `passphrase_too_short` */
export async function createHeader(passphrase: string, costs: Costs): Promise<OpenedHeader> {
  const weak = whyPassphraseIsShort(passphrase);
  if (weak !== null) throw new BackupProblem('passphrase_too_short', weak);
  const signed = Buffer.alloc(SIGNED_BYTES);
  MAGIC.copy(signed);
  signed.writeUInt16BE(VERSION, 16);
  signed.writeUInt32BE(costs.memoryKiB, 18);
  signed.writeUInt32BE(costs.passes, 22);
  signed.writeUInt32BE(costs.lanes, 26);
  randomBytes(16).copy(signed, 30);
  const { chunkKey, headerKey } = await deriveKeys(passphrase, signed.subarray(30), costs);
  return { header: Buffer.concat([signed, digest(headerKey, signed)]), chunkKey };
}

/** @throws BackupProblem `not_a_backup`, `backup_newer`, `backup_older`, `backup_damaged` or `passphrase_wrong` */
export async function openHeader(header: Buffer, passphrase: string): Promise<OpenedHeader> {
  if (header.length < MAGIC.length || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupProblem(
      'not_a_backup',
      'This file is not a backup of Vestibule. Choose the file that the backup made.',
    );
  }
  if (header.length < HEADER_BYTES) throw damaged();
  const version = header.readUInt16BE(16);
  if (version > VERSION) {
    throw new BackupProblem('backup_newer', 'A newer Vestibule made this backup. Restore it with that version.');
  }
  if (version < VERSION) {
    throw new BackupProblem(
      'backup_older',
      'Vestibule 3.6.0 or an earlier one made this backup, and none of them was released. Restore it with 3.6.0.',
    );
  }
  const costs = { memoryKiB: header.readUInt32BE(18), passes: header.readUInt32BE(22), lanes: header.readUInt32BE(26) };
  if (!isAffordable(costs)) throw damaged();
  const signed = header.subarray(0, SIGNED_BYTES);
  const { chunkKey, headerKey } = await deriveKeys(passphrase, header.subarray(30, SIGNED_BYTES), costs);
  if (!timingSafeEqual(digest(headerKey, signed), header.subarray(SIGNED_BYTES, HEADER_BYTES))) {
    throw new BackupProblem(
      'passphrase_wrong',
      'The passphrase is not the one this backup was made with. If you are sure that it is, the first bytes of the file were changed: use another copy.',
    );
  }
  return { header, chunkKey };
}

export function damaged(): BackupProblem {
  return new BackupProblem(
    'backup_damaged',
    'This backup was cut short or changed after it was made. Nothing was restored: use another copy of it, or an older backup.',
  );
}

function isAffordable({ memoryKiB, passes, lanes }: Costs): boolean {
  const isEnough = memoryKiB >= 8 * lanes && passes >= 1 && lanes >= 1;
  return (
    isEnough && memoryKiB <= COSTS_MAXIMUM.memoryKiB && passes <= COSTS_MAXIMUM.passes && lanes <= COSTS_MAXIMUM.lanes
  );
}

async function deriveKeys(
  passphrase: string,
  salt: Uint8Array,
  { memoryKiB, passes, lanes }: Costs,
): Promise<{ readonly chunkKey: Buffer; readonly headerKey: Buffer }> {
  // The same letters can be typed as different code points on another keyboard.
  const keys = await hashRaw(passphrase.normalize('NFC'), {
    salt,
    memoryCost: memoryKiB,
    timeCost: passes,
    parallelism: lanes,
    outputLen: 64,
  });
  return { chunkKey: keys.subarray(0, 32), headerKey: keys.subarray(32) };
}

function digest(key: Uint8Array, signed: Uint8Array): Buffer {
  return createHmac('sha256', key).update(signed).digest();
}
