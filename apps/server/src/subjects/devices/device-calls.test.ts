import { type Call, CALLS, HEADERS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { accessTokens, activityEntries, devices, webSessions } from '../../database/schema.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  somebody = await addPerson(company);
  await signInAs(visitor, somebody);
});

interface TokenAnswer {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly scope: string;
}

const askToken = (query = '', scope = 'device-v2', headers: Record<string, string> = {}) =>
  visitor.ask<TokenAnswer>(`${CALLS.accessToken.path}${query}`, { headers: { [HEADERS.scope]: scope, ...headers } });

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

describe('an access token', () => {
  test.each(['device-v2', 'device-v2-restricted'])('[S7.043, S7.045] is given for the scope %s', async (scope) => {
    const { status, body } = await askToken('', scope);
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.any(String), expiresIn: 3600, scope });
  });

  test.each(['', 'device-v3', 'device-v2 device-v2-restricted'])('is not given for the scope "%s"', async (scope) => {
    expectRefused(await askToken('', scope), 400, 'request_malformed');
  });

  test.each([
    ['120', 120],
    ['90.7', 90],
    ['1', 60],
    ['-5', 60],
    ['0', 60],
    ['86400', 3600],
  ])('[S7.044] for duration=%s is good for %i seconds', async (duration, seconds) => {
    const { body } = await askToken(`?duration=${duration}`);
    expect(body.expiresIn).toBe(seconds);
    const rows = await server.context.database
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.tokenHash, hashToken(body.accessToken)));
    expect(rows[0]?.expiresAt.getTime()).toBe(server.context.now().getTime() + seconds * 1000);
  });

  test.each(['soon', 'Infinity', 'NaN'])('[S7.044] is not given for duration=%s', async (duration) => {
    expectRefused(await askToken(`?duration=${duration}`), 400, 'request_malformed');
  });

  test('is good until its last second, and never longer than the session', async () => {
    const { body } = await askToken('?duration=60');
    const use = () => visitor.ask(CALLS.userSettings.path, { headers: { authorization: `JWT ${body.accessToken}` } });
    server.advance(59_999);
    expect((await use()).status).toBe(200);
    server.advance(1);
    expectRefused(await use(), 401, 'access_token_wrong');
    await server.context.database
      .update(webSessions)
      .set({ expiresAt: new Date(server.context.now().getTime() + 90_500) })
      .where(eq(webSessions.personId, somebody.id));
    expect((await askToken()).body.expiresIn).toBe(90);
  });

  test('is taken under the scheme JWT and no other [S6.014]', async () => {
    const { accessToken } = (await askToken()).body;
    for (const scheme of ['Bearer', 'jwt', 'Basic']) {
      const reply = await visitor.ask(CALLS.userSettings.path, {
        headers: { authorization: `${scheme} ${accessToken}` },
      });
      expectRefused(reply, 401, 'access_token_wrong');
    }
  });
});

