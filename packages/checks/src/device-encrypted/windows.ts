import * as z from 'zod/mini';
import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull } from '../windows/values.ts';
import type { EncryptionFact } from './definition.ts';

const SOURCE = 'BitLocker';

const encryptionSchema = z.object({
  drive: z.string().check(z.regex(/^[A-Z]:$/i)),
  protection: numberOrNull,
});

/**
 * System.Volume.BitLockerProtection, the one property that anybody may read. Found out by comparing it with what
 * BitLocker tells administrators. 6, on and locked, cannot be: nothing runs from a locked drive.
 */
const STATES: ReadonlyMap<number, EncryptionFact['state']> = new Map([
  [0, 'not-encrypted'],
  [1, 'encrypted'],
  [2, 'not-encrypted'],
  [3, 'encrypting'],
  [4, 'decrypting'],
  [5, 'suspended'],
  [8, 'not-activated'],
]);

export const windowsEncryption: FactReader = {
  facts: 'encryption',
  operatingSystem: 'windows',
  read: async (system) => {
    const protection = await readProtection(system);
    return protection.ok ? value(system, SOURCE, protection.value) : unavailableBecause(system, SOURCE, protection);
  },
  watch: () => [],
};

/** Of the drive that Windows runs from. */
export async function readProtection(system: SystemPort): Promise<Outcome<EncryptionFact>> {
  const section = await readSection(system, 'encryption', encryptionSchema);
  if (!section.ok) return section;
  const { drive, protection } = section.value;
  const state = protection === null ? undefined : STATES.get(protection);
  if (state !== undefined) return { ok: true, value: { state, volume: drive.toUpperCase(), method: 'BitLocker' } };
  return { ok: false, reason: 'unexpected-output', detail: `The protection of ${drive} is ${protection}.` };
}
