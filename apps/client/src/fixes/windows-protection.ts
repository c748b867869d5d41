/**
 * Accounts that may change the program, because they are administrators or the system itself, as SDDL names them: the
 * system, the administrators, the built-in administrator, and the installer of Windows.
 */
const ADMINISTRATORS: ReadonlySet<string> = new Set([
  'SY',
  'BA',
  'LA',
  'S-1-5-18',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** The two letters of SDDL that stand for rights, as bits of an access mask ([MS-DTYP], 2.5.1.1). */
const RIGHTS: Readonly<Record<string, number>> = {
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
};

/** Delete, change the rights, take over, everything. */
const TAKE_OVER = 0x10000 | 0x40000 | 0x80000 | 0x10000000;
/** Write or add a file, append or add a folder, delete what is inside. */
const CHANGE = TAKE_OVER | 0x2 | 0x4 | 0x40 | 0x40000000;
/** What it takes to put another folder in the place of one inside: anyone who may only add to a folder cannot. */
const REPLACE_INSIDE = TAKE_OVER | 0x40;

export interface InstallationRights {
  /** Security descriptors (SDDL) of the folders above the program, up to the drive. */
  readonly above: readonly string[];
  /** Of the program's own folder and of everything in it. */
  readonly own: readonly string[];
}

/** Whether only administrators can change what is started. Whatever is not understood counts as open. */
export function isOnlyForAdministrators({ above, own }: InstallationRights): boolean {
  return (
    above.length > 0 &&
    own.length > 0 &&
    above.every((descriptor) => isClosed(descriptor, REPLACE_INSIDE)) &&
    own.every((descriptor) => isClosed(descriptor, CHANGE))
  );
}

const DESCRIPTOR = /^O:([A-Z]{2}|S-1-[\d-]+)(?:G:(?:[A-Z]{2}|S-1-[\d-]+))?D:((?:P|AI|AR)*)((?:\([^()]*\))+)(?:S:.*)?$/;

function isClosed(descriptor: string, dangerous: number): boolean {
  const [, owner = '', , entries = ''] = DESCRIPTOR.exec(descriptor) ?? [];
  if (!ADMINISTRATORS.has(owner)) return false;
  return [...entries.matchAll(/\(([^()]*)\)/g)].every(([, entry]) => isHarmless(entry ?? '', dangerous));
}

/** 'A;OICI;0x1200a9;;;BU': kind, flags, rights, two identifiers of objects, and who. */
function isHarmless(entry: string, dangerous: number): boolean {
  const [kind = '', flags = '', rights = '', , , who = '', ...more] = entry.split(';');
  if (kind === 'D') return true;
  if (kind !== 'A' || more.length > 0) return false;
  // Only passed on to what is made inside; what is there has its own entries, and they are looked at.
  if (/^(?:[A-Z]{2})*IO(?:[A-Z]{2})*$/.test(flags)) return true;
  if (ADMINISTRATORS.has(who)) return true;
  const mask = maskOf(rights);
  return mask !== null && (mask & dangerous) === 0;
}

/** @returns null for rights that are not known */
function maskOf(rights: string): number | null {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number.parseInt(rights, 16);
  const letters = rights.match(/../g) ?? [];
  if (letters.join('') !== rights) return null;
  return letters.reduce<number | null>((mask, letter) => {
    const right = Object.hasOwn(RIGHTS, letter) ? RIGHTS[letter] : undefined;
    return mask === null || right === undefined ? null : mask | right;
  }, 0);
}
