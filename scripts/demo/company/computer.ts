import { LOOKS, syntheticFacts } from '@vestibule/checks';
import { type DeviceReport, PRODUCT_VERSION } from '@vestibule/contracts';
import { createSimulatedDevice, type SimulatedDevice } from '@vestibule/testing';
import type { Member } from './staff.ts';

/** A computer that can be mended. */
export interface Computer extends SimulatedDevice {
  /** From the next report on all is well. */
  readonly mend: () => void;
}

/** A computer of someone of the trial's company: real keys and signatures, synthetic facts. */
export async function createComputer(member: Member): Promise<Computer> {
  const device = await createSimulatedDevice();
  const name = `${member.login.replace('.', '-').toUpperCase()}-LT`;
  let current = member;
  return {
    ...device,
    mend: () => {
      current = { ...member, bad: [], unread: [] };
    },
    parameters: async () => ({
      ...(await device.parameters()),
      deviceName: name,
      operatingSystem: member.system,
    }),
    sign(session, _facts, changes) {
      const now = new Date();
      const collectedAt = now.toISOString();
      const report = reportOf(current, device.deviceId, name, now);
      return device.sign(session, report.facts, { ...changes, collectedAt, report });
    },
  };
}

function reportOf({ system, bad, unread, login }: Member, deviceId: string, name: string, now: Date): DeviceReport {
  const look = LOOKS[system];
  const release = bad.includes('OSSupported') ? look.tooOld : look.current;
  return {
    schemaVersion: 1,
    client: {
      version: PRODUCT_VERSION,
      installScope: 'machine',
      codeHash: '0'.repeat(64),
      keyProtection: 'file',
      systemRoot: 'real',
    },
    device: {
      deviceId,
      deviceName: name,
      deviceLoginName: login,
      operatingSystem: system,
      osVersionCaption: release.name,
      deviceType: 0,
      model: look.model,
      manufacturer: look.manufacturer,
      serialNumber: '',
    },
    facts: syntheticFacts({ system, bad: [...bad], unread: [...unread] }, () => undefined, now),
  };
}
