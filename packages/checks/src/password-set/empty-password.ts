import { say } from '@vestibule/contracts';
import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

/**
 * Names of the accounts whose hash is that of no letters at all. The hashes are read by the program itself and told to no
 * one: words of a command line are everybody's to see.
 */
const IN_PERL = String.raw`
for my $file ('/etc/shadow', '/etc/passwd') {
  open(my $in, '<', $file) or exit 3;
  while (my $line = <$in>) {
    chomp $line;
    my ($name, $hash) = split /:/, $line;
    next unless defined $hash && length($hash) >= 13 && $hash =~ m{^[\$_./0-9A-Za-z]};
    my $made = crypt('', $hash);
    print "$name\n" if defined $made && $made eq $hash;
  }
}
print "=\n";
`;
const IN_PYTHON = String.raw`
import ctypes, re, sys
for name in ('libcrypt.so.2', 'libcrypt.so.1'):
    try:
        crypt = ctypes.CDLL(name).crypt
        break
    except OSError:
        crypt = None
if crypt is None:
    sys.exit(3)
crypt.restype = ctypes.c_char_p
for path in ('/etc/shadow', '/etc/passwd'):
    for line in open(path, 'rb').read().split(b'\n'):
        parts = line.split(b':')
        if len(parts) < 2 or len(parts[1]) < 13 or not re.match(rb'[$_./0-9A-Za-z]', parts[1]):
            continue
        if crypt(b'', parts[1]) == parts[1]:
            print(parts[0].decode('utf-8', 'replace'))
print('=')
`;
/** In the order in which they are tried; both ask the computer's own libcrypt, which knows every kind of hash in use. */
const WAYS = [
  { tool: 'perl', arguments: ['-e', IN_PERL] },
  { tool: 'python3', arguments: ['-I', '-S', '-c', IN_PYTHON] },
] as const;
/** A hash takes some hundredths of a second; one that was made to take minutes is not waited for. */
const TIMEOUT_MS = 5000;

/** The lists, and what came of the hashes in them. */
interface Tried {
  readonly lists: string;
  readonly names: ReadonlySet<string>;
}
/** By the clock: each computer that is read has one, which every reading of it shares. */
const triedBefore = new WeakMap<SystemPort['now'], Tried>();

/**
 * Accounts that no letters open, although there is a hash; by root alone. While the lists stay as they are, letter by letter,
 * no hash is tried again: a good one takes long by design.
 */
export async function findEmptyPasswords(system: SystemPort): Promise<Outcome<ReadonlySet<string>>> {
  // Tools answer for the real computer.
  if (isScratch(system)) return { ok: true, value: new Set() };
  const lists = await readLists(system);
  const before = triedBefore.get(system.now);
  if (lists !== null && before?.lists === lists) return { ok: true, value: before.names };
  const names = await tryHashes(system);
  // What changed meanwhile may be what was tried, or not.
  if (names.ok && lists !== null && (await readLists(system)) === lists) {
    triedBefore.set(system.now, { lists, names: names.value });
  }
  return names;
}

/** @returns null where they cannot be read */
async function readLists(system: SystemPort): Promise<string | null> {
  const files = await Promise.all(['/etc/shadow', '/etc/passwd'].map((path) => system.readFile(path)));
  const texts = files.flatMap((file) => (file.ok ? [file.value] : []));
  return texts.length < files.length ? null : texts.join('\0');
}

async function tryHashes(system: SystemPort): Promise<Outcome<ReadonlySet<string>>> {
  let failure: Outcome<never> = {
    ok: false,
    reason: 'tool-missing',
    detail: say('Neither perl nor python3 is installed.'),
  };
  for (const way of WAYS) {
    const told = await system.run({ ...way, timeoutMs: TIMEOUT_MS });
    if (!told.ok && told.reason === 'tool-missing') continue;
    if (!told.ok) return told;
    const lines = told.value.stdout.split('\n');
    // The mark at the end says that every line was looked at.
    if (told.value.code === 0 && lines.at(-2) === '=') return { ok: true, value: new Set(lines.slice(0, -2)) };
    failure = {
      ok: false,
      reason: 'unexpected-output',
      detail: `${way.tool}: ${told.value.stderr.trim().slice(0, 80)}`,
    };
  }
  return failure;
}
