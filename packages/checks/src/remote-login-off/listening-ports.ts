import { say } from '@vestibule/contracts';
import { readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

/** A place where this computer answers others, and the account whose program does. */
export interface Listener {
  readonly port: number;
  readonly userId: number;
  /** Where this computer itself reaches it: `127.0.0.1` for what answers everywhere. */
  readonly address: string;
  /** The kernel's number of the socket. */
  readonly inode: string;
}

const LISTENS = '0A';
/** The kernel writes addresses as 32-bit numbers of a little-endian machine. */
const LOOPBACK = [/^[0-9A-F]{6}7F$/, /^0{24}01000000$/, /^0{16}FFFF0000[0-9A-F]{6}7F$/];

/** TCP ports that listen on more than this computer itself, as the kernel lists them for everyone. */
export async function readListeners(system: SystemPort): Promise<Outcome<readonly Listener[]>> {
  const found: Listener[] = [];
  for (const [at, path] of ['/proc/net/tcp', '/proc/net/tcp6'].entries()) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    // A kernel without IPv6 has no second list.
    if (file.value === null && at > 0) continue;
    const listed = parseListeners(file.value ?? '');
    if (listed === null)
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('What stands in {path} is not understood.', { path }),
      };
    found.push(...listed);
  }
  return { ok: true, value: found };
}

/** @returns null for a list that is not whole */
export function parseListeners(text: string): readonly Listener[] | null {
  const [head = '', ...lines] = text.split('\n');
  if (!/^\s*sl\s+local_address\s/.test(head) || lines.pop() !== '') return null;
  const found: Listener[] = [];
  for (const line of lines) {
    const row =
      /^\s*\d+: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) \S+ ([0-9A-F]{2}) \S+ \S+ \S+\s+(\d+)\s+\d+ (\d+) /.exec(line);
    if (row === null) return null;
    const [, address = '', port = '', state, userId, inode = ''] = row;
    if (state !== LISTENS || LOOPBACK.some((pattern) => pattern.test(address))) continue;
    found.push({ port: Number.parseInt(port, 16), userId: Number(userId), address: addressOf(address), inode });
  }
  return found;
}

/** '0100007F' is 127.0.0.1, and four such words are an address of the newer kind. */
function addressOf(text: string): string {
  const words = text.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).toReversed());
  if (bytes.every((byte) => byte === '00')) return bytes.length === 4 ? '127.0.0.1' : '::1';
  const last = bytes.slice(-4).map((byte) => Number.parseInt(byte, 16));
  const isMapped = bytes.length === 16 && bytes.slice(0, 12).join('') === '00000000000000000000ffff'.toUpperCase();
  if (bytes.length === 4 || isMapped) return last.every((byte) => byte === 0) ? '127.0.0.1' : last.join('.');
  return (bytes.join('').match(/.{4}/g) ?? []).join(':').toLowerCase();
}
