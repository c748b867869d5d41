import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { OpenedHeader } from './header.ts';
import { damaged } from './header.ts';

/**
 * After the header: chunks of 65 536 bytes, the last one shorter or as long, each sealed with AES-256-GCM and followed by
 * its tag. The nonce is the chunk's number and whether it is the last, and the header is authenticated with every chunk,
 * so a chunk that is missing, moved, doubled, cut off or from another backup does not open. Each backup has a key of its
 * own, so no nonce is used twice.
 */
export const CHUNK_BYTES = 65_536;
export const TAG_BYTES = 16;

export function sealChunk({ header, chunkKey }: OpenedHeader, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', chunkKey, nonceOf(number, isLast)).setAAD(header);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws BackupProblem `backup_damaged` */
export function openChunk({ header, chunkKey }: OpenedHeader, number: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged();
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', chunkKey, nonceOf(number, isLast))
    .setAAD(header)
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
