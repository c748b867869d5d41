import type { CheckResult, MessageType, PushEnvelope, SamlPostData, SessionData } from '@vestibule/contracts';
import type { PushSaid } from './push/push.ts';
import type { Remembered, RememberedName } from './memory-port.ts';
import type { CallResult, MessageResult, PortalCallName, Ports } from './ports.ts';

type Answer = (input: unknown) => unknown;

/** Ports for tests: every answer can be replaced, every call and message is recorded. */
export interface FakePorts extends Ports {
  readonly calls: { readonly name: PortalCallName | 'upload'; readonly input: unknown }[];
  readonly messages: { readonly type: MessageType; readonly request: unknown }[];
  readonly submitted: SamlPostData[];
  readonly visited: string[];
  /** Those of them that a person asked for. */
  readonly chosen: string[];
  readonly downloaded: string[];
  readonly left: string[];
  readonly opened: string[];
  readonly saved: { readonly name: string; readonly text: string }[];
  readonly logged: string[];
  readonly remembered: Map<RememberedName, unknown>;
  onCall(name: PortalCallName | 'upload', answer: Answer): void;
  onMessage(type: MessageType, answer: Answer): void;
  push(push: PushEnvelope): void;
  /** What the server pushes. */
  say(said: PushSaid): void;
  isExtensionThere: boolean;
  /** What the server port says of the clock. */
  clockOffset: number | null;
}

export const answered = <Body>(body: Body, status = 200): CallResult<Body> => ({ kind: 'answer', status, body });
export const refused = (status: number, code: string) => ({ kind: 'refused', status, code });
export const unreachable = { kind: 'unreachable' } as const;
export const said = <Value>(answer: Value): MessageResult<Value> => ({ kind: 'answer', answer });
export const failedWith = (code: string, detail?: string) => ({
  kind: 'failed',
  error: { code, message: code, ...(detail === undefined ? {} : { detail }) },
});

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;

export const fakeSession: SessionData = {
  sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  token: 'token',
  publicKey: key,
  expirationTime: '2026-01-01T01:00:00.000Z',
  nonce: 'first-nonce',
  signIn: 'this sign-in',
  grant: 'grant',
};

