import { signedReportPayloadSchema } from '@vestibule/contracts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, people, reports } from '../../database/schema.ts';
import { parseEvidenceKey } from '../../operations/storage/evidence-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  KnownDevice: { severity: required }
`;

let server: TestServer;
let visitor: Visitor;
let device: SimulatedDevice;

beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  // Those of the tests before that never reported: ten of one person wait at most.
  await server.context.database.update(devices).set({ state: 'retired' }).where(eq(devices.state, 'waiting'));
});

const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

/** A person at the gate, signed in, with a device session. */
async function arrive(person: 0 | 1 = 0) {
  const marker = await visitor.openApplication();
  await visitor.signIn(person, marker);
  const session = await visitor.openSession(device);
  return { marker, session };
}

async function arriveWithPermit() {
  const { marker, session } = await arrive();
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  return { marker, session, permit: await device.open(session, result.body) };
}

async function newestAudit() {
  const rows = await findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
  return rows.toSorted((a, b) => a.id - b.id).at(-1);
}

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
});
afterAll(() => server.close());

describe('the whole way', () => {
  test('[S4.067, S7.051] a signed report that meets the policy is a permit, and the permit is a signed response', async () => {
    const { permit } = await arriveWithPermit();
    const issued = await visitor.redeem(permit);
    expect(issued.status).toBe(200);
    expect(issued.body.actionUrl).toBe('http://127.0.0.1:8081/saml/acs');
    expect(issued.body.relayState).toBe('/inbox?folder=Münch & Söhne');
    expect(Buffer.from(issued.body.samlResponse, 'base64').toString()).toContain('<ds:SignatureValue>');
    expect(await newestAudit()).toMatchObject({ action: 'saml-response', outcome: 'done', actor: 'nadia' });
  });

  test('the report is kept as it came, as evidence', async () => {
    const { session } = await arrive();
    const signed = await device.sign(session, goodFacts);
    await visitor.upload(session, signed);
    const { database, evidence } = server.context;
    const rows = await database.select().from(reports).where(eq(reports.deviceSessionId, session.sessionId));
    const key = parseEvidenceKey(rows[0]?.evidenceKey ?? '');
    if (key === null) throw new Error('The row names no evidence.');
    const kept = await evidence.get(key);
    expect(kept.ok && JSON.parse(Buffer.from(kept.bytes).toString())).toEqual(signed);
  });

  test('[S7.050] 204 while there is no report', async () => {
    const { session, marker } = await arrive();
    expect((await visitor.checkResult(session, marker)).status).toBe(204);
  });

  test('[S4.076] a required check that fails under Strict is no error, but there is no permit', async () => {
    const { session, marker } = await arrive();
    await visitor.report(session, device, badFacts);
    const { status, body } = await visitor.checkResult(session, marker);
    expect(status).toBe(200);
    expect(body).toMatchObject({ complianceStatus: 'NotCompliant', policyMode: 'Strict', encryptedPermit: null });
  });
});

describe('a report is refused', () => {
  const refusals = [
    [
      'altered',
      'report_altered',
      async (session) => {
        const report = await device.sign(session, badFacts);
        return { ...report, payload: (await device.sign(session, goodFacts)).payload };
      },
    ],
    [
      'signed with another key',
      'report_altered',
      async (session) => {
        const other = await createSimulatedDevice(device.deviceId);
        return other.sign(session, goodFacts);
      },
    ],
    [
      'of another session',
      'report_wrong_session',
      async (session) => device.sign(session, goodFacts, { sessionId: '00000000-0000-4000-8000-000000000000' }),
    ],
    [
      'with a nonce of another session',
      'report_wrong_session',
      async (session) => {
        const other = await visitor.openSession(await createSimulatedDevice());
        return device.sign(session, goodFacts, { nonce: other.nonce });
      },
    ],
    [
      'of another device',
      'report_wrong_session',
      async (session) => device.sign(session, goodFacts, { deviceId: '00000000-0000-4000-8000-000000000000' }),
    ],
  ] satisfies [
    string,
    string,
    (session: Parameters<SimulatedDevice['sign']>[0]) => ReturnType<SimulatedDevice['sign']>,
  ][];

  test.each(refusals)('%s', async (_name, code, forge) => {
    const { session, marker } = await arrive();
    const reply = await visitor.upload(session, await forge(session));
    expect(reply.body).toMatchObject({ code });
    expect(await newestAudit()).toMatchObject({ action: 'device-report', outcome: 'refused', details: { code } });
    expect((await visitor.checkResult(session, marker)).status).toBe(204);
  });

  test('replayed', async () => {
    const { session } = await arrive();
    const report = await device.sign(session, goodFacts);
    expect((await visitor.upload(session, report)).status).toBe(204);
    expect((await visitor.upload(session, report)).body).toMatchObject({ code: 'report_replayed' });
  });

  test('older than its nonce may be, by the server’s own clock', async () => {
    const { session } = await arrive();
    const report = await device.sign(session, goodFacts);
    server.advance(300_001);
    expect((await visitor.upload(session, report)).body).toMatchObject({ code: 'report_nonce_expired' });
  });

  test('from a client that reads below another root folder', async () => {
    const { session } = await arrive();
    const whole = await device.sign(session, goodFacts);
    const payload = signedReportPayloadSchema.parse(JSON.parse(Buffer.from(whole.payload, 'base64url').toString()));
    const report = await device.sign(session, goodFacts, {
      report: { ...payload.report, client: { ...payload.report.client, systemRoot: 'scratch' } },
    });
    expect((await visitor.upload(session, report)).body).toMatchObject({ code: 'report_refused' });
  });

  test('at an address that was used before, or of another length', async () => {
    const { session } = await arrive();
    const query = `sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=10&dataFormat=json&isLogin=true`;
    const place = await visitor.device<{ uploadUrl: string }>(`/api/devices/v2/upload-url?${query}`);
    const put = async () =>
      visitor.ask(place.body.uploadUrl, { method: 'PUT', body: await device.sign(session, goodFacts) });
    expect((await put()).body).toMatchObject({ code: 'upload_length_wrong' });
    expect((await put()).body).toMatchObject({ code: 'upload_unknown' });
  });
});

describe('a permit is refused', () => {
  test('the second time', async () => {
    const { permit } = await arriveWithPermit();
    await visitor.redeem(permit);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'permit_used' });
    expect(await newestAudit()).toMatchObject({ action: 'saml-response', outcome: 'refused' });
  });

  test('a while after the response was issued: a lost answer is asked for again at once or not at all', async () => {
    const { permit, session, marker } = await arriveWithPermit();
    expect((await visitor.redeem(permit)).status).toBe(200);
    const again = await visitor.checkResult(session, marker);
    expect((await visitor.redeem(await device.open(session, again.body))).status).toBe(200);
    server.advance(300_001);
    expect((await visitor.checkResult(session, marker)).body).toMatchObject({ code: 'sign_in_expired' });
  });

  test('when ten responses to this request were issued: each is an assertion of its own', async () => {
    const { permit, session, marker } = await arriveWithPermit();
    expect((await visitor.redeem(permit)).status).toBe(200);
    for (let answers = 1; answers < 10; answers += 1) {
      const again = await device.open(session, (await visitor.checkResult(session, marker)).body);
      expect((await visitor.redeem(again)).status).toBe(200);
    }
    expect((await visitor.checkResult(session, marker)).body).toMatchObject({ code: 'sign_in_expired' });
  });

  test('of many at once all but one', async () => {
    const { permit } = await arriveWithPermit();
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.redeem(permit)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('after 60 s', async () => {
    const { permit } = await arriveWithPermit();
    server.advance(60_001);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'permit_expired' });
  });

  test('when two newer ones have come since', async () => {
    const { permit, session, marker } = await arriveWithPermit();
    await visitor.checkResult(session, marker);
    await visitor.checkResult(session, marker);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'permit_unknown' });
  });

  test('after the newer one, and the newer one after it: questions for a verdict cross, and one of the two is shown', async () => {
    for (const isOlderFirst of [true, false]) {
      const { permit: older, session, marker } = await arriveWithPermit();
      const newer = await device.open(session, (await visitor.checkResult(session, marker)).body);
      const [first, second] = isOlderFirst ? [older, newer] : [newer, older];
      const replies = await Promise.all([visitor.redeem(first), visitor.redeem(first), visitor.redeem(first)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await visitor.redeem(second)).body).toMatchObject({ code: 'permit_used' });
      // A lost answer is asked for again with a permit of its own: none of the used ones comes back by it.
      await visitor.checkResult(session, marker);
      for (const used of [first, second]) {
        expect((await visitor.redeem(used)).body).toMatchObject({ code: 'permit_unknown' });
      }
    }
  });

  test('after its own 60 s, whatever newer one came', async () => {
    const { permit, session, marker } = await arriveWithPermit();
    server.advance(30_000);
    await visitor.checkResult(session, marker);
    server.advance(30_001);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'permit_expired' });
  });

  test('in another person’s session', async () => {
    const { permit } = await arriveWithPermit();
    const stranger = new Visitor(server);
    await stranger.signIn(1);
    expect((await stranger.redeem(permit)).body).toMatchObject({ code: 'permit_unknown' });
  });

  test('when a newer report fails the policy', async () => {
    const { permit, session } = await arriveWithPermit();
    await visitor.report(session, device, badFacts);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'policy_not_met' });
  });

  test('after sign-out', async () => {
    const { permit } = await arriveWithPermit();
    const cookies = new Map(visitor.cookies);
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'not_signed_in' });
  });

  test('[S6.013] when support has disabled the account since', async () => {
    const { permit } = await arriveWithPermit();
    const { database, now } = server.context;
    await database.update(people).set({ disabledAt: now() }).where(eq(people.login, 'nadia'));
    try {
      expect((await visitor.redeem(permit)).body).toMatchObject({ code: 'account_disabled' });
    } finally {
      await database.update(people).set({ disabledAt: null }).where(eq(people.login, 'nadia'));
    }
  });

  test('without the XSRF header, or with another session’s', async () => {
    const { permit } = await arriveWithPermit();
    const post = (headers: Record<string, string>) =>
      visitor.ask('/api/devices/v2/saml-response', { method: 'POST', body: permit, withoutXsrf: true, headers });
    expect((await post({})).body).toMatchObject({ code: 'xsrf_token_wrong' });
    const stranger = new Visitor(server);
    await stranger.signIn(1);
    const theirs = stranger.cookies.get('XSRF-TOKEN') ?? '';
    expect((await post({ 'X-XSRF-TOKEN': theirs })).body).toMatchObject({ code: 'xsrf_token_wrong' });
    expect((await visitor.redeem(permit)).status).toBe(200);
  });
});

describe('a device', () => {
  test('that shows another key for a known device id is another, unapproved device', async () => {
    const first = await arriveWithPermit();
    await visitor.redeem(first.permit);
    device = await createSimulatedDevice(device.deviceId);
    const { session, marker } = await arrive();
    await visitor.report(session, device, goodFacts);
    const { body } = await visitor.checkResult(session, marker);
    expect(body.encryptedPermit).toBeNull();
    expect(body.securityChecks.find(({ checkType }) => checkType === 'KnownDevice')).toMatchObject({
      isPassed: false,
    });
  });

  test('is not known before its first valid report, whatever keys it shows', async () => {
    const owner = await createSimulatedDevice();
    const stranger = await createSimulatedDevice(owner.deviceId);
    // The stranger shows the id first, but cannot sign a report of this session with a proven key before the owner.
    await arrive();
    await visitor.openSession(stranger);
    device = owner;
    const { session, marker } = await arrive();
    await visitor.report(session, device, goodFacts);
    const { body } = await visitor.checkResult(session, marker);
    expect(body.securityChecks.find(({ checkType }) => checkType === 'KnownDevice')).toMatchObject({
      isPassed: true,
    });
  });

  test('shown by two keys at once is approved for one of them only', async () => {
    const deviceId = device.deviceId;
    const rivals = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const rival = await createSimulatedDevice(deviceId);
        const other = new Visitor(server);
        await other.signIn(0);
        return { rival, other, session: await other.openSession(rival) };
      }),
    );
    await Promise.all(rivals.map(({ rival, other, session }) => other.report(session, rival, goodFacts)));
    const results = await Promise.all(rivals.map(({ other, session }) => other.checkResult(session)));
    const known = results.filter(({ body }) =>
      body.securityChecks.some(({ checkType, isPassed }) => checkType === 'KnownDevice' && isPassed),
    );
    expect(known).toHaveLength(1);
  });

  test('that leaves a required fact out is held', async () => {
    const { session, marker } = await arrive();
    await visitor.report(session, device, {});
    expect((await visitor.checkResult(session, marker)).body).toMatchObject({
      complianceStatus: 'NotCompliant',
      encryptedPermit: null,
    });
  });

  test('cannot vouch for itself: what it says of its registration does not count', async () => {
    const first = await arriveWithPermit();
    await visitor.redeem(first.permit);
    device = await createSimulatedDevice(device.deviceId);
    const { session, marker } = await arrive();
    await visitor.report(session, device, { ...goodFacts, registration: fact({ state: 'approved' }) });
    expect((await visitor.checkResult(session, marker)).body.encryptedPermit).toBeNull();
  });

  test('gets no leave for a fix that its newest verdict does not offer', async () => {
    const { session } = await arrive();
    await visitor.report(session, device, goodFacts);
    const reply = await visitor.device('/api/devices/v2/fix-grant', {
      method: 'POST',
      body: { sessionId: session.sessionId, fixActionTypes: ['FirewallEnable'] },
    });
    expect(reply.body).toMatchObject({ code: 'fix_not_offered' });
  });

  test('session of another person is not known', async () => {
    const { session } = await arrive();
    const stranger = new Visitor(server);
    await stranger.signIn(1);
    await stranger.openSession(await createSimulatedDevice());
    expect((await stranger.checkResult(session)).body).toMatchObject({ code: 'session_unknown' });
  });
});

describe('a sign-in is refused', () => {
  test('with a wrong password, and for an unknown person alike', async () => {
    const wrong = { method: 'POST', body: { login: 'nadia', password: 'wrong' } };
    const unknown = { method: 'POST', body: { login: 'nobody', password: 'wrong' } };
    const first = await visitor.ask('/api/online/v1/sign-in', wrong);
    const second = await visitor.ask('/api/online/v1/sign-in', unknown);
    expect([first.status, first.body.code]).toEqual([401, 'credentials_wrong']);
    expect([second.status, second.body.code]).toEqual([401, 'credentials_wrong']);
    expect(await newestAudit()).toMatchObject({ action: 'sign-in', outcome: 'refused', target: 'nobody' });
  });

  test('after too many wrong passwords, for a moment only', async () => {
    const wrong = { method: 'POST', body: { login: 'tomas', password: 'wrong' } };
    for (let attempt = 0; attempt < 6; attempt += 1) await visitor.ask('/api/online/v1/sign-in', wrong);
    expect((await visitor.signIn(1)).body).toMatchObject({ code: 'too_many_attempts' });
    server.advance(31_000);
    expect((await visitor.signIn(1)).status).toBe(200);
  });

  test('when another site’s page sends it', async () => {
    const reply = await visitor.ask('/api/online/v1/sign-in', {
      method: 'POST',
      body: { login: 'nadia', password: 'doorway-2026' },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.status).toBe(400);
  });

  test('to a SAML request for an address that is not registered: nothing is signed, and it is audited', async () => {
    await visitor.openApplication({ acs: 'http://127.0.0.1:8081/saml/acs/' });
    expect(await newestAudit()).toMatchObject({
      action: 'saml-request',
      outcome: 'refused',
      details: { code: 'saml_request_acs_not_registered' },
    });
  });

  test('to a SAML request that was used before', async () => {
    const id = `_${'a'.repeat(32)}`;
    expect(await visitor.openApplication({ id })).not.toBe('');
    expect(await visitor.openApplication({ id })).toBe('');
    expect(await newestAudit()).toMatchObject({ details: { code: 'saml_request_replayed' } });
  });

  test('bound to another person', async () => {
    const marker = await visitor.openApplication();
    await visitor.signIn(0, marker);
    const stranger = new Visitor(server);
    expect((await stranger.signIn(1, marker)).body).toMatchObject({ code: 'sign_in_unknown' });
    expect(await newestAudit()).toMatchObject({ action: 'sign-in', details: { code: 'sign_in_unknown' } });
  });

  const kerberos = 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos';

  test.each([
    ['that forbids a page', { isPassive: true }, 'NoPassive', 'Responder', {}],
    [
      'for a name of a format that is not known here',
      { nameIdFormat: kerberos },
      'InvalidNameIDPolicy',
      'Requester',
      { asked: kerberos },
    ],
  ])('to a request %s: the application is told so, once, and it is audited', async (_, changes, code, side, asked) => {
    const query = createAuthnRequest(server, changes);
    const reply = await visitor.ask<string>(`/saml/sso?${query}`);
    expect(reply.status).toBe(200);
    const [, value = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(String(reply.body)) ?? [];
    const response = Buffer.from(value, 'base64').toString();
    expect([response.includes(`status:${code}`), response.includes(`status:${side}`)]).toEqual([true, true]);
    expect(await newestAudit()).toMatchObject({
      action: 'saml-response',
      outcome: 'refused',
      details: { code, ...asked },
    });
    expect((await visitor.ask(`/saml/sso?${query}`)).status).toBe(400);
  });
});
