import type { FakePorts } from '@vestibule/flows/testing';
import { vi } from 'vitest';
import { createServerPort } from '../adapters/server.ts';

/** A request as it left the page. */
export interface Sent {
  /** `GET https://host/path`; without an origin where it is the page's own. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** As text; null: there is none. */
  readonly body: string | null;
}

/** What a server answers to `GET /path`: a body, or a status with one. */
export type Answers = Readonly<Record<string, unknown>>;

export const status = (code: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status: code });

export const refusal = (code: number, error: string) =>
  status(code, { code: error, message: 'In words.', correlationId: 'correlation' });

/**
 * The portal's own way to the server, over a fetch that is written down. What is not answered is a 404.
 * @param answers written from the specification, not from the contract's table
 */
export function recordServer(ports: FakePorts, answers: Answers): { ports: FakePorts; sent: Sent[] } {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    const { origin, pathname, searchParams } = new URL(address, 'https://page.example');
    const path = `${options.method} ${pathname}`;
    sent.push({
      call: origin === 'https://page.example' ? path : `${options.method} ${origin}${pathname}`,
      query: Object.fromEntries(searchParams),
      headers: new Headers(options.headers),
      body: options.body as string | null,
    });
    const answer = answers[path];
    if (answer instanceof Response) return answer.clone();
    return answer === undefined ? refusal(404, 'not_found') : Response.json(answer);
  });
  return { ports: { ...ports, server: createServerPort('7KQ-42M') }, sent };
}

/** What a row of a table says of a request. A header that is null is not sent. */
export interface Row {
  readonly ids: string;
  readonly call: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly body?: unknown;
}

/** The request of a row as the row is written, so that one `toEqual` says what is different. */
export function readAs({ query, headers, body }: Row, request: Sent | undefined) {
  if (request === undefined) return null;
  const named = Object.entries(headers ?? {}).map(([name, wanted]) => {
    const value = request.headers.get(name);
    return [name, wanted instanceof RegExp && wanted.test(value ?? '') ? wanted : value] as const;
  });
  return {
    ...(query === undefined ? {} : { query: request.query }),
    ...(headers === undefined ? {} : { headers: Object.fromEntries(named) }),
    ...(body === undefined ? {} : { body: request.body === null ? null : (JSON.parse(request.body) as unknown) }),
  };
}

/** The row without its name. */
export function wantedOf({ query, headers, body }: Row) {
  return {
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
}

export const SESSION_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const KEY = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
const SESSION = {
  sessionId: SESSION_ID,
  publicKey: KEY,
  expirationTime: '2026-01-01T01:00:00.000Z',
  nonce: 'first-nonce',
  signIn: 'this sign-in',
  grant: 'grant',
};
const WITHOUT_USER = {
  user: { id: '48210', displayName: 'Nadia Keller' },
  company: { id: 'c', displayName: 'Alderbrook' },
};

/** What the server of a company with an endpoint of its own answers: every token is another one. */
export const ANSWERS: Answers = {
  'GET /api/device-compliance/v1/settings': {
    user: {
      ...WITHOUT_USER.user,
      login: 'nadia',
      upn: 'nadia@alderbrook.example',
      email: 'nadia@alderbrook.example',
      type: 'Contractor',
      updateChannel: '',
      isFastCheckModeEnabled: false,
      isRemediationEnabled: true,
      isDevicesMenuItemEnabled: true,
      specialUpdateChannelsEnabled: false,
      requireNativeAppInstallation: false,
      deviceUserId: 'd',
    },
    company: {
      ...WITHOUT_USER.company,
      mspId: null,
      name: 'alderbrook',
      topLevelDomain: 'alderbrook.example',
      supportPhone: '',
      logoUrl: null,
    },
    silo: {
      id: 'eu-1',
      clientDownloadBasePath: 'https://gate.example/download',
      regions: ['eu'],
      devicesV2ApiEndpoints: [{ id: 'main', url: 'https://devices.example', isMain: true }],
    },
    displaySessionId: '7KQ-42M',
    signIn: 'this sign-in',
    push: { url: 'https://gate.example/api/online/v1/events' },
    productName: 'Workplace',
    isDemo: false,
  },
  'GET /api/auth-service/v1/access-token': { accessToken: 'access', expiresIn: 3600, scope: 'device-v2' },
  'POST /api/devices/v2/session': { ...SESSION, token: 'of-session' },
  'POST /api/devices/v2/restricted-session': {
    ...SESSION,
    accessToken: 'restricted',
    config: { devicesV2: { token: 'restricted', session: { id: SESSION_ID }, endpoints: [] }, ...WITHOUT_USER },
  },
  'PUT /api/devices/v2/restricted-session': { accessToken: 'confirmed', sessionId: SESSION_ID },
  'GET /api/devices/v2/upload-url': { uploadUrl: 'https://store.example/one-time' },
  'PUT /one-time': status(204),
  'POST /api/devices/v2/saml-response': {
    actionUrl: 'https://app.example/acs',
    samlResponse: 'signed',
    relayState: 'relay',
  },
  'POST /api/devices/v2/saml-login-activity': status(204),
  'POST /api/activity/v3': status(204),
};
