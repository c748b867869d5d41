import * as z from 'zod/mini';
import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull } from '../windows/values.ts';
import { SYSTEM_PLACE } from './definition.ts';
import { factOfVolumes, type Volume } from './volumes.ts';
import { readOtherDrives } from './windows-drives.ts';

const SOURCE = 'BitLocker';
const METHOD = 'BitLocker';

const encryptionSchema = z.object({
  drive: z.string().check(z.regex(/^[A-Z]:$/i)),
  protection: numberOrNull,
});

/**
 * System.Volume.BitLockerProtection, the one property that anybody may read. Found out by comparing it with what
 * BitLocker tells administrators. 6, on and locked, cannot be: nothing runs from a locked drive.
 */
type State = Exclude<Volume['state'], 'not-known'>;
const STATES: ReadonlyMap<number, State> = new Map([
  [0, 'not-encrypted'],
  [1, 'encrypted'],
  [2, 'not-encrypted'],
  [3, 'encrypting'],
  [4, 'decrypting'],
  [5, 'suspended'],
  [8, 'not-activated'],
]);

/** A drive of data may be locked. */
const OF_OTHERS: ReadonlyMap<number, State> = new Map([...STATES, [6, 'encrypted']]);

export const windowsEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'windows',
  read: async (system) => {
    const own = await readProtection(system);
    if (!own.ok) return unavailableBecause(system, SOURCE, own);
    const others = await readOtherDrives(system, own.value.volume);
    // What is wrong with the drive of Windows is wrong, whatever the others are.
    if (!others.ok && own.value.state !== 'encrypted') return value(system, SOURCE, own.value);
    if (!others.ok) return unavailableBecause(system, SOURCE, others);
    const volumes: readonly Volume[] = [
      { ...own.value, places: [SYSTEM_PLACE] },
      ...others.value.map(({ drive, protection }) => ({
        volume: drive.toUpperCase(),
        state: stateOf(protection, OF_OTHERS) ?? ('not-known' as const),
        places: [],
        method: METHOD,
      })),
    ];
    const fact = factOfVolumes(volumes);
    return fact.ok ? value(system, SOURCE, fact.value) : unavailableBecause(system, SOURCE, fact);
  },
  watch: () => [],
};

/** Of the drive that Windows runs from. */
export async function readProtection(
  system: SystemPort,
): Promise<Outcome<Pick<Volume, 'volume' | 'method'> & { readonly state: State }>> {
  const section = await readSection(system, 'encryption', encryptionSchema);
  if (!section.ok) return section;
  const { drive, protection } = section.value;
  const state = stateOf(protection, STATES);
  if (state !== undefined) return { ok: true, value: { state, volume: drive.toUpperCase(), method: METHOD } };
  return { ok: false, reason: 'unexpected-output', detail: `The protection of ${drive} is ${protection}.` };
}

function stateOf(protection: number | null, states: ReadonlyMap<number, State>): State | undefined {
  return protection === null ? undefined : states.get(protection);
}
