import { say } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { isContainer } from '../linux/container.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { LSBLK_ARGUMENTS, parseBlockDevices } from './block-devices.ts';
import type { EncryptionFact } from './definition.ts';
import { readCryptKinds } from './dm-crypt.ts';
import { findLyingKeys } from './key-places.ts';
import { collectVolumes } from './linux-volumes.ts';
import { FINDMNT_ARGUMENTS, parseMounts, parseSwaps } from './mounts.ts';
import { factOfVolumes } from './volumes.ts';
import { readIfThere } from '../linux/if-there.ts';

const TIMEOUT_MS = 5000;

export const linuxEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'linux',
  read: async (system) => {
    if (await isContainer(system)) {
      return value(system, 'Container files', { state: 'not-applicable', volume: '/' } satisfies EncryptionFact);
    }
    const mounted = await run(system, 'findmnt', FINDMNT_ARGUMENTS);
    if (!mounted.ok) return unavailableBecause(system, 'findmnt', mounted);
    const mounts = parseMounts(mounted.value);
    if (mounts === null)
      return unavailable(
        system,
        'findmnt',
        'unexpected-output',
        say('The answer of {name} is not understood.', { name: 'findmnt' }),
      );
    const tree = await run(system, 'lsblk', LSBLK_ARGUMENTS);
    if (!tree.ok) return unavailableBecause(system, 'lsblk', tree);
    const opened = parseBlockDevices(tree.value, new Map())?.filter(({ type }) => type === 'crypt') ?? [];
    const kinds = await readCryptKinds(
      system,
      opened.map(({ kernelName }) => kernelName),
    );
    const known = parseBlockDevices(tree.value, kinds);
    if (known === null)
      return unavailable(
        system,
        'lsblk',
        'unexpected-output',
        say('The answer of {name} is not understood.', { name: 'lsblk' }),
      );
    const lying = opened.length === 0 ? null : await findLyingKeys(system, { mounts, devices: known });
    const encrypting = [...(lying ?? [])].filter(([name]) => kinds.get(name) === 'encrypts');
    const devices =
      encrypting.length === 0 ? known : (parseBlockDevices(tree.value, new Map([...kinds, ...encrypting])) ?? known);
    const swaps = await readSwaps(system);
    if (!swaps.ok) return unavailableBecause(system, '/proc/swaps', swaps);
    const volumes = await collectVolumes(system, { mounts, devices, swaps: swaps.value });
    if (!volumes.ok) return unavailableBecause(system, 'lsblk', volumes);
    const fact = factOfVolumes(volumes.value);
    return fact.ok ? value(system, 'lsblk', fact.value) : unavailableBecause(system, 'lsblk', fact);
  },
  watch: () => [],
};

/** A kernel without swap has no list, and nothing is written out. */
async function readSwaps(system: SystemPort) {
  const file = await readIfThere(system, '/proc/swaps');
  if (!file.ok) return file;
  if (file.value === null) return { ok: true, value: [] } as const;
  const swaps = parseSwaps(file.value);
  return swaps === null
    ? ({
        ok: false,
        reason: 'unexpected-output',
        detail: say('What stands in {path} is not understood.', { path: '/proc/swaps' }),
      } as const)
    : ({ ok: true, value: swaps } as const);
}

async function run(system: SystemPort, tool: string, toolArguments: readonly string[]): Promise<Outcome<string>> {
  const result = await system.run({ tool, arguments: toolArguments, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return result;
  if (result.value.code === 0) return { ok: true, value: result.value.stdout };
  return { ok: false, reason: 'unexpected-output', detail: `${tool}: ${result.value.stderr.trim()}` };
}
