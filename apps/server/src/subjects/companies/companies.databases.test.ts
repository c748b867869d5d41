import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications, companies } from '../../database/schema.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const DETAILS = CALLS.userDetails.path;

let server: TestServer;
let first: TestCompany;
let second: TestCompany;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  first = await firstCompany(server);
  second = await addCompany(server, 'second');
});
afterAll(() => server.close());

/** What the API answers at a host, whatever name it has. */
const askAt = (host: string, path: string, headers: Record<string, string> = {}, port = server.port) =>
  send(`http://${host}${path}`, { headers }, port);

const nameAt = async (host: string, headers: Record<string, string> = {}, port = server.port) =>
  (JSON.parse((await askAt(host, CALLS.publicSupportInfo.path, headers, port)).text) as { companyName?: string })
    .companyName;

describe('companies of one installation', () => {
  const hostOf = ({ url }: TestCompany) => new URL(url).host;

  describe('a host', () => {
    test('serves its own company, in capitals as well', async () => {
      expect(await nameAt(hostOf(first))).toBe('Alderbrook');
      expect(await nameAt(hostOf(second))).toBe('Company second');
      expect(await nameAt(hostOf(second).toUpperCase())).toBe('Company second');
    });

    test.each(['third.localhost', 'localhost.evil.example', '127.0.0.1', 'second.localhost'])(
      'that is no company’s gate is misdirected: %j',
      async (name) => {
        const host = name === 'second.localhost' ? name : `${name}:${server.port}`;
        for (const path of [DETAILS, CALLS.eula.path, CALLS.uploadUrl.path, '/api/openapi.json', '/api/nothing']) {
          const reply = await askAt(host, path);
          expect([path, reply.status, reply.text]).toEqual([path, 421, expect.stringContaining('host_unknown')]);
        }
        for (const path of ['/', '/device-check/', '/online/', '/online/open?token=x', '/saml/metadata', '/saml/sso']) {
          const reply = await askAt(host, path);
          expect([path, reply.status]).toEqual([path, 421]);
          expect(reply.headers.get('content-type')).toContain('text/html');
        }
        expect((await askAt(host, '/healthz')).status).toBe(200);
      },
    );

    test('is not what a header claims that anybody can send', async () => {
      const claims = {
        'x-forwarded-host': hostOf(second),
        forwarded: `host=${hostOf(second)}`,
        'x-host': hostOf(second),
      };
      expect(await nameAt(hostOf(first), claims)).toBe('Alderbrook');
      expect((await askAt(`nobody:${server.port}`, DETAILS, { 'x-forwarded-host': hostOf(first) })).status).toBe(421);
    });

    test('is not in any address that is handed out: those are stored', async () => {
      const visitor = new Visitor(second);
      await visitor.signIn(0);
      const { body } = await visitor.ask<{ push: { url: string } }>(CALLS.settings.path, {
        headers: { host: hostOf(second).toUpperCase(), 'x-forwarded-host': 'evil.example' },
      });
      expect(body.push.url).toBe(`${second.url}${CALLS.events.path}`);
      expect((await visitor.ask<string>('/saml/metadata')).body).toContain(`entityID="${second.url}/saml/metadata"`);
      expect((await new Visitor(first).ask<string>('/saml/metadata')).body).not.toContain(second.url);
    });

    test('answers by the company’s own keys', async () => {
      const certificateOf = async (place: TestCompany) =>
        /<ds:X509Certificate>([^<]+)/.exec((await new Visitor(place).ask<string>('/saml/metadata')).body)?.[1];
      expect(await certificateOf(first)).not.toBe(await certificateOf(second));
    });

    test('moves with the company', async () => {
      const { database } = server.context;
      const moved = await addCompany(server, 'moving');
      const url = moved.url.replace('moving', 'moved');
      await database.update(companies).set({ publicUrl: url }).where(eq(companies.id, moved.id));
      server.context.companies.forget();
      expect((await askAt(hostOf(moved), CALLS.eula.path)).status).toBe(421);
      expect(await nameAt(new URL(url).host)).toBe('Company moving');
    });
  });

  describe('what one company gave opens nothing at the other', () => {
    /** Someone in the middle of a sign-in at the first company. */
    async function arrive() {
      const visitor = new Visitor(first);
      const marker = await visitor.openApplication();
      await visitor.signIn(0, marker);
      const device = await createSimulatedDevice();
      const session = await visitor.openSession(device);
      await visitor.report(session, device, facts);
      const result = await visitor.checkResult(session, marker);
      return { visitor, marker, device, session, permit: await device.open(session, result.body) };
    }

    /** The same browser at the other company's address, as if it sent the same cookies and tokens. */
    function elsewhere({ cookies, token }: Visitor): Visitor {
      const stranger = new Visitor(second);
      for (const [name, value] of cookies) stranger.cookies.set(name, value);
      stranger.token = token;
      return stranger;
    }

    test('a session cookie', async () => {
      const { visitor } = await arrive();
      expect((await visitor.ask(DETAILS)).status).toBe(200);
      expect((await elsewhere(visitor).ask(DETAILS)).body).toMatchObject({ code: 'not_signed_in' });
    });

    test('an access token', async () => {
      const { visitor } = await arrive();
      expect((await visitor.device(CALLS.userSettings.path)).status).toBe(200);
      expect((await elsewhere(visitor).device(CALLS.userSettings.path)).body).toMatchObject({
        code: 'access_token_wrong',
      });
    });

    test('an upload address, which stays good where it belongs', async () => {
      const { visitor, session, device } = await arrive();
      const report = await device.sign(session, facts);
      const { body } = await visitor.device<{ uploadUrl: string }>(
        `${CALLS.uploadUrl.path}?sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=${Buffer.byteLength(JSON.stringify(report))}&dataFormat=json&isLogin=true`,
      );
      const put = { method: 'PUT', body: report };
      const stranger = await new Visitor(second).ask(body.uploadUrl.replace(first.url, second.url), put);
      expect([stranger.status, stranger.body.code]).toEqual([404, 'upload_unknown']);
      expect((await visitor.ask(body.uploadUrl, put)).status).toBe(204);
    });

    test('a permit, which stays good where it belongs', async () => {
      const { visitor, permit } = await arrive();
      const stranger = new Visitor(second);
      await stranger.signIn(0);
      expect((await stranger.redeem(permit)).body).toMatchObject({ code: 'permit_unknown' });
      expect((await visitor.redeem(permit)).status).toBe(200);
    });

    test('a login marker', async () => {
      const marker = await new Visitor(first).openApplication();
      const stranger = new Visitor(second);
      const signedIn = await stranger.signIn(0, marker);
      expect([signedIn.status, signedIn.body.code]).toEqual([404, 'sign_in_unknown']);
      await stranger.signIn(0);
      const pending = await stranger.ask(CALLS.pendingSignIn.path.replace('{loginMarker}', marker));
      expect(pending.body).toMatchObject({ code: 'sign_in_unknown' });
    });

    test('a SAML application', async () => {
      const { database } = server.context;
      await database.delete(applications).where(eq(applications.companyId, second.id));
      const reply = await new Visitor(second).ask<string>(`/saml/sso?${createAuthnRequest(second)}`);
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
      expect(reply.body).toContain('saml_request_unknown_issuer');
      expect(await new Visitor(first).openApplication()).not.toBe('');
    });

    test('a password, or too many wrong ones', async () => {
      const wrong = { method: 'POST', body: { login: 'tomas', password: 'wrong' } };
      const guessing = new Visitor(second);
      for (let attempt = 0; attempt < 7; attempt += 1) await guessing.ask(CALLS.signIn.path, wrong);
      expect((await guessing.signIn(1)).body).toMatchObject({ code: 'too_many_attempts' });
      expect((await new Visitor(first).signIn(1)).status).toBe(200);
    });

    test('a policy: each company’s own judges its people', async () => {
      const modeAt = async (place: TestCompany) =>
        (await new Visitor(place).ask<{ workplaceAccessPolicy: string }>(CALLS.companySettings.path)).body;
      expect(await modeAt(first)).toMatchObject({ workplaceAccessPolicy: 'Strict' });
      expect(await modeAt(second)).toMatchObject({ workplaceAccessPolicy: 'Permissive' });
    });
  });
});

test('behind a trusted proxy the host is the one that the proxy says, and the last one it says', async () => {
  const proxied = await startTestServer({ trustedProxies: ['127.0.0.1'] });
  try {
    const company = await addCompany(proxied, 'second');
    const host = new URL(company.url).host;
    const at = (headers: Record<string, string>) => nameAt('proxy.internal', headers, proxied.port);
    expect(await at({ 'x-forwarded-host': host })).toBe('Company second');
    expect(await at({ 'x-forwarded-host': `evil.example, ${host}` })).toBe('Company second');
    expect((await askAt('proxy.internal', DETAILS, {}, proxied.port)).status).toBe(421);
  } finally {
    await proxied.close();
  }
});
