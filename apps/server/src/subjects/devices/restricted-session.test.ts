import {
  type Call,
  CALLS,
  type CheckResult,
  HEADERS,
  type RestrictedSession,
  restrictedSessionConfigSchema,
  type SessionData,
} from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokens, devices, deviceSessions, webSessions } from '../../database/schema.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { createSocketDesk, given } from '../../testing/administrators.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { addCompany, addSilo, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const RESTRICTED = '/api/devices/v2/restricted-session';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let device: SimulatedDevice;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  somebody = await addPerson(company);
});

async function tokenOf(scope: string, who = visitor): Promise<string> {
  const reply = await who.ask<{ accessToken: string }>(CALLS.accessToken.path, { headers: { [HEADERS.scope]: scope } });
  return reply.body.accessToken;
}

function withToken<Body>(token: string, path: string, asking: { method?: string; body?: unknown } = {}) {
  return visitor.ask<Body>(path, { ...asking, headers: { authorization: `JWT ${token}` } });
}

const open = async (token: string, parameters?: unknown): Promise<Reply<RestrictedSession>> =>
  withToken(token, RESTRICTED, { method: 'POST', body: parameters ?? (await device.parameters()) });
const confirm = (token: string, sessionId: string): Promise<Reply<{ accessToken: string; sessionId: string }>> =>
  withToken(token, RESTRICTED, { method: 'PUT', body: { sessionId } });
const resultOf = (token: string, sessionId: string, query = ''): Promise<Reply<CheckResult>> =>
  withToken(token, `${CALLS.checkResult.path}?sessionId=${sessionId}${query}`);
const uploadUrlOf = (token: string, sessionId: string, length = 10): Promise<Reply<{ uploadUrl: string }>> =>
  withToken(
    token,
    `${CALLS.uploadUrl.path}?sessionId=${sessionId}&deviceDataVersion=1&deviceDataLength=${length}&dataFormat=json&isLogin=true`,
  );

/** Signed in, with a restricted session that the client keeps. */
async function arrive() {
  await signInAs(visitor, somebody);
  const token = await tokenOf('device-v2-restricted');
  const opened = await open(token);
  const confirmed = await confirm(token, opened.body.sessionId);
  return { token, opened: opened.body, bound: confirmed.body.accessToken, sessionId: opened.body.sessionId };
}

async function report(token: string, { sessionId, nonce }: RestrictedSession): Promise<Reply<unknown>> {
  const session = { sessionId, nonce } as SessionData;
  const signed = await device.sign(session, goodFacts);
  const place = await uploadUrlOf(token, sessionId, Buffer.byteLength(JSON.stringify(signed)));
  return visitor.ask(place.body.uploadUrl, { method: 'PUT', body: signed });
}

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

