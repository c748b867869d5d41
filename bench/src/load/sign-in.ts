import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { type CheckResult, COOKIES, type DeviceReport, HEADERS, type SessionData } from '@vestibule/contracts';
import { fact, type SimulatedDevice } from '@vestibule/testing';
import type { Answer, Asked, HttpConnection, Times } from './http-connection.ts';

/** A person in a browser, at a computer of their own with real keys. */
export interface Person {
  readonly login: string;
  readonly connection: HttpConnection;
  readonly device: SimulatedDevice;
  /** What the computer reports; undefined: all is well. */
  readonly facts?: DeviceReport['facts'];
}

/** The address that people open, and the work application that waits. */
export interface Place {
  readonly url: string;
  readonly workApp: string;
}

export const FACTS = {
  operatingSystem: fact({ family: 'linux', id: 'debian', version: '12', name: 'Debian GNU/Linux 12' }),
  automaticUpdates: fact({ state: 'on', mechanism: 'unattended-upgrades' }),
};
export const BAD_FACTS = { ...FACTS, automaticUpdates: fact({ state: 'off', mechanism: 'unattended-upgrades' }) };
export const OIDC_CLIENT = 'load';
export const OIDC_CALLBACK = 'http://127.0.0.1:8081/callback';
const TRIES = 100;

/** The people whom `prepareCompany` makes. */
export const loginOf = (index: number): string => `load-${index}`;

/** @param answer of `saml-response`: what stands in the register under this id */
export function assertionIdOf(answer: string): string {
  const { samlResponse } = JSON.parse(answer) as { samlResponse: string };
  return /<(?:\w+:)?Assertion[^>]*\sID="([^"]+)"/.exec(Buffer.from(samlResponse, 'base64').toString())?.[1] ?? '';
}

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
export async function signInOnce(person: Person, place: Place, times: Times | null): Promise<string> {
  return goOn(person, place, await arrive(person, place, times), times);
}

/** A work application asks who it is. @returns the marker of the sign-in that waits */
export async function arrive(person: Person, place: Place, times: Times | null): Promise<string> {
  return arriveBySaml(place, askAs(person, times));
}

/** The rest of a sign-in that waits. @returns the signed response @throws Error when the computer is kept out */
export async function goOn(person: Person, place: Place, marker: string, times: Times | null): Promise<string> {
  return (await passGate(person, place, askAs(person, times), marker)).samlResponse;
}

const askAs =
  ({ connection }: Person, times: Times | null): Ask =>
  (name, path, asked = {}) =>
    connection.ask(name, path, asked, times);

/** The same where the gate is report-only: the computer is read, and opens nothing. @returns the page that posts */
export async function signInReportOnly(person: Person, place: Place, times: Times | null): Promise<string> {
  const ask: Ask = (name, path, asked = {}) => person.connection.ask(name, path, asked, times);
  const marker = await arriveBySaml(place, ask);
  await showComputer(person, place, ask, marker);
  const page = expectStatus(await ask('continue, read', `/saml/continue?login=${marker}&read=done`), 200).text;
  if (!page.includes('SAMLResponse')) throw new Error('There is no assertion.');
  return page;
}

/** @returns the marker of the sign-in that the portal opens with */
async function arriveBySaml(place: Place, ask: Ask): Promise<string> {
  const started = await ask('saml/sso', `/saml/sso?${authnRequest(place)}`);
  const continued = await ask('saml/continue', pathOf(expectStatus(started, 302, 303).location, place));
  return new URL(expectStatus(continued, 302, 303).location, place.url).searchParams.get('login') ?? '';
}

/** The same by OpenID Connect with PKCE, to the tokens. @returns the ID token */
export async function signInByOidc(person: Person, place: Place, times: Times | null): Promise<string> {
  const ask: Ask = (name, path, asked = {}) => person.connection.ask(name, path, asked, times);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: OIDC_CLIENT,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: OIDC_CALLBACK,
    state: randomUUID(),
    nonce: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await follow(ask, 'oidc/auth', `/oidc/auth?${query.toString()}`, place);
  const { samlResponse, actionUrl } = await passGate(person, place, ask, page.searchParams.get('login') ?? '');
  const form = { method: 'POST', contentType: 'application/x-www-form-urlencoded' } as const;
  const body = new URLSearchParams({ SAMLResponse: samlResponse }).toString();
  const finished = await ask('oidc/finish', pathOf(actionUrl, place), { ...form, body });
  const callback = await follow(ask, 'oidc/auth', expectStatus(finished, 302, 303).location, place);
  const grant = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: OIDC_CLIENT,
    redirect_uri: OIDC_CALLBACK,
    code: callback.searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  const tokens = parse(await ask('oidc/token', '/oidc/token', { ...form, body: grant.toString() }));
  const { id_token: idToken } = tokens as { id_token?: string };
  if (idToken === undefined) throw new Error('There is no ID token.');
  return idToken;
}

type Ask = (name: string, path: string, asked?: Asked) => Promise<Answer>;

/** Follows redirects until the browser would show the portal, or leave for the application. */
async function follow(ask: Ask, name: string, address: string, place: Place): Promise<URL> {
  let next = new URL(address, place.url);
  while (next.origin === place.url && !next.searchParams.has('login')) {
    const answer = await ask(name, pathOf(next.href, place));
    next = new URL(expectStatus(answer, 302, 303).location, next);
  }
  // The page asks where its sign-in stands only after this: the gate binds the person to it.
  if (next.pathname.startsWith('/online'))
    return follow(ask, name, `/saml/continue?${next.searchParams.toString()}`, place);
  return next;
}

/** From the marker of a sign-in to what the portal posts to the application. */
async function passGate(person: Person, place: Place, ask: Ask, marker: string) {
  const { connection, device } = person;
  const { asDevice, session, result } = await showComputer(person, place, ask, marker);
  const permit = await device.open(session, result);
  const redeemed = await ask('saml-response', '/api/devices/v2/saml-response', {
    method: 'POST',
    body: JSON.stringify(permit),
    headers: xsrf(connection),
  });
  const { samlResponse, actionUrl } = parse(redeemed) as { samlResponse?: string; actionUrl: string };
  if (samlResponse === undefined) throw new Error('There is no assertion.');

  const activity = JSON.stringify(describe(result));
  expectStatus(
    await ask('login-activity', '/api/devices/v2/saml-login-activity', asDevice({ method: 'POST', body: activity })),
    204,
  );
  const verb = JSON.stringify({ verb: 'deviceLoginStateSuccess', details: { deviceName: 'NADIA-LT-0427' } });
  expectStatus(await ask('activity', '/api/activity/v3', asDevice({ method: 'POST', body: verb })), 204);
  return { samlResponse, actionUrl };
}

/** An exchange of keys, a signed report, and what the gate makes of it. */
async function showComputer({ connection, device, facts = FACTS }: Person, place: Place, ask: Ask, marker: string) {
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

  const report = JSON.stringify(await device.sign(session, facts));
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
  return { asDevice, session, result };
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
