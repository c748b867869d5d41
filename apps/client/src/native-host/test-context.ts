import type { FixAction, PublicJwk, PushEnvelope, SessionData } from '@vestibule/contracts';
import {
  createDeviceKeys,
  createServerSessionKey,
  createSigningKey,
  importDeviceKeys,
  importSigningKey,
  type PrivateJwk,
  publicJwk,
  type SigningKey,
  signGrant,
} from '@vestibule/device-keys';
import type { Opened, OpenRequest } from '../open/open-workplace.ts';
import type { Device } from '../state/device.ts';
import type { Registration } from '../state/registrations.ts';
import type { Sessions } from '../state/sessions.ts';
import { openLocalSystem } from '../system/local-system.ts';
import type { HostContext } from './context.ts';

export const ORIGIN = 'https://portal.example';
export const NOW = new Date('2026-11-21T08:00:00Z');
export const DEVICE_ID = '0c6a1e0e-0f5d-4d5c-9a3b-2f1f6f6e7a10';
export const SESSION_ID = '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f';

/** A client with one device and one pinned portal, and that portal's server next to it. */
export interface TestHost {
  readonly context: HostContext;
  readonly device: Device;
  readonly server: SigningKey;
  readonly serverSessionKey: PrivateJwk;
  readonly pushes: PushEnvelope[];
  readonly fixesRun: (readonly FixAction[])[];
  readonly opened: OpenRequest[];
  /** What becomes of the next window. */
  readonly windows: { answer: Opened };
  readonly modes: { readonly origin: string; readonly mode: string }[];
  readonly registered: { readonly origin: string; readonly added: Registration }[];
  readonly grant: (change?: object, signer?: SigningKey) => Promise<string>;
  readonly session: (change?: Partial<SessionData>) => Promise<SessionData>;
}

export async function createTestHost(): Promise<TestHost> {
  const device: Device = {
    deviceId: DEVICE_ID,
    keys: await importDeviceKeys(await createDeviceKeys()),
    keyProtection: 'file',
  };
  const server = await importSigningKey(await createSigningKey());
  const serverSessionKey = await createServerSessionKey();
  const pushes: PushEnvelope[] = [];
  const fixesRun: (readonly FixAction[])[] = [];
  const modes: TestHost['modes'] = [];
  const opened: OpenRequest[] = [];
  const windows: TestHost['windows'] = { answer: { ok: true } };
  const registered: TestHost['registered'] = [];
  const grant = (change: object = {}, signer = server) =>
    signGrant({ ...sessionGrant(serverSessionKey), ...change }, signer, 'test');
  return {
    device,
    server,
    serverSessionKey,
    pushes,
    fixesRun,
    modes,
    opened,
    windows,
    registered,
    grant,
    session: async (change = {}) => ({
      sessionId: SESSION_ID,
      token: 'token',
      publicKey: publicJwk(serverSessionKey),
      expirationTime: '2026-11-21T09:00:00.000Z',
      nonce: 'first-nonce',
      signIn: 'sign-in',
      grant: await grant(),
      ...change,
    }),
    context: createContext(device, server.publicKey, { pushes, fixesRun, modes, opened, windows, registered }),
  };
}

function sessionGrant(serverSessionKey: PrivateJwk) {
  return {
    use: 'session' as const,
    iss: ORIGIN,
    deviceId: DEVICE_ID,
    origin: ORIGIN,
    exp: NOW.getTime() / 1000 + 60,
    sessionId: SESSION_ID,
    companyName: 'Acme',
    serverKey: publicJwk(serverSessionKey),
  };
}

function createContext(
  device: Device,
  serverKey: PublicJwk,
  {
    pushes,
    fixesRun,
    modes,
    opened,
    windows,
    registered,
  }: Pick<TestHost, 'pushes' | 'fixesRun' | 'modes' | 'opened' | 'windows' | 'registered'>,
): HostContext {
  const usedGrants = new Set<string>();
  let sequence = 0;
  return {
    now: () => NOW,
    system: openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => NOW }),
    device: async () => ({ ok: true, device }),
    installation: async () => ({
      version: 1,
      portals: [{ origin: ORIGIN, serverKey }],
      extensionIds: [],
      manifests: [],
    }),
    sessions: { full: createSessions(), restricted: createSessions(), firstVersion: createSessions() },
    reports: () => ({ read: async () => ({ report: REPORT, importantDataHash: 'hash' }) }),
    nextSequence: async () => ++sequence,
    lastReportAt: async () => (sequence === 0 ? null : NOW),
    runFixes: async (actions) => {
      fixesRun.push(actions);
      return actions.map(({ fixActionType }) => ({ fixActionType, outcome: 'fixed', undo: 'Turn it off again.' }));
    },
    setMode: async (origin, mode) => void modes.push({ origin, mode }),
    register: async (origin, added) => void registered.push({ origin, added }),
    open: async (request) => {
      opened.push(request);
      return windows.answer;
    },
    diagnose: async () => [{ ok: true, text: 'Fine' }],
    push: (push) => void pushes.push(push),
    onReported: () => undefined,
    claimGrant: async ({ jti }) => !usedGrants.has(jti) && usedGrants.add(jti).has(jti),
  };
}

function createSessions<Session>(): Sessions<Session> {
  const sessions = new Map<string, Session>();
  return {
    get: async (origin) => sessions.get(origin) ?? null,
    set: async (origin, session) => void sessions.set(origin, session),
    remove: async (origin) => void sessions.delete(origin),
  };
}

/** A report of this test's computer. */
export const REPORT = {
  schemaVersion: 1,
  client: {
    version: '3.6.0',
    installScope: 'development',
    codeHash: '0'.repeat(64),
    keyProtection: 'file',
    systemRoot: 'real',
  },
  device: {
    deviceId: DEVICE_ID,
    deviceName: 'ada-laptop',
    deviceLoginName: 'ada',
    operatingSystem: 'linux',
    osVersionCaption: 'Debian GNU/Linux 12 (bookworm)',
    deviceType: 0,
    model: '',
    manufacturer: '',
    serialNumber: '',
  },
  facts: { firewall: { source: 'test', readAt: NOW.toISOString(), value: { isOn: true } } },
} as const;