describe('a restricted session', () => {
  test('[S7.048, S3.039, S3.040] is opened with what the client keeps: token, session, endpoints, user and company', async () => {
    const endpoint = await addSilo(server, [company]);
    await signInAs(visitor, somebody);
    const { status, body } = await open(await tokenOf('device-v2-restricted'));
    expect(status).toBe(200);
    expect(restrictedSessionConfigSchema.parse(body.config)).toEqual(body.config);
    expect(body.config).toEqual({
      devicesV2: {
        token: body.accessToken,
        session: { id: body.sessionId },
        endpoints: [
          { id: 'main', url: server.url, isMain: true },
          { id: 'second', url: endpoint, isMain: false },
        ],
      },
      user: { id: somebody.id, displayName: 'Nadia Keller' },
      company: { id: company.id, displayName: 'Alderbrook' },
    });
    expect(await readAudit(company)).toMatchObject([{ action: 'device-session', details: { kind: 'restricted' } }]);
  });

  test('[S7.049, S3.038] is confirmed with a fresh token that is for it alone', async () => {
    await signInAs(visitor, somebody);
    const full = await tokenOf('device-v2');
    const opened = await open(full);
    const { status, body } = await confirm(full, opened.body.sessionId);
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.any(String), sessionId: opened.body.sessionId });
    expect([full, opened.body.accessToken]).not.toContain(body.accessToken);
    const rows = await server.context.database
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.tokenHash, hashToken(body.accessToken)));
    expect(rows).toMatchObject([{ scope: 'device-v2-restricted', deviceSessionId: opened.body.sessionId }]);
    // The answer may have been lost: it is given again.
    expect((await confirm(full, opened.body.sessionId)).status).toBe(200);
  });

  test('[S4.084, S7.053] takes reports and tells the verdict; 204 while there is none', async () => {
    const { bound, opened, sessionId } = await arrive();
    expect((await resultOf(bound, sessionId)).status).toBe(204);
    expect((await report(bound, opened)).status).toBe(204);
    const { status, body } = await resultOf(bound, sessionId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ complianceStatus: 'Compliant', encryptedPermit: null, samlResponseData: null });
  });

  test('counts as use of the second version', async () => {
    const { bound, opened } = await arrive();
    await report(bound, opened);
    const reply = await visitor.ask('/api/device-compliance/v1/key-exchange', {
      method: 'POST',
      body: await device.parameters(),
    });
    expectRefused(reply, 409, 'protocol_too_old');
  });

  test('opens nothing before it is confirmed', async () => {
    await signInAs(visitor, somebody);
    const token = await tokenOf('device-v2-restricted');
    const { body } = await open(token);
    for (const own of [token, body.accessToken]) {
      expectRefused(await resultOf(own, body.sessionId), 401, 'session_unknown');
      expectRefused(await uploadUrlOf(own, body.sessionId), 401, 'session_unknown');
    }
    await confirm(body.accessToken, body.sessionId);
    expect((await resultOf(body.accessToken, body.sessionId)).status).toBe(204);
  });

  test('is over after an hour, and with the sign-in it was opened in', async () => {
    const { bound, sessionId, token } = await arrive();
    const rows = await server.context.database.select().from(deviceSessions).where(eq(deviceSessions.id, sessionId));
    expect(rows[0]?.expiresAt.getTime()).toBe(server.context.now().getTime() + 3_600_000);
    const { webSessionId } = rows[0] ?? { webSessionId: '' };
    await server.context.database
      .update(webSessions)
      .set({ revokedAt: server.context.now() })
      .where(eq(webSessions.id, webSessionId));
    for (const own of [bound, token]) expectRefused(await resultOf(own, sessionId), 401, 'access_token_wrong');
  });

  test('is over for a token of the same sign-in that still runs', async () => {
    const { sessionId } = await arrive();
    server.advance(3_600_000);
    const token = await tokenOf('device-v2-restricted');
    expectRefused(await resultOf(token, sessionId), 401, 'session_expired');
    expectRefused(await uploadUrlOf(token, sessionId), 401, 'session_expired');
    expectRefused(await confirm(token, sessionId), 401, 'session_expired');
  });

  test('of a blocked computer opens nothing any more', async () => {
    const { bound, sessionId, token } = await arrive();
    // As an administrator does it, which ends its sessions as well: the page says that it is blocked, not signed out.
    const isIt = eq(devices.deviceId, device.deviceId);
    const [row] = await server.context.database.select().from(devices).where(isIt);
    const block = { parameters: { id: given(row).id }, body: { isBlocked: true, reason: 'stolen' } };
    expect((await createSocketDesk(server).call('adminBlockDevice', block)).status).toBe(200);
    expectRefused(await resultOf(bound, sessionId), 403, 'device_blocked');
    expectRefused(await uploadUrlOf(bound, sessionId), 403, 'device_blocked');
    expectRefused(await confirm(token, sessionId), 403, 'device_blocked');
    expectRefused(await open(token), 403, 'device_blocked');
    expect(await readAudit(company)).toMatchObject([{ outcome: 'refused', details: { code: 'device_blocked' } }]);
  });

  test('is not opened with an agreement key that the identity key did not sign', async () => {
    await signInAs(visitor, somebody);
    const other = await (await createSimulatedDevice()).parameters();
    const parameters = { ...(await device.parameters()), agreementKey: other.agreementKey };
    expectRefused(await open(await tokenOf('device-v2-restricted'), parameters), 400, 'request_malformed');
    expectRefused(await open(await tokenOf('device-v2-restricted'), {}), 400, 'request_malformed');
  });
});

