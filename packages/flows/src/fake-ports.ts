import type { CheckResult, MessageType, PushEnvelope, SamlPostData, SessionData } from '@vestibule/contracts';
import type { CallResult, MessageResult, PortalCallName, Ports } from './ports.ts';

type Answer = (input: unknown) => unknown;

/** Ports for tests: every answer can be replaced, every call and message is recorded. */
export interface FakePorts extends Ports {
  readonly calls: { readonly name: PortalCallName | 'upload'; readonly input: unknown }[];
  readonly messages: { readonly type: MessageType; readonly request: unknown }[];
  readonly submitted: SamlPostData[];
  readonly visited: string[];
  onCall(name: PortalCallName | 'upload', answer: Answer): void;
  onMessage(type: MessageType, answer: Answer): void;
  push(push: PushEnvelope): void;
  isExtensionThere: boolean;
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
  const ports: FakePorts = {
    calls: [],
    messages: [],
    submitted: [],
    visited: [],
    isExtensionThere: true,
    onCall: (name, answer) => callAnswers.set(name, answer),
    onMessage: (type, answer) => messageAnswers.set(type, answer),
    push: (push) => {
      for (const listener of listeners) listener(push);
    },
    server: {
      call: async (name, input) => {
        ports.calls.push({ name, input });
        return (callAnswers.get(name)?.(input) ?? unreachable) as never;
      },
      upload: async (address, text) => {
        ports.calls.push({ name: 'upload', input: { address, text } });
        return (callAnswers.get('upload')?.({ address, text }) ?? unreachable) as never;
      },
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
    page: { submitForm: (data) => ports.submitted.push(data), goTo: (path) => ports.visited.push(path) },
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

/** A computer and a server on which everything works. */
export function createWorkingPorts(result: () => CheckResult | null): FakePorts {
  const ports = createFakePorts();
  ports.onMessage('get-device-name', () => said({ id: 'id', deviceName: 'NADIA-LT-0427', clientVersion: '3.6.0' }));
  ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
  ports.onMessage('devices-v2/get-create-session-parameters', () => said({ deviceId: 'device' }));
  ports.onMessage('devices-v2/set-session-data', () => said({}));
  ports.onMessage('devices-v2/remove-session-data', () => said({}));
  ports.onMessage('devices-v2/get-device-data', () =>
    said({
      lookupId: 'lookup',
      importantDataHash: 'hash-1',
      signedReport: { protected: '', payload: '', signature: '' },
    }),
  );
  ports.onMessage('devices-v2/decrypt-permit', () => said({ permit: 'permit' }));
  ports.onCall('accessToken', () => answered({ accessToken: 'token', expiresIn: 3600, scope: 'device-v2' }));
  ports.onCall('createSession', () => answered(fakeSession));
  ports.onCall('uploadUrl', () => answered({ uploadUrl: 'https://gate.example/upload/1' }));
  ports.onCall('upload', () => answered(null, 204));
  ports.onCall('checkResult', () => {
    const body = result();
    return body === null ? answered(null, 204) : answered(body);
  });
  ports.onCall('samlResponse', () =>
    answered({ actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' }),
  );
  return ports;
}

/** Lets every promise that is ready settle, so that a chart reaches the state it now waits in. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}