describe('a Correlation-Id', () => {
  test.each(['Correlation-Id', 'correlationId'])(
    '[S7.046, S7.029] sent as %s is echoed, and stands in a refusal',
    async (name) => {
      const id = `page-${Date.now()}-a`;
      expect((await askToken('', 'device-v2', { [name]: id })).headers.get('correlation-id')).toBe(id);
      const refused = await askToken('', 'unknown', { [name]: id });
      expect([refused.headers.get('correlation-id'), refused.body.correlationId]).toEqual([id, id]);
      const info = await visitor.ask('/api/device-compliance/v1/temp-access-info', { headers: { [name]: id } });
      expect([info.status, info.headers.get('correlation-id')]).toEqual([200, id]);
    },
  );

  test('that is none is replaced', async () => {
    const reply = await askToken('', 'device-v2', { 'Correlation-Id': 'a b<script>' });
    expect(reply.headers.get('correlation-id')).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('Data-Version', () => {
  const rows = Object.entries<Call>(CALLS).filter(([, { dataVersion }]) => dataVersion !== undefined);

  test('[S9.029, S9.030] is 2 for check results and 1 for the rest', () => {
    expect(Object.fromEntries(rows.map(([name, { dataVersion }]) => [name, dataVersion]))).toEqual({
      createSession: 1,
      createRestrictedSession: 1,
      confirmRestrictedSession: 1,
      uploadUrl: 1,
      checkResult: 2,
      deviceWebToken: 1,
    });
  });

  test.each(rows)(
    '[S7.047, S7.054] another one is refused at %s, the right one or none is not',
    async (_name, call) => {
      const { accessToken } = (await askToken()).body;
      const ask = (headers: Record<string, string>) =>
        visitor.ask(call.path, {
          method: call.method,
          headers: { authorization: `JWT ${accessToken}`, ...headers },
          ...(call.method === 'GET' ? {} : { body: {} }),
        });
      const right = String(call.dataVersion);
      for (const wrong of [right === '1' ? '2' : '1', '3', '', '1.0']) {
        expectRefused(await ask({ [HEADERS.dataVersion]: wrong }), 400, 'data_version_unsupported');
      }
      // What is asked is not well-formed, which is looked at afterwards.
      const taken: Record<string, string>[] = [{ [HEADERS.dataVersion]: right }, {}];
      for (const headers of taken) {
        expectRefused(await ask(headers), 400, 'request_malformed');
      }
    },
  );
});

describe('a device session', () => {
  test('[S7.047] is opened with the token it was asked for with, and has four fields of the specification', async () => {
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    expect(session).toMatchObject({
      sessionId: expect.any(String),
      token: visitor.token,
      publicKey: { kty: 'EC' },
      expirationTime: new Date(server.context.now().getTime() + 3_600_000).toISOString(),
    });
  });

  test('marks the device as one of the second version with its first proven report, and keeps when it was seen', async () => {
    const device = await createSimulatedDevice();
    const find = async () =>
      (await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId)))[0];
    const session = await visitor.openSession(device);
    expect(await find()).toMatchObject({ hasUsedV2: false, lastSeenAt: null });
    server.advance(1000);
    await visitor.report(session, device, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
    expect(await find()).toMatchObject({ hasUsedV2: true, lastSeenAt: server.context.now() });
  });

  test.each(['clientVersion', 'deviceName', 'operatingSystem'])(
    'is refused with a %s that cannot be kept',
    async (name) => {
      const device = await createSimulatedDevice();
      const { accessToken } = (await askToken()).body;
      for (const text of ['x'.repeat(256), 'a\0b', 'a\ud800b']) {
        const body = { ...(await device.parameters()), [name]: text };
        const headers = { authorization: `JWT ${accessToken}` };
        expectRefused(
          await visitor.ask(CALLS.createSession.path, { method: 'POST', headers, body }),
          400,
          'request_malformed',
        );
      }
    },
  );

  test('tells the pages to look when a report was taken', async () => {
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    const seen: unknown[] = [];
    const end = server.context.events.subscribe(
      (event) => seen.push(event),
      () => undefined,
    );
    await visitor.report(session, device, {});
    end();
    expect(seen).toContainEqual({ companyId: company.id, personId: somebody.id, subject: 'check-result' });
  });
});

describe('the settings of a device session', () => {
  test('[S7.052] are those of the person', async () => {
    const { accessToken } = (await askToken()).body;
    const asked = await visitor.ask<{ user: { id: string } }>('/api/devices/v2/user-settings', {
      headers: { authorization: `JWT ${accessToken}` },
    });
    expect(asked.status).toBe(200);
    expect(asked.body.user.id).toBe(somebody.id);
    expect(asked.body).toEqual((await visitor.ask('/api/device-compliance/v1/settings')).body);
  });
});

describe('what a page says it showed at a sign-in', () => {
  const activity = {
    securityChecks: [{ checkType: 'FirewallEnable', isPassed: true, isRequired: true }],
    deviceOsType: 'linux',
    deviceName: 'NADIA-LT-0427',
    deviceType: 0,
    osVersionCaption: 'Debian GNU/Linux 12',
    clientVersion: '3.6.0',
    model: 'Model',
    manufacturer: 'Maker',
    serialNumber: 'S-1',
    deviceLoginName: 'nadia',
  };
  const post = async (body: unknown) =>
    visitor.ask('/api/devices/v2/saml-login-activity', {
      method: 'POST',
      body,
      headers: { authorization: `JWT ${(await askToken()).body.accessToken}` },
    });

  test('[S7.057, S7.058] is kept as a claim, whole, and answered with nothing', async () => {
    const { status, body } = await post(activity);
    expect([status, body]).toEqual([204, '']);
    const rows = await server.context.database
      .select()
      .from(activityEntries)
      .where(and(eq(activityEntries.companyId, company.id), eq(activityEntries.personId, somebody.id)));
    expect(rows).toMatchObject([{ verb: 'samlLogin', deviceName: 'NADIA-LT-0427', claimed: activity }]);
  });

  test.each(Object.keys(activity))('[S7.057] is refused without %s', async (field) => {
    const { [field as keyof typeof activity]: _left, ...rest } = activity;
    const reply = await post(rest);
    expectRefused(reply, 400, 'request_malformed');
    expect(reply.body.message).toContain(field);
  });
});