describe('a restricted token', () => {
  const opens = new Set<string>(['uploadUrl', 'checkResult', 'createRestrictedSession', 'confirmRestrictedSession']);
  const byToken = Object.entries<Call>(CALLS).filter(
    ([name, { authentication }]) =>
      !opens.has(name) &&
      (authentication === 'session-or-token' || (typeof authentication === 'object' && 'scopes' in authentication)),
  );

  test('[S7.045] has calls to be tried at', () => {
    expect(byToken.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'createSession',
        'fixGrant',
        'userSettings',
        'samlLoginActivity',
        'userGetInfo',
        'settings',
      ]),
    );
  });

  test.each(byToken)('opens nothing at %s', async (_name, call) => {
    const { bound, token } = await arrive();
    for (const own of [bound, token]) {
      const reply = await withToken(own, call.path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
        method: call.method,
        ...(call.method === 'GET' ? {} : { body: {} }),
      });
      expectRefused(reply, 403, 'access_token_scope');
    }
  });

  test('is no one where a session cookie is asked for', async () => {
    const { bound } = await arrive();
    const bySession = Object.values<Call>(CALLS).filter(({ authentication }) => authentication === 'session');
    expect(bySession.length).toBeGreaterThan(20);
    for (const call of bySession) {
      const reply = await new Visitor(server).ask(call.path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
        method: call.method,
        headers: { authorization: `JWT ${bound}` },
        ...(call.method === 'GET' ? {} : { body: {} }),
      });
      expectRefused(reply, 401, 'not_signed_in');
    }
  });

  test('never leads to a permit, even in its own session with the person’s own sign-in', async () => {
    const marker = await visitor.openApplication();
    const { bound, opened, sessionId, token } = await arrive();
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    await report(bound, opened);
    for (const own of [bound, token]) {
      expectRefused(await resultOf(own, sessionId, `&loginMarker=${marker}`), 403, 'access_token_scope');
    }
  });

  test('reaches no full session, and a full one no restricted session', async () => {
    const { bound, sessionId, token } = await arrive();
    const full = await visitor.openSession(device);
    for (const own of [bound, token]) {
      expectRefused(await resultOf(own, full.sessionId), 401, 'session_unknown');
      expectRefused(await uploadUrlOf(own, full.sessionId), 401, 'session_unknown');
      expectRefused(await confirm(own, full.sessionId), 401, 'session_unknown');
    }
    expectRefused(await resultOf(full.token, sessionId), 401, 'session_unknown');
    expectRefused(await uploadUrlOf(full.token, sessionId), 401, 'session_unknown');
    const fix = { method: 'POST', body: { sessionId, fixActionTypes: ['FirewallEnable'] } };
    expectRefused(await withToken(full.token, CALLS.fixGrant.path, fix), 401, 'session_unknown');
  });

  test('reaches no session of the first version either', async () => {
    const { token } = await arrive();
    const other = await createSimulatedDevice();
    const exchanged = await visitor.ask<{ sessionId: string }>('/api/device-compliance/v1/key-exchange', {
      method: 'POST',
      body: await other.parameters(),
    });
    for (const own of [token, await tokenOf('device-v2')]) {
      expectRefused(await resultOf(own, exchanged.body.sessionId), 401, 'session_unknown');
      expectRefused(await confirm(own, exchanged.body.sessionId), 401, 'session_unknown');
    }
  });

  test('that is for one session reaches no other one, and opens no further one', async () => {
    const first = await arrive();
    const second = await open(first.token);
    await confirm(first.token, second.body.sessionId);
    expectRefused(await resultOf(first.bound, second.body.sessionId), 401, 'session_unknown');
    expectRefused(await confirm(first.bound, second.body.sessionId), 401, 'session_unknown');
    expect((await resultOf(first.token, second.body.sessionId)).status).toBe(204);
    expectRefused(await open(first.bound), 403, 'access_token_scope');
    expect(await readAudit(company)).toMatchObject([{ outcome: 'refused', details: { code: 'access_token_scope' } }]);
  });

  test('of another person, or of another company, reaches nothing', async () => {
    const { sessionId, bound } = await arrive();
    const other = new Visitor(server);
    await signInAs(other, await addPerson(company));
    const theirs = await tokenOf('device-v2-restricted', other);
    expectRefused(await resultOf(theirs, sessionId), 401, 'session_unknown');
    expectRefused(await confirm(theirs, sessionId), 401, 'session_unknown');
    const elsewhere = new Visitor(await addCompany(server, 'restricted'));
    const reply = await elsewhere.ask(`${CALLS.checkResult.path}?sessionId=${sessionId}`, {
      headers: { authorization: `JWT ${bound}` },
    });
    expectRefused(reply, 401, 'access_token_wrong');
  });
});
