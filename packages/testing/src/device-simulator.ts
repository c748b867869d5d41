import { randomUUID } from 'node:crypto';
import {
  type CheckResult,
  type DeviceReport,
  type FactReading,
  type FlattenedJws,
  PRODUCT_VERSION,
  type SessionData,
  type SessionParameters,
  type SignedReportPayload,
} from '@vestibule/contracts';
import {
  createDeviceKeys,
  type DeviceKeys,
  importDeviceKeys,
  openPermit,
  proveAgreementKey,
  signReport,
} from '@vestibule/device-keys';

const READ_AT = '2026-01-01T08:00:00.000Z';

/** A fact as a client would report it. */
export function fact(value: unknown): FactReading {
  return { value, source: 'simulated', readAt: READ_AT };
}

/** A computer without a body: real keys, real signatures, chosen facts. */
export interface SimulatedDevice {
  readonly deviceId: string;
  readonly keys: DeviceKeys;
  parameters(): Promise<SessionParameters>;
  /** A report for this session; `changes` replaces parts of what is signed. */
  sign(
    session: Pick<SessionData, 'nonce' | 'sessionId'>,
    facts: DeviceReport['facts'],
    changes?: Partial<SignedReportPayload>,
  ): Promise<FlattenedJws>;
  /** @throws when the permit is not for this device and session */
  open(session: SessionData, result: CheckResult): Promise<string>;
}

export async function createSimulatedDevice(deviceId: string = randomUUID()): Promise<SimulatedDevice> {
  const keys = await importDeviceKeys(await createDeviceKeys());
  let sequence = 0;
  return {
    deviceId,
    keys,
    parameters: async () => ({
      deviceId,
      identityKey: keys.identity.publicKey,
      agreementKey: keys.agreement.publicKey,
      agreementKeyProof: await proveAgreementKey({ deviceId, agreementKey: keys.agreement.publicKey }, keys.identity),
      keyProtection: 'file',
      clientVersion: PRODUCT_VERSION,
      deviceName: 'NADIA-LT-0427',
      operatingSystem: 'linux',
    }),
    sign(session, facts, changes = {}) {
      sequence += 1;
      const payload: SignedReportPayload = {
        nonce: session.nonce,
        sessionId: session.sessionId,
        deviceId,
        collectedAt: READ_AT,
        sequence,
        importantDataHash: `hash-${sequence}`,
        report: createReport(deviceId, facts),
        ...changes,
      };
      return signReport(payload, keys.identity);
    },
    async open(session, { encryptedPermit, permitSalt }) {
      if (encryptedPermit === null || permitSalt === null) throw new Error('There is no permit in this result.');
      const opened = await openPermit({
        encryptedPermit,
        permitSalt,
        deviceAgreementKey: keys.agreement,
        sessionServerPublicKey: session.publicKey,
        context: { version: 1, sessionId: session.sessionId, deviceId },
      });
      if (!opened.ok) throw new Error(`The permit cannot be opened: ${opened.code}.`);
      return opened.value;
    },
  };
}

function createReport(deviceId: string, facts: DeviceReport['facts']): DeviceReport {
  return {
    schemaVersion: 1,
    client: {
      version: PRODUCT_VERSION,
      installScope: 'development',
      codeHash: '0'.repeat(64),
      keyProtection: 'file',
      systemRoot: 'real',
    },
    device: {
      deviceId,
      deviceName: 'NADIA-LT-0427',
      deviceLoginName: 'nadia',
      operatingSystem: 'linux',
      osVersionCaption: 'Debian GNU/Linux 12',
      deviceType: 0,
      model: 'Model',
      manufacturer: 'Maker',
      serialNumber: '',
    },
    facts,
  };
}
