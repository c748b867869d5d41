import type { Visitor } from '@vestibule/policy';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, said, settle, unreachable } from '../../fake-ports.ts';
import { startupMachine } from '../startup.ts';
import type { StartupReport } from '../startup-types.ts';

const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
export const INSTALLER = {
  url: 'https://gate.example/download/a.msi',
  params: { key: 'k' },
  token: null,
  deviceUserId: 'u',
};
export const WINDOWS: Visitor = {
  system: 'windows',
  systemVersion: '10.0.22631',
  browser: 'Chrome',
  browserVersion: '143',
};
export const MAC: Visitor = { system: 'macos', systemVersion: '14.6', browser: 'Safari', browserVersion: '18.1' };

/** The sign-in that waits. */
export function pending(mode: string) {
  return {
    loginMarker: MARKER,
    applicationName: 'Mail',
    startUrl: null,
    mode,
    workplaceAccessPolicy: 'Strict',
    isPolicyEnforced: true,
  };
}

/** A server and a computer on which startup meets nothing that holds it. */
export function createStartupPorts(clientVersion = '3.6.0'): FakePorts {
  const ports = createFakePorts();
  ports.onCall('settings', () => answered({ user: { id: '48210', login: 'nadia' }, silo: {} }));
  ports.onCall('pendingSignIn', () => answered(pending('frontline')));
  ports.onCall('onlineSettings', () => answered({ sessionType: 'Unknown', features: [] }));
  ports.onCall('supportedVersions', () => unreachable);
  ports.onCall('installerParameters', () => answered(INSTALLER));
  ports.onCall('featureFlag', () => answered({ key: 'fci', active: false }));
  ports.onMessage('get-device-name', () => said({ id: 'id', deviceName: 'NADIA-LT-0427', clientVersion }));
  ports.onMessage('set-application-mode', () => said({}));
  ports.onMessage('launch-workplace', () => said({}));
  return ports;
}

export interface StartupOptions {
  readonly visitor?: Visitor;
  readonly loginMarker?: string | null;
  readonly isStatusPage?: boolean;
  readonly isMarkerRemembered?: boolean;
}

/**
 * Runs startup until it waits or has ended.
 * @param heard takes what startup tells the home chart
 * @returns lets time pass
 */
export async function startStartup(ports: FakePorts, heard: StartupReport[], options: StartupOptions = {}) {
  const { visitor = WINDOWS, loginMarker = MARKER, isStatusPage = false, isMarkerRemembered = false } = options;
  const clock = new SimulatedClock();
  const visit = {
    origin: 'https://gate.example',
    back: null,
    isStatusPage,
    isMarkerRemembered,
    correlationId: 'correlation',
    readVisitor: async () => visitor,
  };
  const parent = createMachine({
    invoke: { src: startupMachine, input: { ports, loginMarker, visit } },
    on: { 'startup.*': { actions: ({ event }) => heard.push(event as unknown as StartupReport) } },
  });
  createActor(parent, { clock }).start();
  await settle();
  const advance = async (milliseconds: number) => {
    clock.increment(milliseconds);
    // A part that is fetched comes in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    await settle();
    await settle();
  };
  await advance(0);
  await advance(0);
  return advance;
}
