import type { Database } from '../../database/database.ts';
import { countWaitingDevices, type Device, findDeviceByKey, registerDevice } from '../../repositories/devices.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';

/**
 * So many computers of one person may wait. To show a new one costs nothing, and a list of hundreds is one that an
 * administrator approves without reading it.
 */
export const WAITING_PER_PERSON = 10;

/** A computer whose keys were not known a moment ago, as it stands: it begins to wait, where it may. */
export async function showDevice(database: Database, device: Device): Promise<Device | Refusal<'device_not_approved'>> {
  return database.transaction(async (transaction) => {
    return (await whyNotShown(transaction, device)) ?? registerDevice(transaction, device);
  });
}

/**
 * Why a computer is not let wait: as many of its person do already. One that is known goes on.
 * @param transaction in which those of one person are counted one after another
 */
export async function whyNotShown(
  transaction: Database,
  { companyId, personId, deviceId, keyThumbprint }: Device,
): Promise<Refusal<'device_not_approved'> | null> {
  if ((await findDeviceByKey(transaction, companyId, deviceId, keyThumbprint)) !== null) return null;
  await lockPerson(transaction, companyId, personId);
  if ((await countWaitingDevices(transaction, companyId, personId)) < WAITING_PER_PERSON) return null;
  return refuse(
    'device_not_approved',
    `${WAITING_PER_PERSON} computers of this person wait for an approval already. Support can approve one, or remove those that no one knows.`,
  );
}
