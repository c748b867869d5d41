import { memberOf } from '../json.ts';
import { parsePropertyList } from '../macos/property-list.ts';
import { notUnderstood, readTool } from '../macos/tool.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

/** How FileVault protects the volume that the system started from. */
export interface FileVault {
  readonly state: 'encrypted' | 'encrypting' | 'not-encrypted';
  /** While encrypting, 0 to 100. */
  readonly percent?: number;
  /** What was asked. */
  readonly source: string;
}

const DISKUTIL_TIMEOUT_MS = 10_000;

/** Asks FileVault itself; where its words are not understood, the table of volumes. */
export async function readFileVault(system: SystemPort): Promise<Outcome<FileVault>> {
  const status = await readTool(system, 'fdesetup', ['status']);
  const said = status.ok ? parseFileVaultStatus(status.value) : null;
  if (said !== null) return { ok: true, value: { ...said, source: 'FileVault (fdesetup)' } };
  const volumes = await readTool(system, 'diskutil', ['apfs', 'list', '-plist'], DISKUTIL_TIMEOUT_MS);
  const isOn = volumes.ok ? parseVolumes(volumes.value) : null;
  if (isOn !== null) {
    return { ok: true, value: { state: isOn ? 'encrypted' : 'not-encrypted', source: 'APFS volumes (diskutil)' } };
  }
  return status.ok ? notUnderstood('fdesetup', status.value) : status;
}

const HEAD = /^FileVault is (On|Off)(\.|, but will be enabled after the next restart\.)$/;
const PROGRESS = /^(En|De)cryption in progress: (?:Pending|Percent completed? = (\d{1,3}(?:\.\d{1,6})?))\.?$/;

/** Lines that change nothing: a switch-on that waits for the person to sign in again, a key that lies about. */
const HARMLESS = [
  /^Deferred enablement appears to be active(?: for user '.*')?\.$/,
  /^FileVault master keychain appears to be installed\.$/,
];

/**
 * Reads `fdesetup status`. Every line has to be a known one: 'FileVault is On.' is also the first line of a drive that is
 * being decrypted.
 * @returns null when a line is not understood
 */
function parseFileVaultStatus(text: string): Omit<FileVault, 'source'> | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !HARMLESS.some((harmless) => harmless.test(line)));
  const heads = lines.flatMap((line) => HEAD.exec(line)?.slice(1, 3).join('') ?? []);
  const progress = lines.flatMap((line) => {
    const [, direction, percent] = PROGRESS.exec(line) ?? [];
    return direction === undefined ? [] : [{ isEncrypting: direction === 'En', percent }];
  });
  const [head] = heads;
  if (head === undefined || heads.length > 1 || progress.length > 1) return null;
  if (heads.length + progress.length !== lines.length || head.startsWith('On,')) return null;
  const [running] = progress;
  if (running === undefined) return { state: head === 'On.' ? 'encrypted' : 'not-encrypted' };
  if (!running.isEncrypting) return { state: 'not-encrypted' };
  return { state: 'encrypting', ...(running.percent === undefined ? {} : { percent: Number(running.percent) }) };
}

/** Null where the keys of the volume are being changed, which is also so while FileVault is taken away. */
function isProtected(volume: unknown): boolean | null {
  if (memberOf(volume, 'FileVault') === false) return false;
  return memberOf(volume, 'FileVault') === true && memberOf(volume, 'CryptoMigrationOn') === false ? true : null;
}

/**
 * Whether FileVault protects the data of the system, from `diskutil apfs list -plist`. 'Encryption' is not asked: newer
 * Macs always encrypt, and give the key to the one who starts them. Containers without a system (recovery, Secure Enclave,
 * other disks) do not count.
 * @returns null when there is no such volume, or several that differ
 */
function parseVolumes(text: string): boolean | null {
  const containers = memberOf(parsePropertyList(text), 'Containers');
  if (!Array.isArray(containers)) return null;
  const answers = containers.flatMap((container: unknown) => {
    const volumes = memberOf(container, 'Volumes');
    if (!Array.isArray(volumes) || !volumes.some((volume) => hasRole(volume, 'System'))) return [];
    return volumes.filter((volume) => hasRole(volume, 'Data')).map(isProtected);
  });
  const [first] = answers;
  return typeof first === 'boolean' && answers.every((answer) => answer === first) ? first : null;
}

function hasRole(volume: unknown, role: string): boolean {
  const roles = memberOf(volume, 'Roles');
  return Array.isArray(roles) && roles.includes(role);
}
