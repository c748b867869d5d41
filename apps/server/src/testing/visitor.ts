import { deflateRawSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import {
  type ApiError,
  type CheckResult,
  COOKIES,
  type DeviceReport,
  type FlattenedJws,
  HEADERS,
  type SamlPostData,
  type SessionData,
} from '@vestibule/contracts';
import type { SimulatedDevice } from '@vestibule/testing';
import { DEMO_PEOPLE } from '../subjects/people/trial-people.ts';
import { send } from './send.ts';
import type { TestServer } from './test-server.ts';

export interface Reply<Body> {
  readonly status: number;
  readonly body: Body & Partial<ApiError>;
  readonly headers: Headers;
}

interface Asking {
  readonly method?: string;
  readonly body?: unknown;
  /** Sent as a form would send it, instead of a JSON body. */
  readonly form?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** Leaves out the XSRF header that a page would send. */
  readonly withoutXsrf?: boolean;
}

/** Where a visitor goes: the company's address, on the server that serves it. */
export type Place = Pick<TestServer, 'url' | 'port' | 'context'>;

/** Someone with a browser's cookie jar, but without a browser. */
export class Visitor {
  readonly server: Place;
  readonly cookies = new Map<string, string>();
  token = '';

  constructor(server: Place) {
    this.server = server;
  }

  async ask<Body = unknown>(path: string, asking: Asking = {}): Promise<Reply<Body>> {
    const { method = 'GET', body, form, headers = {}, withoutXsrf = false } = asking;
    const json = body === undefined ? undefined : JSON.stringify(body);
    const text = form === undefined ? json : new URLSearchParams(form).toString();
    const contentType = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const xsrf = this.cookies.get(COOKIES.xsrf);
    const sending = {
      method,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(text === undefined ? {} : { 'content-type': contentType }),
        ...(xsrf === undefined || withoutXsrf ? {} : { [HEADERS.xsrf]: xsrf }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    };
    const { url, port } = this.server;
    const address = path.startsWith('http') ? path : `${url}${path}`;
    // Two servers of one installation have one address between them.
    const isOurs = new URL(address).port === new URL(url).port;
    const response = await send(address, sending, isOurs ? port : undefined);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)));
    }
    const isJson = response.text !== '' && response.headers.get('content-type')?.includes('json') === true;
    const parsed: unknown = isJson ? JSON.parse(response.text) : response.text;
    return { status: response.status, body: parsed as Body & Partial<ApiError>, headers: response.headers };
  }

  async signIn(person: 0 | 1 = 0, loginMarker?: string): Promise<Reply<{ continueTo: string }>> {
    const { login, password } = DEMO_PEOPLE[person];
    return this.ask('/api/online/v1/sign-in', { method: 'POST', body: { login, password, loginMarker } });
  }

  /** Opens the work application: @returns the handle of the pending sign-in */
  async openApplication(changes: RequestChanges = {}): Promise<string> {
    const reply = await this.ask(`/saml/sso?${createAuthnRequest(this.server, changes)}`);
    return new URL(reply.headers.get('location') ?? '', this.server.url).searchParams.get('login') ?? '';
  }

  device<Body>(path: string, asking: Asking = {}): Promise<Reply<Body>> {
    return this.ask(path, { ...asking, headers: { authorization: `JWT ${this.token}`, ...asking.headers } });
  }

  async openSession(device: SimulatedDevice): Promise<SessionData> {
    const access = await this.ask<{ accessToken: string }>('/api/auth-service/v1/access-token', {
      headers: { [HEADERS.scope]: 'device-v2' },
    });
    this.token = access.body.accessToken;
    const session = await this.device<SessionData>('/api/devices/v2/session', {
      method: 'POST',
      body: await device.parameters(),
    });
    return session.body;
  }

  /** @returns how the upload was answered, or how it was refused to give it a place */
  async upload(session: SessionData, report: FlattenedJws): Promise<Reply<unknown>> {
    const query = new URLSearchParams({
      sessionId: session.sessionId,
      deviceDataVersion: '1',
      deviceDataLength: String(Buffer.byteLength(JSON.stringify(report))),
      dataFormat: 'json',
      isLogin: 'true',
    });
    const place = await this.device<{ uploadUrl: string }>(`/api/devices/v2/upload-url?${query.toString()}`);
    return place.status === 200 ? this.ask(place.body.uploadUrl, { method: 'PUT', body: report }) : place;
  }

  async report(session: SessionData, device: SimulatedDevice, facts: DeviceReport['facts']): Promise<Reply<unknown>> {
    return this.upload(session, await device.sign(session, facts));
  }

  checkResult(session: SessionData, loginMarker?: string): Promise<Reply<CheckResult>> {
    const marker = loginMarker === undefined ? '' : `&loginMarker=${loginMarker}`;
    return this.device(`/api/devices/v2/check-result?sessionId=${session.sessionId}${marker}`);
  }

  redeem(permit: string): Promise<Reply<SamlPostData>> {
    return this.ask('/api/devices/v2/saml-response', { method: 'POST', body: permit });
  }
}

export interface RequestChanges {
  readonly acs?: string;
  readonly id?: string;
  readonly issuer?: string;
  readonly isPassive?: boolean;
  readonly forceAuthn?: boolean;
  readonly nameIdFormat?: string;
}

/** An unsigned AuthnRequest of the trial's work application, as the query of the Redirect binding. */
export function createAuthnRequest(
  server: Place,
  {
    acs = 'http://127.0.0.1:8081/saml/acs',
    id = `_${randomUUID()}`,
    issuer = 'http://127.0.0.1:8081/saml/metadata',
    isPassive = false,
    forceAuthn = false,
    nameIdFormat,
  }: RequestChanges = {},
): string {
  const policy = nameIdFormat === undefined ? '' : `<samlp:NameIDPolicy Format="${nameIdFormat}"/>`;
  const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" IsPassive="${isPassive}" ForceAuthn="${forceAuthn}" Version="2.0" IssueInstant="${server.context.now().toISOString()}" Destination="${server.url}/saml/sso" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${acs}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>${policy}</samlp:AuthnRequest>`;
  return new URLSearchParams({
    SAMLRequest: deflateRawSync(Buffer.from(xml)).toString('base64'),
    RelayState: '/inbox?folder=Münch & Söhne',
  }).toString();
}
