import type { SamlPostData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accessGrants,
  activityEntries,
  devices,
  issuedAssertions,
  pendingSignIns,
  people,
} from '../../database/schema.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  keyExchange,
  postCheck,
  readAudit,
  setApplication,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  KnownDevice: { severity: required }
`;
const PREFIX = '/api/device-compliance/v1';

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
afterEach(() => setApplication(company, { settings: {} }));

const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

/** Someone at the gate, signed in, with keys exchanged. */
async function arrive() {
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  return { marker, session: await exchangeKeys(visitor, device) };
}

const getCheck = (query = '', deviceId = device.deviceId) => visitor.ask(`${PREFIX}/check/${deviceId}${query}`);
const getResponse = (query = '', headers = {}) =>
  visitor.ask<SamlPostData>(`${PREFIX}/saml-response${query}`, { headers });

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

function assertionOf(data: { samlResponse: string } | null): string {
  return Buffer.from(data?.samlResponse ?? '', 'base64').toString();
}

async function countAssertions(): Promise<number> {
  const rows = await server.context.database
    .select()
    .from(issuedAssertions)
    .where(eq(issuedAssertions.personId, somebody.id));
  return rows.length;
}

describe('the first version', () => {
  test('[S7.026] a key exchange answers the server’s public key, and what a report of this session is made with', async () => {
    await signInAs(visitor, somebody);
    const { status, body } = await keyExchange(visitor, device);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(
      ['expirationTime', 'grant', 'nonce', 'serverPublicKey', 'sessionId', 'signIn'].toSorted(),
    );
    expect(body.serverPublicKey).toMatchObject({ kty: 'EC', crv: 'P-256' });
    expect(await readAudit(company)).toMatchObject([{ action: 'device-session', details: { kind: 'v1' } }]);
  });

  test('[S7.023, S3.032] device info with a good report is a check result with the signed response', async () => {
    const { session, marker } = await arrive();
    const { status, body } = await postCheck(visitor, await deviceInfo(device, session, goodFacts));
    expect(status).toBe(200);
    expect(body).toMatchObject({ complianceStatus: 'Compliant', encryptedPermit: null, permitSalt: null });
    expect(body.samlResponseData?.actionUrl).toBe('http://127.0.0.1:8081/saml/acs');
    expect(assertionOf(body.samlResponseData)).toContain('<ds:SignatureValue>');
    expect(await readAudit(company)).toMatchObject([{ action: 'saml-response', outcome: 'done' }]);
    const rows = await server.context.database.select().from(pendingSignIns).where(eq(pendingSignIns.id, marker));
    expect(rows[0]?.completedAt).not.toBeNull();
  });

  test('[S7.021] the verdict can be asked for again by the device’s id', async () => {
    const { session } = await arrive();
    await visitor.ask(`${PREFIX}/info`, { method: 'POST', body: await deviceInfo(device, session, badFacts) });
    const { status, body } = await getCheck();
    expect(status).toBe(200);
    expect(body).toMatchObject({ complianceStatus: 'NotCompliant', samlResponseData: null, policyMode: 'Strict' });
  });

  test('[S7.022] with skipSamlResponse=true there is a verdict and no response, whatever the marker', async () => {
    const { session, marker } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    const posted = await postCheck(visitor, info, '?skipSamlResponse=true');
    const got = await getCheck(`?skipSamlResponse=true&loginMarker=${marker}`);
    for (const { status, body } of [posted, got]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ complianceStatus: 'Compliant', samlResponseData: null });
    }
    expect(await countAssertions()).toBe(0);
    expectRefused(await getCheck('?skipSamlResponse=maybe'), 400, 'request_malformed');
  });

  test('a look at the stored verdict brings no response, whatever is asked for: it is asked with cookies', async () => {
    const { session, marker } = await arrive();
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    for (const query of ['', '?skipSamlResponse=false', `?loginMarker=${marker}`]) {
      const { status, body } = await getCheck(query);
      expect(status).toBe(200);
      expect(body).toMatchObject({ complianceStatus: 'Compliant', samlResponseData: null });
    }
    expect(await countAssertions()).toBe(0);
    const sent = await postCheck(visitor, await deviceInfo(device, session, goodFacts), `?loginMarker=${marker}`);
    expect(assertionOf(sent.body.samlResponseData)).toContain('<ds:SignatureValue>');
  });

  test('[S7.024, S7.025] device info without a verdict is taken and answered with nothing', async () => {
    const { session } = await arrive();
    const body = await deviceInfo(device, session, goodFacts);
    const reply = await visitor.ask(`${PREFIX}/info`, { method: 'POST', body });
    expect([reply.status, reply.body]).toEqual([204, '']);
    expect((await getCheck('?skipSamlResponse=true')).body).toMatchObject({ complianceStatus: 'Compliant' });
  });

  test('[S7.027] the response is given by temporary access, with the newest sign-in of this session or the named one', async () => {
    const { marker } = await arrive();
    await server.context.database.insert(accessGrants).values({
      companyId: company.id,
      id: crypto.randomUUID(),
      kind: 'temporary-access',
      personId: somebody.id,
      reason: 'A test',
      grantedBy: 'support',
      createdAt: server.context.now(),
      expiresAt: new Date(server.context.now().getTime() + 3_600_000),
      usesLeft: 2,
      overridesStopper: false,
    });
    const newest = await getResponse();
    expect(newest.status).toBe(200);
    expect(Object.keys(newest.body).toSorted()).toEqual(['actionUrl', 'relayState', 'samlResponse']);
    expect((await getResponse(`?loginMarker=${marker}`)).status).toBe(200);
  });

  test('[S8.003] without keys of this computer in this sign-in every device check asks for a key exchange', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    const elsewhere = new Visitor(server);
    await signInAs(elsewhere, somebody);
    expectRefused(await elsewhere.ask(`${PREFIX}/check/${device.deviceId}`), 412, 'keys_missing');
    expectRefused(await postCheck(elsewhere, info), 412, 'keys_missing');
    expectRefused(await elsewhere.ask(`${PREFIX}/info`, { method: 'POST', body: info }), 412, 'keys_missing');
    // An hour later the keys of this sign-in are over as well.
    server.advance(3_600_001);
    expectRefused(await getCheck(), 412, 'keys_missing');
    await exchangeKeys(visitor, device);
    expectRefused(await getCheck(), 409, 'report_missing');
  });

  test('tells how the agent’s installation was seen, as a claim [S7.035, S7.036, S7.037]', async () => {
    await signInAs(visitor, somebody);
    const post = (body: unknown) => visitor.ask(`${PREFIX}/logFciAgentInstallation`, { method: 'POST', body });
    const { status, body } = await post({ deviceName: 'NADIA-LT-0427' });
    expect([status, body]).toEqual([204, '']);
    const rows = await server.context.database
      .select()
      .from(activityEntries)
      .where(eq(activityEntries.personId, somebody.id));
    expect(rows).toMatchObject([{ verb: 'fciAgentInstalled', claimed: { deviceName: 'NADIA-LT-0427' } }]);
    expectRefused(await post({ deviceName: 'x'.repeat(256) }), 400, 'request_malformed');
  });
});

describe.each(['check', 'info'])('a report of the first version at %s is refused', (call) => {
  const post = (info: unknown) => visitor.ask(`${PREFIX}/${call}`, { method: 'POST', body: info });

  test('signed with another key for the same device id', async () => {
    const { session } = await arrive();
    const impostor = await createSimulatedDevice(device.deviceId);
    expectRefused(await post(await deviceInfo(impostor, session, goodFacts)), 400, 'report_altered');
    expect(await readAudit(company)).toMatchObject([{ action: 'device-report', outcome: 'refused' }]);
    expectRefused(await getCheck(), 409, 'report_missing');
  });

  test('altered: facts that were not signed', async () => {
    const { session } = await arrive();
    const bad = await deviceInfo(device, session, badFacts);
    const good = await deviceInfo(device, session, goodFacts);
    const forged = { ...bad, signedReport: { ...bad.signedReport, payload: good.signedReport.payload } };
    expectRefused(await post(forged), 400, 'report_altered');
  });

  test('replayed', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    expect((await post(info)).status).toBeLessThan(300);
    expectRefused(await post(info), 409, 'report_replayed');
  });

  test('of many at once with one number all but one', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(info)));
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'report_replayed')).toHaveLength(7);
  });

  test('with the nonce of another session, or for another session', async () => {
    const { session } = await arrive();
    server.advance(1);
    const newer = await exchangeKeys(visitor, device);
    const ofOther = await deviceInfo(device, newer, goodFacts, { nonce: session.nonce });
    expectRefused(await post(ofOther), 400, 'report_wrong_session');
    expectRefused(await post(await deviceInfo(device, session, goodFacts)), 400, 'report_wrong_session');
  });

  test('of another person’s session on the same computer', async () => {
    const { session } = await arrive();
    const other = new Visitor(server);
    await signInAs(other, await addPerson(company));
    const theirs = await exchangeKeys(other, device);
    expectRefused(await post(await deviceInfo(device, theirs, goodFacts)), 400, 'report_wrong_session');
    expectRefused(
      await post(await deviceInfo(device, session, goodFacts, { nonce: theirs.nonce })),
      400,
      'report_wrong_session',
    );
  });

  test('older than its nonce may be', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    server.advance(300_001);
    expectRefused(await post(info), 410, 'report_nonce_expired');
  });

  test('with characters that no database keeps', async () => {
    const { session } = await arrive();
    for (const broken of ['\0', '\ud800']) {
      const info = await deviceInfo(device, session, { ...goodFacts, screenSaver: fact(broken) });
      expectRefused(await post(info), 422, 'report_refused');
    }
    const spelled = await deviceInfo(device, session, { ...goodFacts, screenSaver: fact(String.raw`C:\u0000`) });
    expect((await post(spelled)).status).toBeLessThan(300);
  });

  test('without device info, or with another computer’s keys named', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    for (const field of Object.keys(info)) {
      expectRefused(await post({ ...info, [field]: undefined }), 400, 'request_malformed');
    }
    expectRefused(await post({ ...info, lookupId: crypto.randomUUID() }), 412, 'keys_missing');
  });

  test('of a computer that was blocked', async () => {
    const { session } = await arrive();
    const { database } = server.context;
    await database.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, device.deviceId));
    expectRefused(await post(await deviceInfo(device, session, goodFacts)), 403, 'device_blocked');
  });
});

describe('device info', () => {
  test('what a page says next to it decides nothing', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, badFacts);
    const { body } = await postCheck(visitor, { ...info, complianceStatus: 'Compliant', isPassed: true });
    expect(body).toMatchObject({ complianceStatus: 'NotCompliant', samlResponseData: null });
  });
});

describe('a computer that has used the second version', () => {
  /** Signed in again, in the first version, after a report in the second. */
  async function useBoth() {
    const { session } = await arrive();
    const full = await visitor.openSession(device);
    await visitor.report(full, device, goodFacts);
    return session;
  }

  test('is refused the first at every call', async () => {
    const session = await useBoth();
    expectRefused(await keyExchange(visitor, device), 409, 'protocol_too_old');
    expect(await readAudit(company)).toMatchObject([{ outcome: 'refused', details: { code: 'protocol_too_old' } }]);
    const info = await deviceInfo(device, session, goodFacts);
    expectRefused(await postCheck(visitor, info), 409, 'protocol_too_old');
    expectRefused(await visitor.ask(`${PREFIX}/info`, { method: 'POST', body: info }), 409, 'protocol_too_old');
    expectRefused(await getCheck(), 409, 'protocol_too_old');
    expectRefused(await getResponse(), 409, 'report_missing');
  });

  test('gets nothing out of a verdict it had in the first before', async () => {
    const { session } = await arrive();
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    const full = await visitor.openSession(device);
    // Only a proven report counts as use.
    expect((await postCheck(visitor, await deviceInfo(device, session, goodFacts))).status).toBe(200);
    await visitor.report(full, device, badFacts);
    const sent = await postCheck(visitor, await deviceInfo(device, session, goodFacts));
    expectRefused(sent, 409, 'protocol_too_old');
    expectRefused(await getCheck(), 409, 'protocol_too_old');
  });

  test('cannot be made to by someone who only names its id', async () => {
    const { session } = await arrive();
    const other = new Visitor(server);
    await signInAs(other, await addPerson(company));
    const impostor = await createSimulatedDevice(device.deviceId);
    const theirs = await other.openSession(impostor);
    await other.report(theirs, impostor, goodFacts);
    expect((await postCheck(visitor, await deviceInfo(device, session, goodFacts))).status).toBe(200);
  });
});

describe('the response of the first version is refused', () => {
  test('without a report, with one that fails, and on a good one that is stored', async () => {
    const { session } = await arrive();
    expectRefused(await getResponse(), 409, 'report_missing');
    const { body } = await postCheck(visitor, await deviceInfo(device, session, badFacts));
    expect(body).toMatchObject({ complianceStatus: 'NotCompliant', samlResponseData: null });
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    expectRefused(await getResponse(), 409, 'report_missing');
    expect(await readAudit(company)).toMatchObject([{ action: 'saml-response', outcome: 'refused' }]);
    expect(await countAssertions()).toBe(0);
  });

  test('when the verdict is too old', async () => {
    const { session } = await arrive();
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    server.advance(300_001);
    expectRefused(await getResponse(), 409, 'report_missing');
    expect((await getCheck()).body).toMatchObject({ checksExpired: true, samlResponseData: null });
  });

  test('on a report of the second version: that has its permits', async () => {
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    const full = await visitor.openSession(device);
    await visitor.report(full, device, goodFacts);
    expectRefused(await getResponse(`?loginMarker=${marker}`), 409, 'report_missing');
  });

  test('without an application that waits, and for one that waits for another person', async () => {
    await signInAs(visitor, somebody);
    expectRefused(await getResponse(), 404, 'sign_in_unknown');
    const session = await exchangeKeys(visitor, device);
    const { body } = await postCheck(visitor, await deviceInfo(device, session, goodFacts));
    expect(body).toMatchObject({ complianceStatus: 'Compliant', samlResponseData: null });
    const other = new Visitor(server);
    const marker = await other.openApplication();
    expectRefused(await getResponse(), 404, 'sign_in_unknown');
    await signInAs(other, await addPerson(company), marker);
    expectRefused(await getResponse(`?loginMarker=${marker}`), 404, 'sign_in_unknown');
    expectRefused(await getCheck(`?loginMarker=${marker}`), 404, 'sign_in_unknown');
    const again = await deviceInfo(device, session, goodFacts);
    expectRefused(await postCheck(visitor, again, `?loginMarker=${marker}`), 404, 'sign_in_unknown');
    expectRefused(await getResponse(), 404, 'sign_in_unknown');
  });

  test('for a sign-in that another session of the same person began', async () => {
    const { marker } = await arrive();
    const elsewhere = new Visitor(server);
    await signInAs(elsewhere, somebody);
    const own = await createSimulatedDevice();
    const session = await exchangeKeys(elsewhere, own);
    // The portal of the first browser has shown its sign-in: it is that session's.
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const { body } = await postCheck(elsewhere, await deviceInfo(own, session, goodFacts));
    expect(body).toMatchObject({ complianceStatus: 'Compliant', samlResponseData: null });
    expectRefused(await elsewhere.ask(`${PREFIX}/saml-response`), 404, 'sign_in_unknown');
  });

  test('at a call that is not well-formed', async () => {
    const { session } = await arrive();
    const info = await deviceInfo(device, session, goodFacts);
    expectRefused(await getResponse('?loginMarker=none'), 400, 'request_malformed');
    expectRefused(await postCheck(visitor, info, '?loginMarker=none'), 400, 'request_malformed');
    const parameters = await device.parameters();
    for (const field of Object.keys(parameters)) {
      const reply = await visitor.ask(`${PREFIX}/key-exchange`, {
        method: 'POST',
        body: { ...parameters, [field]: undefined },
      });
      expectRefused(reply, 400, 'request_malformed');
    }
  });

  test('for a sign-in that is too old', async () => {
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 } });
    const { session, marker } = await arrive();
    server.advance(60_001);
    const posted = await postCheck(visitor, await deviceInfo(device, session, goodFacts), `?loginMarker=${marker}`);
    expectRefused(posted, 410, 'sign_in_expired');
    expectRefused(await getResponse(`?loginMarker=${marker}`), 410, 'sign_in_expired');
    expectRefused(await getCheck(`?loginMarker=${marker}`), 410, 'sign_in_expired');
    expectRefused(await getResponse(), 404, 'sign_in_unknown');
  });

  test('for a blocked account, and for a blocked computer', async () => {
    const { session } = await arrive();
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    const { database, now } = server.context;
    await database.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, device.deviceId));
    const sent = await postCheck(visitor, await deviceInfo(device, session, goodFacts));
    expectRefused(sent, 403, 'device_blocked');
    expectRefused(await getCheck(), 403, 'device_blocked');
    expectRefused(await keyExchange(visitor, device), 403, 'device_blocked');
    await database
      .update(people)
      .set({ disabledAt: now() })
      .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    expectRefused(await getResponse(), 403, 'account_disabled');
  });

  test('in mfa mode before activation, and the verdict comes without one', async () => {
    await setApplication(company, { settings: { mode: 'mfa' } });
    const { session } = await arrive();
    const { body } = await postCheck(visitor, await deviceInfo(device, session, goodFacts));
    expect(body).toMatchObject({ complianceStatus: 'Compliant', samlResponseData: null });
    // Nothing was tried, so nothing was refused.
    expect(await readAudit(company)).toMatchObject([{ action: 'device-session' }]);
    expectRefused(await getResponse(), 409, 'report_missing');
    expect(await countAssertions()).toBe(0);
  });
});

describe('a call that spends something by GET', () => {
  const SPENDING = ['check/00000000-0000-4000-8000-000000000000', 'saml-response', 'saml-response/skip-installation'];

  test.each(SPENDING)('is refused when another site’s page sends it: %s', async (path) => {
    const { session } = await arrive();
    await postCheck(visitor, await deviceInfo(device, session, goodFacts), '?skipSamlResponse=true');
    const ask = (headers: Record<string, string>) =>
      visitor.ask(`${PREFIX}/${path.replace(/00000000-.*/, device.deviceId)}`, { headers });
    for (const site of ['cross-site', 'same-site']) {
      expectRefused(await ask({ 'sec-fetch-site': site }), 401, 'not_signed_in');
    }
    expectRefused(await ask({ origin: 'https://evil.example' }), 401, 'not_signed_in');
    // The browser's own word wins over an Origin that looks right.
    expectRefused(await ask({ 'sec-fetch-site': 'cross-site', origin: server.url }), 401, 'not_signed_in');
    expect(await countAssertions()).toBe(0);
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).not.toBe(401);
  });

  test('and one that changes something is refused without this session’s XSRF token', async () => {
    const { session } = await arrive();
    const body = await deviceInfo(device, session, goodFacts);
    for (const path of ['check', 'info', 'key-exchange', 'logFciAgentInstallation', 'temp-access-request']) {
      const reply = await visitor.ask(`${PREFIX}/${path}`, { method: 'POST', body, withoutXsrf: true });
      expectRefused(reply, 403, 'xsrf_token_wrong');
    }
  });
});
