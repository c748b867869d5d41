import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthnRequest,
  acceptAuthnRequest,
  createMetadata,
  issueErrorResponse,
  issueResponse,
  receiveRedirect,
  type SigningKey,
  serviceProviderSchema,
} from './index.ts';
import type { IssueOptions } from './issue-response.ts';
import type { ServiceProvider } from './service-provider.ts';
import { gateKey, strangerKey } from './testing/fixtures.ts';
import {
  type RunningWorkApp,
  runWorkApp,
  startTestGate,
  startWorkApp,
  type TestGate,
} from './testing/work-app-process.ts';

let gate: TestGate;
let workApp: RunningWorkApp;
let record: ServiceProvider;
let timesAsked = 0;
const nextKey = strangerKey;

beforeAll(async () => {
  gate = await startTestGate((url) => {
    timesAsked += 1;
    if (timesAsked < 3) return null;
    const keys = [gateKey, nextKey] as const;
    return createMetadata({
      entityId: `${url}/saml/metadata`,
      ssoUrl: `${url}/saml/sso`,
      keys,
      wantAuthnRequestsSigned: false,
    });
  });
  workApp = await startWorkApp(gate.url);
  record = serviceProviderSchema.parse({
    entityId: `${workApp.url}/saml/metadata`,
    acsUrls: [{ url: `${workApp.url}/saml/acs`, index: 0, isDefault: true }],
  });
}, 30_000);

afterAll(async () => {
  await workApp.end();
  gate.close();
});

const get = (path: string, cookie = '') => fetch(workApp.url + path, { redirect: 'manual', headers: { cookie } });

/** Begins a sign-in as a browser does and reads the request as the gate does. */
async function begin(path = '/start'): Promise<AuthnRequest> {
  const response = await get(path);
  const location = response.headers.get('location') ?? '';
  if (!location.startsWith(`${gate.url}/saml/sso?`)) throw new Error(`Sign-in leads to "${location}".`);
  const received = receiveRedirect(location.slice(location.indexOf('?') + 1));
  if (!received.ok) throw new Error(received.message);
  const accepted = acceptAuthnRequest(received.received, {
    serviceProvider: received.received.claimedIssuer === record.entityId ? record : null,
    ssoUrl: `${gate.url}/saml/sso`,
    now: new Date(),
  });
  if (!accepted.ok) throw new Error(accepted.message);
  return accepted.request;
}

function answer(request: AuthnRequest, changes: Partial<IssueOptions> = {}, key: SigningKey = gateKey): string {
  return issueResponse(key, {
    issuer: `${gate.url}/saml/metadata`,
    serviceProvider: record,
    inResponseTo: request.id,
    acsUrl: request.acsUrl,
    now: new Date(),
    nameIdFormat: request.nameIdFormat,
    person: { id: '7', login: 'mara', email: 'mara@alderbrook.example', displayName: 'Mara <Lindqvist>' },
    authenticatedAt: new Date(),
    deviceStanding: 'compliant',
    ...changes,
  }).samlResponse;
}

function post(samlResponse: string, relayState = '/inbox'): Promise<Response> {
  const body = new URLSearchParams({ SAMLResponse: samlResponse, RelayState: relayState });
  return fetch(`${workApp.url}/saml/acs`, { method: 'POST', body, redirect: 'manual' });
}

