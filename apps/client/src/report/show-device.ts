import type { SessionParameters } from '@vestibule/contracts';
import { proveAgreementKey } from '@vestibule/device-keys';
import type { Device } from '../state/device.ts';
import { readDeviceName } from '../system/device-details.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { CLIENT_VERSION } from '../version.ts';

/** What this computer shows of itself to a server: its public keys, and that both are of one device. */
export async function showDevice(
  { deviceId, keys, keyProtection }: Device,
  system: LocalSystem,
): Promise<SessionParameters> {
  const agreementKey = keys.agreement.publicKey;
  return {
    deviceId,
    identityKey: keys.identity.publicKey,
    agreementKey,
    agreementKeyProof: await proveAgreementKey({ deviceId, agreementKey }, keys.identity),
    keyProtection,
    clientVersion: CLIENT_VERSION,
    deviceName: await readDeviceName(system),
    operatingSystem: system.operatingSystem,
  };
}
