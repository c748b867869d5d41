import type { FactReader } from '../definition.ts';
import { memberOf, parseJson } from '../json.ts';
import { isContainer } from '../linux/container.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { CommandResult, Outcome, SystemPort } from '../system-port.ts';
import type { EncryptionFact } from './definition.ts';

const TIMEOUT_MS = 5000;

export const linuxEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'linux',
  read: async (system) => {
    if (await isContainer(system)) {
      return value(system, 'Container files', { state: 'not-applicable', volume: '/' } satisfies EncryptionFact);
    }
    const mount = await run(system, 'findmnt', ['-J', '-o', 'SOURCE,FSTYPE', '-T', '/']);
    if (!mount.ok) return unavailableBecause(system, 'findmnt', mount);
    const root = parseMount(mount.value.stdout);
    if (root === null) return unavailable(system, 'findmnt', 'unexpected-output', 'No source for the root folder.');
    if (root.type === 'zfs' && /^\w[\w./:-]*$/.test(root.source)) return readZfs(system, root.source);
    if (!/^\/dev\/[\w./+:@-]+$/.test(root.source)) {
      return unavailable(system, 'findmnt', 'not-supported', `The system lies on ${root.source} (${root.type}).`);
    }
    const tree = await run(system, 'lsblk', ['-J', '-s', '-o', 'NAME,TYPE,FSTYPE', root.source]);
    if (!tree.ok) return unavailableBecause(system, 'lsblk', tree);
    const isEncrypted = parseBlockDevices(tree.value.stdout);
    if (isEncrypted === null) return unavailable(system, 'lsblk', 'unexpected-output', 'Not a tree of devices.');
    const fact: EncryptionFact = isEncrypted
      ? { state: 'encrypted', volume: root.source, method: 'LUKS' }
      : { state: 'not-encrypted', volume: root.source };
    return value(system, 'lsblk', fact);
  },
  watch: () => [],
};

async function readZfs(system: SystemPort, dataset: string) {
  const property = await run(system, 'zfs', ['get', '-H', '-o', 'value', 'encryption', dataset]);
  if (!property.ok) return unavailableBecause(system, 'zfs', property);
  const method = property.value.stdout.trim();
  if (/^aes-\d+-[a-z]+$/.test(method)) {
    return value(system, 'zfs', { state: 'encrypted', volume: dataset, method } satisfies EncryptionFact);
  }
  if (method === 'off')
    return value(system, 'zfs', { state: 'not-encrypted', volume: dataset } satisfies EncryptionFact);
  return unavailable(system, 'zfs', 'unexpected-output', `Encryption is '${method}'.`);
}

async function run(system: SystemPort, tool: string, toolArguments: string[]): Promise<Outcome<CommandResult>> {
  const result = await system.run({ tool, arguments: toolArguments, timeoutMs: TIMEOUT_MS });
  if (!result.ok || result.value.code === 0) return result;
  return { ok: false, reason: 'unexpected-output', detail: `${tool}: ${result.value.stderr.trim()}` };
}

/** What the root folder lies on. A btrfs source carries its subvolume in brackets. */
export function parseMount(text: string): { readonly source: string; readonly type: string } | null {
  const mount: unknown = memberOf(parseJson(text), 'filesystems', 0);
  const source = memberOf(mount, 'source');
  const type = memberOf(mount, 'fstype');
  if (typeof source !== 'string' || typeof type !== 'string' || source === '') return null;
  return { source: source.replace(/\[[^\]]*\]$/, ''), type };
}

/**
 * Whether every way from the volume down to a disk passes an encrypted layer: a volume that spans an encrypted and a
 * plain disk is readable in part.
 * @returns null when the text is no tree of devices
 */
export function parseBlockDevices(text: string): boolean | null {
  const devices = memberOf(parseJson(text), 'blockdevices');
  if (!Array.isArray(devices) || devices.length === 0) return null;
  const answers = devices.map((device) => isEncryptedBelow(device, 0));
  return answers.includes(null) ? null : answers.every((answer) => answer === true);
}

const MAXIMUM_DEPTH = 64;

function isEncryptedBelow(device: unknown, depth: number): boolean | null {
  const type = memberOf(device, 'type');
  if (typeof type !== 'string' || depth > MAXIMUM_DEPTH) return null;
  if (type === 'crypt') return true;
  const below = memberOf(device, 'children');
  if (below === undefined) return false;
  if (!Array.isArray(below) || below.length === 0) return null;
  const answers = below.map((child) => isEncryptedBelow(child, depth + 1));
  return answers.includes(null) ? null : answers.every((answer) => answer === true);
}
