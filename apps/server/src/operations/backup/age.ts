import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';

/**
 * A passphrase for age (https://age-encryption.org/v1, "The scrypt recipient type"): as the library's own, but it derives
 * the key in a thread. The library does it for a second in the one that answers sign-ins.
 */
const LABEL = 'age-encryption.org/v1/scrypt';
const FIRST_LINE = Buffer.from('age-encryption.org/v1\n');
/** 256 MiB and about a second for each passphrase that is tried. As the command `age` has it. */
export const DEFAULT_WORK_FACTOR = 18;
/** A file that asks for more would only stop the machine. */
const WORK_FACTOR_MAXIMUM = 20;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;
/** The header of a file with one passphrase has about 150 bytes. */
const HEADER_MAXIMUM_BYTES = 4096;

type DeriveKey = (
  passphrase: string,
  salt: Uint8Array,
  length: number,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
) => Promise<Buffer>;
const deriveKey: DeriveKey = promisify(scrypt);

/** How a backup is opened, once its passphrase was right. */
export type OpenedAge = Identity;

/** What the start of a file tells. */
export type AgeHeader =
  | { readonly kind: 'opened'; readonly identity: OpenedAge }
  | { readonly kind: 'another-file' | 'damaged' | 'wrong-passphrase' };

/** @returns `plain` as an age file with this passphrase. It can be read by anything that reads age. */
export async function encryptWithAge(
  plain: ReadableStream<Uint8Array>,
  passphrase: string,
  workFactor: number,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  return encrypter.encrypt(plain);
}

/** @param start the first bytes of a file, at least `AGE_START_BYTES` of them where it has so many */
export async function openAge(start: Uint8Array, passphrase: string): Promise<AgeHeader> {
  const bytes = Buffer.from(start);
  if (!bytes.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) return { kind: 'another-file' };
  const macAt = bytes.indexOf('\n--- ');
  const end = macAt === -1 ? -1 : bytes.indexOf('\n', macAt + 1);
  if (end === -1) return { kind: 'damaged' };
  const asked = passphraseIdentity(passphrase);
  const decrypter = new Decrypter();
  decrypter.addIdentity(asked.identity);
  try {
    const fileKey = await decrypter.decryptHeader(bytes.subarray(0, end + 1));
    return { kind: 'opened', identity: { unwrapFileKey: () => fileKey } };
  } catch {
    return { kind: asked.wasWrong() ? 'wrong-passphrase' : 'damaged' };
  }
}
export const AGE_START_BYTES = HEADER_MAXIMUM_BYTES;

/** @returns what is in an age file. Reading it fails where a byte of it is not as it was written, or its end is missing. */
export async function decryptAge(
  file: ReadableStream<Uint8Array>,
  identity: OpenedAge,
): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(file);
}

function passphraseRecipient(passphrase: string, workFactor: number): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(SALT_BYTES);
      const key = await wrappingKey(passphrase, salt, workFactor);
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', withoutPadding(salt), String(workFactor)], body)];
    },
  };
}

function passphraseIdentity(passphrase: string) {
  let isWrong = false;
  const identity: Identity = {
    unwrapFileKey: async (stanzas) => {
      const [stanza] = stanzas;
      const [type, salt = '', workFactor = ''] = stanza?.args ?? [];
      // A passphrase stands alone, or it would prove nothing about who wrote the file.
      if (stanza === undefined || stanzas.length > 1 || type !== 'scrypt') return null;
      const saltBytes = Buffer.from(salt, 'base64');
      if (saltBytes.length !== SALT_BYTES || !/^[1-9]\d?$/.test(workFactor)) return null;
      if (Number(workFactor) > WORK_FACTOR_MAXIMUM || stanza.body.length !== FILE_KEY_BYTES + TAG_BYTES) return null;
      const key = await wrappingKey(passphrase, saltBytes, Number(workFactor));
      const decipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
      try {
        return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
      } catch {
        isWrong = true;
        return null;
      }
    },
  };
  return { identity, wasWrong: () => isWrong };
}

async function wrappingKey(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const cost = 2 ** workFactor;
  // The same letters can be typed as different code points on another keyboard.
  return deriveKey(passphrase.normalize('NFC'), Buffer.concat([Buffer.from(LABEL), salt]), 32, {
    N: cost,
    r: BLOCK_SIZE,
    p: 1,
    // 128 × N × r bytes, and a little for the rest.
    maxmem: 128 * cost * BLOCK_SIZE + 1_048_576,
  });
}

function withoutPadding(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