describe('the work application', () => {
  it('has a start page, a health check and metadata', async () => {
    expect(await (await get('/')).text()).toContain('href="/start">Sign in</a>');
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/saml/metadata')).text()).toContain(`entityID="${record.entityId}"`);
    expect((await get('/nothing')).status).toBe(404);
  });

  it('waits for a gate that is not up yet, signs in, shows who and how the computer stood, and signs out', async () => {
    const request = await begin('/start?return=%2Finbox%3Ffolder%3Dwork');
    expect(timesAsked).toBeGreaterThanOrEqual(3);
    expect(request).toMatchObject({ relayState: '/inbox?folder=work', acsUrl: `${workApp.url}/saml/acs` });
    const signedIn = await post(answer(request, { deviceStanding: 'grace' }), request.relayState ?? '');
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.get('location')).toBe('/inbox?folder=work');
    const setCookie = signedIn.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/HttpOnly; SameSite=Lax/);
    const cookie = setCookie.split(';')[0] ?? '';
    const inbox = await (await get('/inbox', cookie)).text();
    expect(inbox).toContain('Signed in as Mara &lt;Lindqvist&gt;');
    expect(inbox).toContain('data-standing="grace"');
    expect(inbox).toContain('<dd data-relay-state>/inbox?folder=work</dd>');
    expect((await get('/sign-out', cookie)).status).toBe(303);
    expect((await get('/inbox', cookie)).headers.get('location')).toBe('/start?return=%2Finbox');
  });

  it('takes an answer signed with the next key, which the metadata already names', async () => {
    expect((await post(answer(await begin(), {}, nextKey))).status).toBe(303);
  });

  it('goes to its own pages only', async () => {
    for (const relayState of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '']) {
      expect((await post(answer(await begin()), relayState)).headers.get('location')).toBe('/inbox');
    }
  });

  it('takes an answer once', async () => {
    const samlResponse = answer(await begin());
    expect((await post(samlResponse)).status).toBe(303);
    expect((await post(samlResponse)).status).toBe(403);
  });

  it.each<[string, (request: AuthnRequest) => string]>([
    [
      'to no request',
      (request) => answer(request, { inResponseTo: null, serviceProvider: { ...record, allowsIdpInitiated: true } }),
    ],
    ['to another request', (request) => answer(request, { inResponseTo: '_other' })],
    ['not signed as a whole', (request) => answer(request, { serviceProvider: { ...record, signResponse: false } })],
    ['for another audience', (request) => answer(request, { serviceProvider: { ...record, audience: 'urn:x' } })],
    ['of another gate', (request) => answer(request, { issuer: 'https://evil.example/saml/metadata' })],
    ['from an hour ago', (request) => answer(request, { now: new Date(Date.now() - 3_600_000) })],
    [
      'that was changed',
      (request) =>
        Buffer.from(Buffer.from(answer(request), 'base64').toString().replace('mara@', 'root@')).toString('base64'),
    ],
    [
      'that says no',
      (request) =>
        issueErrorResponse(gateKey, {
          issuer: `${gate.url}/saml/metadata`,
          serviceProvider: record,
          inResponseTo: request.id,
          acsUrl: request.acsUrl,
          now: new Date(),
          status: 'NoPassive',
        }).samlResponse,
    ],
    ['that is no XML', () => Buffer.from('hello').toString('base64')],
  ])('shows a clear page for an answer %s', async (_name, make) => {
    const response = await post(make(await begin()));
    const text = await response.text();
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(text).toContain('You could not be signed in');
    expect(text).not.toMatch(/\n\s+at |node_modules/);
  });

  it('shows a clear page for what is no answer at all', async () => {
    expect((await fetch(`${workApp.url}/saml/acs`, { method: 'POST' })).status).toBe(400);
    expect((await get('/start?SAMLResponse=x')).status).toBe(400);
    const body = new URLSearchParams({ SAMLResponse: 'x'.repeat(300_000) });
    const response = await fetch(`${workApp.url}/saml/acs`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('That did not work');
  });

  it('says in one sentence that its port is busy or its command line wrong', async () => {
    const { port } = new URL(workApp.url);
    expect(await runWorkApp(['--port', port])).toEqual({
      exitCode: 1,
      errorOutput: `Port ${port} on 127.0.0.1 is used by another program. Choose another one with --port.\n`,
    });
    expect(await runWorkApp(['--gate', 'ftp://x'])).toMatchObject({ exitCode: 1 });
  });

  it('ends cleanly when told to', async () => {
    const another = await startWorkApp(gate.url);
    expect(await another.end()).toEqual({ exitCode: 0, errorOutput: '' });
  });
});
