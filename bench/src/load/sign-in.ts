import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { type CheckResult, COOKIES, HEADERS, type SessionData } from '@vestibule/contracts';
import { fact, type SimulatedDevice } from '@vestibule/testing';
import type { Answer, Asked, HttpConnection, Times } from './http-connection.ts';

/** A person in a browser, at a computer of their own with real keys. */
export interface Person {
  readonly login: string;
  readonly connection: HttpConnection;
  readonly device: SimulatedDevice;
}

/** The address that people open, and the work application that waits. */
export interface Place {
  readonly url: string;
  readonly workApp: string;
}

const FACTS = {
  operatingSystem: fact({ family: 'linux', id: 'debian', version: '12', name: 'Debian GNU/Linux 12' }),
  automaticUpdates: fact({ state: 'on', mechanism: 'unattended-upgrades' }),
};
const TRIES = 100;

/** Signs a person in by login and password, once, before what is measured. */
export async function enterPassword(
  { connection, login }: Person,
  password: string,
  times: Times | null,
): Promise<void> {
  const body = JSON.stringify({ login, password });
  expectStatus(await connection.ask('password', '/api/online/v1/sign-in', { method: 'POST', body }, times), 200);
}

/**
 * One complete sign-in to a work application by SAML, of a person whose session is there: a device session with an exchange
 * of keys, one signed report, one permit, one signed assertion, in eleven calls.
 * @param times takes how long each call took, by its name
 * @returns the signed response
 * @throws Error when an answer is not the expected one
 */
export async function signInOnce({ connection, device }: Person, place: Place, times: Times | null): Promise<string> {
  const ask = (name: string, path: string, asked: Asked = {}) => connection.ask(name, path, asked, times);
  const started = await ask('saml/sso', `/saml/sso?${authnRequest(place)}`);
  const continued = await ask('saml/continue', pathOf(expectStatus(started, 302, 303).location, place));
  const marker = new URL(expectStatus(continued, 302, 303).location, place.url).searchParams.get('login') ?? '';

  const waiting = await ask('pending-sign-in', `/api/online/v1/pending-sign-in/${marker}`);
  expectStatus(waiting, 200);

  const access = await ask('access-token', '/api/auth-service/v1/access-token', {
    headers: { [HEADERS.scope]: 'device-v2' },
  });
  const { accessToken } = parse(access) as { accessToken: string };
  const asDevice = (asked: Asked = {}): Asked => ({
    ...asked,
    headers: { authorization: `JWT ${accessToken}`, ...xsrf(connection) },
  });
  const opened = await ask(
    'session',
    '/api/devices/v2/session',
    asDevice({ method: 'POST', body: JSON.stringify(await device.parameters()) }),
  );
  const session = parse(opened) as SessionData;

  const report = JSON.stringify(await device.sign(session, FACTS));
  const query = new URLSearchParams({
    sessionId: session.sessionId,
    deviceDataVersion: '1',
    deviceDataLength: String(Buffer.byteLength(report)),
    dataFormat: 'json',
    isLogin: 'true',
  });
  const given = await ask('upload-url', `/api/devices/v2/upload-url?${query.toString()}`, asDevice());
  const { uploadUrl } = parse(given) as { uploadUrl: string };
  expectStatus(await ask('upload', pathOf(uploadUrl, place), { method: 'PUT', body: report }), 200, 204);

  const result = await resultOf((path) => ask('check-result', path, asDevice()), session.sessionId, marker);
  const permit = await device.open(session, result);
  const redeemed = await ask('saml-response', '/api/devices/v2/saml-response', {
    method: 'POST',
    body: JSON.stringify(permit),
    headers: xsrf(connection),
  });
  const { samlResponse } = parse(redeemed) as { samlResponse?: string };
  if (samlResponse === undefined) throw new Error('There is no assertion.');

  const activity = JSON.stringify(describe(result));
  expectStatus(
    await ask('login-activity', '/api/devices/v2/saml-login-activity', asDevice({ method: 'POST', body: activity })),
    204,
  );
  const verb = JSON.stringify({ verb: 'deviceLoginStateSuccess', details: { deviceName: 'NADIA-LT-0427' } });
  expectStatus(await ask('activity', '/api/activity/v3', asDevice({ method: 'POST', body: verb })), 204);
  return samlResponse;
}

/** 204 says that the report is not judged yet. */
async function resultOf(
  ask: (path: string) => Promise<Answer>,
  sessionId: string,
  marker: string,
): Promise<CheckResult> {
  const path = `/api/devices/v2/check-result?sessionId=${sessionId}&loginMarker=${marker}`;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask(path);
    if (answer.status !== 204) return parse(answer) as CheckResult;
  }
  throw new Error('The report was never judged.');
}

function authnRequest({ url, workApp }: Place): string {
  const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${url}/saml/sso" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${workApp}/saml/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${workApp}/saml/metadata</saml:Issuer></samlp:AuthnRequest>`;
  const encoded = deflateRawSync(Buffer.from(xml)).toString('base64');
  return new URLSearchParams({ SAMLRequest: encoded, RelayState: '/inbox' }).toString();
}

function describe(result: CheckResult) {
  const checks = result.securityChecks ?? [];
  return {
    securityChecks: checks.map(({ checkType, isPassed, isRequired }) => ({ checkType, isPassed, isRequired })),
    deviceOsType: 'linux',
    deviceName: 'NADIA-LT-0427',
    deviceType: 0,
    osVersionCaption: 'Debian GNU/Linux 12',
    clientVersion: '3.6.0',
    model: 'Model',
    manufacturer: 'Maker',
    serialNumber: '',
    deviceLoginName: 'nadia',
  };
}

function xsrf({ cookies }: HttpConnection): Record<string, string> {
  const token = cookies.get(COOKIES.xsrf);
  return token === undefined ? {} : { [HEADERS.xsrf]: decodeURIComponent(token) };
}

function pathOf(address: string, { url }: Place): string {
  const { pathname, search } = new URL(address, url);
  return `${pathname}${search}`;
}

function expectStatus(answer: Answer, ...expected: readonly number[]): Answer {
  if (!expected.includes(answer.status))
    throw new Error(`${answer.status} instead of ${expected.join(' or ')}: ${answer.text.slice(0, 300)}`);
  return answer;
}

function parse(answer: Answer): unknown {
  return JSON.parse(expectStatus(answer, 200, 201).text);
}
