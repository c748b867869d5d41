import type { SystemPort } from '../system-port.ts';

/** What a device that cryptsetup has opened does to the data on it: it encrypts them, perhaps with its key next to them; it only checks them, or no one knows. */
export type CryptKind = 'encrypts' | 'opens-by-itself' | 'checks' | 'not-known';
export type CryptKinds = ReadonlyMap<string, CryptKind>;

/** How cryptsetup marks what it opens, for the kernel to keep: integritysetup and veritysetup mark theirs as well. */
const MARK = /^CRYPT-([A-Z\d]+)-/;
const ENCRYPT = new Set(['LUKS1', 'LUKS2', 'PLAIN', 'TCRYPT', 'LOOPAES', 'BITLK', 'FVAULT2']);
const CHECK = new Set(['INTEGRITY', 'VERITY']);

/**
 * `lsblk` calls all of them `crypt`. Which cipher a device has only root may see; that the one that does nothing is in use
 * everybody may, and then no device is known to encrypt. Nor is one where fewer ciphers are in use than devices: of a drive whose
 * encryption has only begun cryptsetup makes the same device, without any cipher.
 * @param names by the kernel: 'dm-0'
 */
export async function readCryptKinds(system: SystemPort, names: readonly string[]): Promise<CryptKinds> {
  if (names.length === 0) return new Map();
  const ciphers = await system.readFile('/proc/crypto');
  const uses = ciphers.ok ? countUses(ciphers.value) : null;
  const marked = await Promise.all(
    names.map(async (name) => {
      const mark = await system.readFile(`/sys/block/${name}/dm/uuid`);
      return { name, kind: (mark.ok ? MARK.exec(mark.value)?.[1] : undefined) ?? '' };
    }),
  );
  const isKnown = uses !== null && uses >= marked.filter(({ kind }) => ENCRYPT.has(kind)).length;
  return new Map(
    marked.map(({ name, kind }) => {
      if (CHECK.has(kind)) return [name, 'checks'];
      return [name, ENCRYPT.has(kind) && isKnown ? 'encrypts' : 'not-known'];
    }),
  );
}

/**
 * How often the kernel's ciphers are in use, by its list of them.
 * @returns null when one that does nothing is among them, or the text is no such list
 */
function countUses(text: string): number | null {
  const ciphers = text.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  let count = 0;
  for (const block of ciphers) {
    const name = /^name\s*: (\S+)$/m.exec(block)?.[1];
    const references = /^refcnt\s*: (\d{1,9})$/m.exec(block)?.[1];
    if (name === undefined || references === undefined) return null;
    // One is the kernel's own.
    const uses = Math.max(0, Number(references) - 1);
    if (name.includes('cipher_null') && uses > 0) return null;
    if (/^type\s*: (?:\w*cipher|aead)$/m.test(block)) count += uses;
  }
  return count;
}