export function createFakePorts(): FakePorts {
  const callAnswers = new Map<string, Answer>();
  const messageAnswers = new Map<string, Answer>();
  const listeners = new Set<(push: PushEnvelope) => void>();
  const hearers = new Set<(said: PushSaid) => void>();
  const ports: FakePorts = {
    calls: [],
    messages: [],
    submitted: [],
    visited: [],
    chosen: [],
    downloaded: [],
    left: [],
    opened: [],
    saved: [],
    logged: [],
    remembered: new Map(),
    isExtensionThere: true,
    clockOffset: null,
    onCall: (name, answer) => callAnswers.set(name, answer),
    onMessage: (type, answer) => messageAnswers.set(type, answer),
    push: (push) => {
      for (const listener of listeners) listener(push);
    },
    say: (what) => {
      for (const hear of hearers) hear(what);
    },
    server: {
      tabCode: 'TAB-2T4',
      call: async (name, input) => {
        ports.calls.push({ name, input });
        return (callAnswers.get(name)?.(input) ?? unreachable) as never;
      },
      upload: async (address, text) => {
        ports.calls.push({ name: 'upload', input: { address, text } });
        return (callAnswers.get('upload')?.({ address, text }) ?? unreachable) as never;
      },
      clockOffsetMs: () => ports.clockOffset,
    },
    client: {
      isExtensionPresent: () => ports.isExtensionThere,
      send: async (type, request) => {
        ports.messages.push({ type, request });
        return (messageAnswers.get(type)?.(request) ?? failedWith('host-missing')) as never;
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    page: {
      submitForm: (data) => ports.submitted.push(data),
      goTo: (path, by) => {
        ports.visited.push(path);
        if (by === 'person') ports.chosen.push(path);
      },
      download: (address) => ports.downloaded.push(address),
      leaveFor: (path, by) => {
        ports.left.push(path);
        if (by === 'person') ports.chosen.push(path);
      },
      saveText: (name, text) => ports.saved.push({ name, text }),
      openTab: (address) => ports.opened.push(address),
    },
    events: {
      listen: (_address, hear) => {
        hearers.add(hear);
        return () => hearers.delete(hear);
      },
    },
    log: { write: (event, code) => ports.logged.push(`${event}: ${code}`) },
    memory: {
      read: <N extends RememberedName>(name: N) => (ports.remembered.get(name) ?? null) as Remembered[N] | null,
      write: (name, value) => ports.remembered.set(name, value),
      forget: (name) => ports.remembered.delete(name),
    },
  };
  return ports;
}

export function createCheckResult(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    securityChecks: [],
    loginId: 'nadia',
    samlResponseData: null,
    disclaimer: null,
    deviceData: { clientVersion: '3.6.0', isClientVersionUpToDate: true },
    checksExpired: false,
    complianceStatus: 'Compliant',
    policyMode: 'Strict',
    encryptedPermit: 'encrypted',
    permitSalt: 'salt',
    nonce: 'next-nonce',
    reportSequence: 1,
    deviceOsType: 'linux',
    deviceName: 'NADIA-LT-0427',
    deviceType: 0,
    osVersionCaption: 'Debian GNU/Linux 12',
    clientVersion: '3.6.0',
    model: 'Model',
    manufacturer: 'Maker',
    serialNumber: '',
    deviceLoginName: 'nadia',
    ...changes,
  };
}

export const fakeSettings = {
  user: { id: '48210', displayName: 'Nadia Keller', isFastCheckModeEnabled: false, isRemediationEnabled: true },
  company: { id: 'c', displayName: 'Alderbrook' },
  silo: { id: 'main', devicesV2ApiEndpoints: [{ id: 'main', url: 'https://gate.example', isMain: true }] },
  displaySessionId: '7KQ-42M',
  signIn: 'this sign-in',
  push: { url: 'https://gate.example/api/online/v1/events' },
  productName: 'Workplace',
  isDemo: false,
};

/** A computer and a server on which everything works. */
export function createWorkingPorts(result: () => CheckResult | null): FakePorts {
  const ports = createFakePorts();
  const { token: _token, ...session } = fakeSession;
  const config = {
    devicesV2: { token: 'restricted', session: { id: fakeSession.sessionId }, endpoints: [] },
    user: { id: '48210', displayName: 'Nadia Keller' },
    company: { id: 'c', displayName: 'Alderbrook' },
  };
  const report = { protected: '', payload: '', signature: '' };
  const messages: { readonly [type in MessageType]?: unknown } = {
    'get-device-name': { id: 'id', deviceName: 'NADIA-LT-0427', clientVersion: '3.6.0' },
    'devices-v2/get-session-data': { session: null },
    'devices-v2/get-create-session-parameters': { deviceId: 'device' },
    'devices-v2/set-session-data': {},
    'devices-v2/remove-session-data': {},
    'devices-v2/get-device-data': { lookupId: 'lookup', importantDataHash: 'hash-1', signedReport: report },
    'devices-v2/decrypt-permit': { permit: 'permit' },
    'devices-v2/get-restricted-session-config': { config: null },
    'devices-v2/get-create-restricted-session-parameters': { deviceId: 'device' },
    'devices-v2/set-restricted-session-data': {},
    'devices-v2/set-restricted-token': {},
  };
  const calls: { readonly [name in PortalCallName]?: unknown } = {
    settings: fakeSettings,
    onlineSettings: { sessionType: 'Unknown', features: [], managedDeviceService: null },
    accessToken: { accessToken: 'token', expiresIn: 3600, scope: 'device-v2' },
    createSession: fakeSession,
    createRestrictedSession: { ...session, accessToken: 'restricted', config },
    confirmRestrictedSession: { accessToken: 'confirmed', sessionId: fakeSession.sessionId },
    uploadUrl: { uploadUrl: 'https://gate.example/upload/1' },
    samlResponse: { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' },
  };
  for (const type of Object.keys(messages) as MessageType[]) ports.onMessage(type, () => said(messages[type]));
  for (const name of Object.keys(calls) as PortalCallName[]) ports.onCall(name, () => answered(calls[name]));
  for (const name of ['upload', 'activity', 'samlLoginActivity'] as const)
    ports.onCall(name, () => answered(null, 204));
  ports.onCall('checkResult', () => {
    const body = result();
    return body === null ? answered(null, 204) : answered(body);
  });
  return ports;
}

/** Lets every promise that is ready settle, so that a chart reaches the state it now waits in. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}
