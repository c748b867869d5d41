import { syntheticFacts } from '@vestibule/checks';
import type { CheckType, DeviceReport, FactReading, UnavailableReason } from '@vestibule/contracts';

const ORIGIN = { source: 'test', readAt: '2026-11-21T09:00:00.000Z' };

/** Facts of a Linux computer as the folders of the checks make them up. */
export function madeUpFacts(bad: readonly CheckType[]): Readonly<Record<string, unknown>> {
  const facts = syntheticFacts({ system: 'linux', bad: [...bad], unread: [] }, () => ({}), new Date(ORIGIN.readAt));
  return Object.fromEntries(
    Object.entries(facts).map(([name, reading]) => [name, 'value' in reading ? reading.value : undefined]),
  );
}

/** Facts of a computer on which everything is as it should be. */
export const GOOD_FACTS: Readonly<Record<string, unknown>> = {
  ...madeUpFacts([]),
  operatingSystem: { family: 'linux', id: 'ubuntu', version: '24.04', name: 'Ubuntu 24.04' },
  registration: { state: 'approved' },
  threats: { product: 'Microsoft Defender', active: [] },
  signInSecret: { secret: 'set', automaticSignIn: null },
  firewall: { isOn: true, manager: 'ufw', gaps: [] },
  antivirus: {
    products: [
      {
        id: 'defender',
        name: 'Microsoft Defender',
        isRunning: true,
        isRealtimeOn: true,
        areDefinitionsCurrent: true,
        definitionsFrom: null,
      },
    ],
  },
  encryption: { state: 'encrypted', volume: '/dev/mapper/root' },
  automaticUpdates: { state: 'on', mechanism: 'unattended-upgrades' },
  screenLock: { desktop: 'GNOME', idleSeconds: 300, asksPassword: true, graceSeconds: 0, managedSettings: [] },
  management: { services: [{ id: 'fleet', name: 'Fleet', isEnrolled: true }] },
  agents: {
    agents: [
      { name: 'fleet', state: 'running' },
      { name: 'fci-agent', state: 'running' },
    ],
  },
};

export const DEVICE_ID = '11111111-2222-4333-8444-555555555555';

/** A report with good facts, some of them replaced; `undefined` leaves one out. */
export function createReport(changes: Readonly<Record<string, FactReading | undefined>> = {}): DeviceReport {
  const facts = Object.entries(GOOD_FACTS).map(([name, value]) => [name, { ...ORIGIN, value }] as const);
  const changed = Object.entries({ ...Object.fromEntries(facts), ...changes });
  return {
    schemaVersion: 1,
    client: {
      version: '3.6.0',
      installScope: 'machine',
      codeHash: '0'.repeat(64),
      keyProtection: 'file',
      systemRoot: 'real',
    },
    device: {
      deviceId: DEVICE_ID,
      deviceName: 'NADIA-LT-0427',
      deviceLoginName: 'nadia',
      operatingSystem: 'linux',
      osVersionCaption: 'Ubuntu 24.04',
      deviceType: 0,
      model: '',
      manufacturer: '',
      serialNumber: '',
    },
    facts: Object.fromEntries(changed.flatMap(([name, reading]) => (reading === undefined ? [] : [[name, reading]]))),
  };
}

/** A fact that was read. */
export function fact(value: unknown, more: { readonly managed?: boolean } = {}): FactReading {
  return { ...ORIGIN, value, ...more };
}

/** A fact that could not be read. */
export function noFact(unavailable: UnavailableReason): FactReading {
  return { ...ORIGIN, unavailable };
}
