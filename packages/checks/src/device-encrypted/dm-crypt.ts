import type { SystemPort } from '../system-port.ts';

/** What a device that cryptsetup has opened does to the data on it: it encrypts them, it only checks them, or nobody knows. */
export type CryptKind = 'encrypts' | 'checks' | 'not-known';
export type CryptKinds = ReadonlyMap<string, CryptKind>;

/** How cryptsetup marks what it opens, for the kernel to keep: integritysetup and veritysetup mark theirs as well. */
const MARK = /^CRYPT-([A-Z\d]+)-/;
const ENCRYPT = new Set(['LUKS1', 'LUKS2', 'PLAIN', 'TCRYPT', 'LOOPAES', 'BITLK', 'FVAULT2']);
const CHECK = new Set(['INTEGRITY', 'VERITY']);

/**
 * `lsblk` calls all of them `crypt`. Which cipher a device has only root may see; that the one that does nothing is in use
 * everybody may, and then no device is known to encrypt.
 * @param names by the kernel: 'dm-0'
 */
export async function readCryptKinds(system: SystemPort, names: readonly string[]): Promise<CryptKinds> {
  if (names.length === 0) return new Map();
  const ciphers = await system.readFile('/proc/crypto');
  const isKnown = ciphers.ok && usesNoCipher(ciphers.value) === false;
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<readonly [string, CryptKind]> => {
        const mark = await system.readFile(`/sys/block/${name}/dm/uuid`);
        const kind = (mark.ok ? MARK.exec(mark.value)?.[1] : undefined) ?? '';
        if (CHECK.has(kind)) return [name, 'checks'];
        return [name, ENCRYPT.has(kind) && isKnown ? 'encrypts' : 'not-known'];
      }),
    ),
  );
}

/**
 * Whether `cipher_null` is in use, by the kernel's list of its ciphers.
 * @returns null when the text is no such list
 */
export function usesNoCipher(text: string): boolean | null {
  const ciphers = text.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  const rows = ciphers.map((block) => ({
    name: /^name\s*: (\S+)$/m.exec(block)?.[1],
    uses: /^refcnt\s*: (\d{1,9})$/m.exec(block)?.[1],
  }));
  if (rows.length === 0 || rows.some(({ name, uses }) => name === undefined || uses === undefined)) return null;
  // One is the kernel's own.
  return rows.some(({ name = '', uses }) => name.includes('cipher_null') && Number(uses) > 1);
}
