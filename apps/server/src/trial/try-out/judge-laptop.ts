import { randomUUID } from 'node:crypto';
import { LOOKS, syntheticFacts } from '@vestibule/checks';
import {
  type CheckResult,
  type DeviceReport,
  PRODUCT_VERSION,
  type SyntheticLaptop,
  type TryOutVerdict,
} from '@vestibule/contracts';
import { evaluate, mayContinue, type Policy } from '@vestibule/policy';
import type { ServerContext } from '../../context/server-context.ts';

/** In place of what ties a real report to a real session: no check of the server takes it. */
const NO_NONCE = 'synthetic';

/**
 * Judges a synthetic laptop as the server judges every report, by `evaluate`. What comes back holds no permit and no
 * response, and names no session, device or person: there is nothing in it that could be redeemed.
 */
export function judgeLaptop(context: ServerContext, policy: Policy, laptop: SyntheticLaptop): TryOutVerdict {
  const now = context.now();
  const report = reportOf(laptop, policy, now);
  const isEnrollmentOffered = context.configuration.managedDeviceService !== null;
  const evaluation = evaluate({ report, policy, now, isEnrollmentOffered, lifecycle: context.lifecycle });
  const { securityChecks, complianceStatus, policyMode } = evaluation;
  const { device } = report;
  const result: CheckResult = {
    securityChecks,
    complianceStatus,
    policyMode,
    loginId: null,
    samlResponseData: null,
    encryptedPermit: null,
    permitSalt: null,
    nonce: NO_NONCE,
    reportSequence: 1,
    disclaimer: context.configuration.disclaimer,
    deviceData: { clientVersion: PRODUCT_VERSION, isClientVersionUpToDate: true },
    checksExpired: false,
    deviceOsType: device.operatingSystem,
    deviceName: device.deviceName,
    deviceType: device.deviceType,
    osVersionCaption: device.osVersionCaption,
    clientVersion: PRODUCT_VERSION,
    model: device.model,
    manufacturer: device.manufacturer,
    serialNumber: device.serialNumber,
    deviceLoginName: device.deviceLoginName,
  };
  return { result, mayContinue: mayContinue(evaluation, policy) };
}

/** Unsigned, and made again for each verdict: it is of no device that there is. */
function reportOf(laptop: SyntheticLaptop, policy: Policy, now: Date): DeviceReport {
  const look = LOOKS[laptop.system];
  const release = laptop.bad.includes('OSSupported') ? look.tooOld : look.current;
  return {
    schemaVersion: 1,
    client: {
      version: PRODUCT_VERSION,
      installScope: 'machine',
      codeHash: '0'.repeat(64),
      keyProtection: 'file',
      systemRoot: 'scratch',
    },
    device: {
      deviceId: randomUUID(),
      deviceName: look.deviceName,
      deviceLoginName: 'synthetic',
      operatingSystem: laptop.system,
      osVersionCaption: release.name,
      deviceType: 0,
      model: look.model,
      manufacturer: look.manufacturer,
      serialNumber: '',
    },
    facts: syntheticFacts(laptop, (type) => policy.checks[type]?.parameters, now),
  };
}
