import type { SamlPostData } from '@vestibule/contracts';
import { called } from '../../testing/called.ts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessGrants, applications, devices, issuedAssertions, people } from '../../database/schema.ts';
import { isRefusal, type ServerContext } from '../../context/server-context.ts';
import {
  grantTemporaryAccess,
  listAccessRequests,
  listGrants,
  revokeGrant,
  type TemporaryAccess,
} from './temporary-access.ts';
import {
  addPerson,
  findApplicationId,
  readAudit,
  setApplication,
  setPolicy,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const STRICT = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: sign-in-stopper }
`;
const PERMISSIVE = STRICT.replace('Strict', 'Permissive');
const PREFIX = '/api/device-compliance/v1';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const HOUR_MS = 3_600_000;
const origin = { address: '127.0.0.1', correlationId: 'test-test' };
const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let context: ServerContext;
let visitor: Visitor;
let device: SimulatedDevice;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: STRICT });
  company = await firstCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  somebody = await addPerson(company);
  context = await server.company();
});
afterEach(async () => {
  await configure(company, {});
  await setApplication(company, { settings: {} });
});

async function arrive(who = visitor, person = somebody): Promise<string> {
  const marker = await who.openApplication();
  await signInAs(who, person, marker);
  return marker;
}

async function grant(changes: Partial<TemporaryAccess> = {}) {
  return grantTemporaryAccess(await server.company(), origin, {
    personId: somebody.id,
    applicationId: null,
    hours: 2,
    reason: 'Laptop is being repaired',
    uses: 1,
    overridesStopper: false,
    grantedBy: called('support'),
    ...changes,
  });
}

async function grantOrThrow(changes: Partial<TemporaryAccess> = {}) {
  const granted = await grant(changes);
  if (isRefusal(granted)) throw new Error(granted.message);
  return granted;
}

interface Info {
  readonly isTempAccessGranted: boolean;
  readonly expiresAt: string | null;
  readonly reason: string | null;
  readonly mayBeAsked: boolean;
  readonly isAsked: boolean;
}

const getInfo = async (who = visitor, query = '') => (await who.ask<Info>(`${PREFIX}/temp-access-info${query}`)).body;
const getResponse = (who = visitor, query = '') => who.ask<SamlPostData>(`${PREFIX}/saml-response${query}`);
const skip = (who = visitor, query = '') => who.ask<SamlPostData>(`${PREFIX}/saml-response/skip-installation${query}`);
const ask = (reason = 'My laptop is broken') =>
  visitor.ask(`${PREFIX}/temp-access-request`, { method: 'POST', body: { reason } });

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

async function assertions() {
  const { database } = server.context;
  return database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, somebody.id));
}

async function usesLeft(id: string): Promise<number | undefined> {
  const rows = await server.context.database.select().from(accessGrants).where(eq(accessGrants.id, id));
  return rows[0]?.usesLeft;
}

async function blockDevice(): Promise<void> {
  const { database } = server.context;
  await database.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, device.deviceId));
}

async function reportBadly(): Promise<void> {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, badFacts);
}

const setPerson = (changes: Partial<typeof people.$inferInsert>) =>
  server.context.database
    .update(people)
    .set(changes)
    .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));

describe('temporary access', () => {
  test('[S7.029, S7.027] is seen by the waiting page, opens once, and the assertion says so', async () => {
    await arrive();
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: false, expiresAt: null, reason: null });
    const granted = await grantOrThrow();
    expect(await getInfo()).toMatchObject({
      isTempAccessGranted: true,
      expiresAt: granted.expiresAt.toISOString(),
      reason: 'Laptop is being repaired',
    });
    expect((await getResponse()).status).toBe(200);
    expect(await assertions()).toMatchObject([{ standing: 'temporary', evidence: 'none', grantId: granted.id }]);
    const elsewhere = new Visitor(server);
    await arrive(elsewhere);
    expect(await getInfo(elsewhere)).toMatchObject({ isTempAccessGranted: false });
    expectRefused(await getResponse(elsewhere), 409, 'report_missing');
  });

  test('tells the waiting page to look, when it is given and when it is taken back', async () => {
    const seen: unknown[] = [];
    const end = server.context.events.subscribe(
      (event) => seen.push(event),
      () => undefined,
    );
    const look = { companyId: company.id, personId: somebody.id, subject: 'temporary-access' };
    const granted = await grantOrThrow();
    await expect.poll(() => seen).toEqual([look]);
    await revokeGrant(context, origin, { id: granted.id, revokedBy: called('support') });
    await expect.poll(() => seen).toEqual([look, look]);
    end();
  });

  test('with as many uses as were given is used up by them, however many ask at once', async () => {
    const granted = await grantOrThrow({ uses: 2 });
    const browsers = Array.from({ length: 8 }, () => new Visitor(server));
    for (const browser of browsers) await arrive(browser);
    const replies = await Promise.all(browsers.map((browser) => getResponse(browser)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await usesLeft(granted.id)).toBe(0);
    expect(await assertions()).toHaveLength(2);
  });

  test('is audited: who gave it, to whom, for how long and why; so is a refusal', async () => {
    await grantOrThrow({ grantedBy: called('ada') });
    expect(await readAudit(company)).toMatchObject([
      { action: 'access-grant', outcome: 'done', actor: 'ada', target: somebody.id },
    ]);
    await grant({ personId: UNKNOWN_ID, grantedBy: called('ada') });
    expect(await readAudit(company)).toMatchObject([
      { action: 'access-grant', outcome: 'refused', actor: 'ada', details: { code: 'not_found' } },
    ]);
  });

  test.each([
    ['of another person', async () => grantOrThrow({ personId: (await addPerson(company)).id })],
    [
      'of another application',
      async () => {
        const id = crypto.randomUUID();
        const { database } = server.context;
        const [application] = await database.select().from(applications).where(eq(applications.companyId, company.id));
        if (application === undefined) throw new Error('There is no application.');
        await database.insert(applications).values({ ...application, id, entityId: `https://${id}.example` });
        const granted = await grantOrThrow({ applicationId: id });
        await database.delete(applications).where(eq(applications.id, id));
        return granted;
      },
    ],
    [
      'that is over',
      async () => {
        const granted = await grantOrThrow({ hours: 1 });
        await server.context.database
          .update(accessGrants)
          .set({ expiresAt: server.context.now() })
          .where(eq(accessGrants.id, granted.id));
        return granted;
      },
    ],
    [
      'that was taken back',
      async () => {
        const granted = await grantOrThrow();
        await revokeGrant(context, origin, { id: granted.id, revokedBy: called('support') });
        return granted;
      },
    ],
    [
      'that is used up',
      async () => {
        const granted = await grantOrThrow();
        await server.context.database.update(accessGrants).set({ usesLeft: 0 }).where(eq(accessGrants.id, granted.id));
        return granted;
      },
    ],
  ])('%s opens nothing', async (_name, prepare) => {
    const { id } = await prepare();
    const before = await usesLeft(id);
    await arrive();
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: false });
    expectRefused(await getResponse(), 409, 'report_missing');
    expect(await usesLeft(id)).toBe(before);
    expect(await assertions()).toEqual([]);
  });

  test('for the application that waits opens it', async () => {
    await grantOrThrow({ applicationId: await findApplicationId(company) });
    await arrive();
    expect((await getResponse()).status).toBe(200);
  });

  test('does not open past a failed sign-in stopper of the last day, unless it says so; nothing is spent', async () => {
    const granted = await grantOrThrow();
    await arrive();
    await reportBadly();
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: false });
    expectRefused(await getResponse(), 403, 'policy_not_met');
    expect(await usesLeft(granted.id)).toBe(1);
    const overriding = await grantOrThrow({ overridesStopper: true });
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: true });
    expect((await getResponse()).status).toBe(200);
    expect([await usesLeft(granted.id), await usesLeft(overriding.id)]).toEqual([1, 0]);
  });

  test('does not open a blocked account, whatever it says [S6.013]', async () => {
    await grantOrThrow({ overridesStopper: true });
    await arrive();
    await setPerson({ disabledAt: server.context.now() });
    expectRefused(await getResponse(), 403, 'account_disabled');
    expect(await assertions()).toEqual([]);
  });

  test('is not given to a blocked account in the first place', async () => {
    await setPerson({ disabledAt: server.context.now() });
    expect(await grant()).toMatchObject({ refused: 'account_disabled' });
  });

  test('does not open with the very computer that was blocked, whatever it says', async () => {
    await grantOrThrow({ overridesStopper: true });
    await arrive();
    await reportBadly();
    await blockDevice();
    expectRefused(await getResponse(), 403, 'device_blocked');
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: false });
    // Elsewhere the person may go on, if the leave says so.
    const elsewhere = new Visitor(server);
    await arrive(elsewhere);
    expect((await getResponse(elsewhere)).status).toBe(200);
  });

  test('does not open with a blocked computer either when its person has signed in again', async () => {
    await grantOrThrow({ overridesStopper: true });
    await arrive();
    await reportBadly();
    await blockDevice();
    visitor = new Visitor(server);
    await arrive();
    expect(await visitor.openSession(device)).toMatchObject({ code: 'device_blocked' });
    expectRefused(await getResponse(), 403, 'device_blocked');
  });

  test('that overrides nothing does not open while a computer of the person was blocked within a day', async () => {
    await grantOrThrow();
    await arrive();
    await reportBadly();
    await blockDevice();
    const elsewhere = new Visitor(server);
    await arrive(elsewhere);
    expectRefused(await getResponse(elsewhere), 403, 'device_blocked');
  });

  test('takes no factor’s place', async () => {
    await setApplication(company, { settings: { mode: 'mfa' } });
    await grantOrThrow({ overridesStopper: true });
    await arrive();
    expect(await getInfo()).toMatchObject({ isTempAccessGranted: false });
    expectRefused(await getResponse(), 401, 'not_signed_in');
  });

  test('of another company opens nothing and cannot be taken back from here', async () => {
    const granted = await grantOrThrow();
    const other = await addCompany(server, `other-${somebody.id.slice(0, 8)}`);
    const there = await server.context.companies.byId(other.id);
    if (there === null) throw new Error('There is no such company.');
    expect(await revokeGrant(there, origin, { id: granted.id, revokedBy: called('stranger') })).toMatchObject({
      refused: 'not_found',
    });
    const wanted = { hours: 1, reason: 'x', uses: 1, overridesStopper: true, grantedBy: called('stranger') };
    const foreign = { ...wanted, personId: somebody.id, applicationId: null };
    expect(await grantTemporaryAccess(there, origin, foreign)).toMatchObject({ refused: 'not_found' });
    expect(await listGrants(there, { isLiveOnly: false })).toEqual([]);
    expect(await listGrants(context, { isLiveOnly: true, personId: somebody.id })).toMatchObject([{ id: granted.id }]);
  });

  test.each([
    ['hours', { hours: 0 }, 'request_malformed'],
    ['hours', { hours: 1.5 }, 'request_malformed'],
    ['uses', { uses: 0 }, 'request_malformed'],
    ['uses', { uses: 1001 }, 'request_malformed'],
    ['a reason', { reason: '  ' }, 'request_malformed'],
    ['an application', { applicationId: UNKNOWN_ID }, 'not_found'],
    ['hours the company allows', { hours: 25 }, 'grant_limit_reached'],
  ])('is not given without %s', async (_name, changes, refused) => {
    expect(await grant(changes)).toMatchObject({ refused });
  });

  test('is given as often as the company allows, however many ask at once', async () => {
    await configure(company, { temporaryAccess: { maximumPerPerson: 2, maximumHours: 1 } });
    const granted = await Promise.all(Array.from({ length: 6 }, () => grant({ hours: 1 })));
    expect(granted.filter((one) => !isRefusal(one))).toHaveLength(2);
    expect(granted.flatMap((one) => (isRefusal(one) ? [one.refused] : []))).toEqual(
      Array.from({ length: 4 }, () => 'grant_limit_reached'),
    );
    const beyond = await grantOrThrow({ hours: 48, mayExceedLimits: true });
    expect(beyond.expiresAt.getTime() - beyond.createdAt.getTime()).toBe(48 * HOUR_MS);
  });
});

describe('asking for temporary access', () => {
  test('stands once until it is answered, for the application that waits', async () => {
    await arrive();
    expect(await getInfo()).toMatchObject({ mayBeAsked: true, isAsked: false });
    const replies = await Promise.all([ask(), ask('Once more'), ask()]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await getInfo()).toMatchObject({ isAsked: true });
    const open = (await listAccessRequests(context)).filter(({ personId }) => personId === somebody.id);
    expect(open).toMatchObject([{ applicationId: await findApplicationId(company) }]);
    await grantOrThrow();
    expect(await getInfo()).toMatchObject({ isAsked: false, isTempAccessGranted: true });
  });

  test('is no more than five times a day', async () => {
    await arrive();
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask()).status).toBe(204);
      const granted = await grantOrThrow();
      await revokeGrant(context, origin, { id: granted.id, revokedBy: called('support') });
    }
    expectRefused(await ask(), 429, 'too_many_attempts');
    expect(await readAudit(company)).toMatchObject([{ action: 'access-request', outcome: 'refused' }]);
  });

  test('is not offered and not taken where the company does not want it, nor outside frontline', async () => {
    await arrive();
    await configure(company, { temporaryAccess: { mayBeAsked: false } });
    expect(await getInfo()).toMatchObject({ mayBeAsked: false });
    expectRefused(await ask(), 403, 'asking_not_allowed');
    await configure(company, {});
    await setApplication(company, { settings: { mode: 'onboarding' } });
    const marker = await visitor.openApplication();
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    expect(await getInfo(visitor, `?loginMarker=${marker}`)).toMatchObject({ mayBeAsked: false });
    const reply = await visitor.ask(`${PREFIX}/temp-access-request`, {
      method: 'POST',
      body: { reason: 'Please', loginMarker: marker },
    });
    expectRefused(reply, 403, 'asking_not_allowed');
  });

  test('wants a reason, and a marker that is one', async () => {
    await arrive();
    const reply = await visitor.ask(`${PREFIX}/temp-access-info?loginMarker=none`);
    expectRefused(reply, 400, 'request_malformed');
    for (const reason of ['', '   ', 'x'.repeat(501)]) expectRefused(await ask(reason), 400, 'request_malformed');
  });
});

describe('going on without Workplace', () => {
  const allowed = { skipping: { isAllowed: true, hours: 8, maximumPerPerson: 2 } };
  beforeEach(() => setPolicy(company, PERMISSIVE));
  afterEach(() => setPolicy(company, STRICT));

  test('[S7.028] is a response with a grant of its own, and the assertion says so', async () => {
    await configure(company, allowed);
    await arrive();
    const { status, body } = await skip();
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['actionUrl', 'relayState', 'samlResponse']);
    const grants = await listGrants(context, { kind: 'skip-installation', personId: somebody.id, isLiveOnly: false });
    expect(grants).toMatchObject([{ usesLeft: 0, grantedBy: somebody.login, overridesStopper: false }]);
    expect(await assertions()).toMatchObject([{ standing: 'skipped', evidence: 'none', grantId: grants[0]?.id }]);
    expect(await readAudit(company, 2)).toMatchObject([{ action: 'saml-response' }, { action: 'access-grant' }]);
  });

  test.each([
    ['where no one allowed it', {}, {}, PERMISSIVE, 'skipping_not_allowed'],
    ['under Strict', allowed, {}, STRICT, 'skipping_not_allowed'],
    ['in mfa mode', allowed, { mode: 'mfa' }, PERMISSIVE, 'skipping_not_allowed'],
    ['in onboarding', allowed, { mode: 'onboarding' }, PERMISSIVE, 'skipping_not_allowed'],
    ['in quick start', allowed, { mode: 'quick-start' }, PERMISSIVE, 'skipping_not_allowed'],
    ['where the device is the second factor', allowed, { secondFactor: 'device' }, PERMISSIVE, 'skipping_not_allowed'],
    [
      'where an installation is required',
      { ...allowed, requireNativeAppInstallation: true },
      {},
      PERMISSIVE,
      'installation_required',
    ],
  ])('is refused %s', async (_name, settings, application, policy, code) => {
    await configure(company, settings);
    await setApplication(company, { settings: application });
    await setPolicy(company, policy);
    await arrive();
    expectRefused(await skip(), 403, code);
    expect(await readAudit(company)).toMatchObject([{ action: 'saml-response', outcome: 'refused' }]);
    expect(await assertions()).toEqual([]);
    expect(await listGrants(context, { personId: somebody.id, isLiveOnly: false })).toEqual([]);
  });

  test('is refused to a person of whom an installation is required, though not of the others', async () => {
    await configure(company, allowed);
    await setPerson({ settings: { requireNativeAppInstallation: true } });
    await arrive();
    expectRefused(await skip(), 403, 'installation_required');
  });

  test('is refused with a failed sign-in stopper, a blocked computer or a blocked account', async () => {
    await configure(company, allowed);
    await arrive();
    await reportBadly();
    expectRefused(await skip(), 403, 'policy_not_met');
    await blockDevice();
    expectRefused(await skip(), 403, 'device_blocked');
    await setPerson({ disabledAt: server.context.now() });
    expectRefused(await skip(), 403, 'account_disabled');
    expect(await listGrants(context, { personId: somebody.id, isLiveOnly: false })).toEqual([]);
  });

  test('is refused at a call that is not well-formed, and for a sign-in that is too old', async () => {
    await configure(company, allowed);
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 } });
    const marker = await arrive();
    expectRefused(await skip(visitor, '?loginMarker=none'), 400, 'request_malformed');
    server.advance(60_000);
    expectRefused(await skip(visitor, `?loginMarker=${marker}`), 410, 'sign_in_expired');
  });

  test('is refused without an application that waits', async () => {
    await configure(company, allowed);
    await signInAs(visitor, somebody);
    expectRefused(await skip(), 404, 'sign_in_unknown');
  });

  test('lasts as long as the company says, and works so often: the whole time counts once', async () => {
    await configure(company, allowed);
    const tryIt = async () => {
      const marker = await visitor.openApplication();
      await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
      return (await visitor.ask(`${PREFIX}/saml-response/skip-installation?loginMarker=${marker}`)).status;
    };
    await signInAs(visitor, somebody);
    expect(await tryIt()).toBe(200);
    server.advance(HOUR_MS);
    expect(await tryIt()).toBe(200);
    server.advance(7 * HOUR_MS);
    await signInAs(visitor, somebody);
    const replies = await Promise.all([tryIt(), tryIt(), tryIt()]);
    expect(replies).toEqual([200, 200, 200]);
    const ends = await listGrants(context, { personId: somebody.id, isLiveOnly: false });
    expect(new Set(ends.map(({ expiresAt }) => expiresAt.getTime())).size).toBe(2);
    server.advance(8 * HOUR_MS);
    await signInAs(visitor, somebody);
    expect(await tryIt()).toBe(403);
  });

  test('begins one leave, however many begin it at once', async () => {
    await configure(company, { skipping: { ...allowed.skipping, maximumPerPerson: 1 } });
    await arrive();
    const ticking = setInterval(() => server.advance(1), 1);
    const replies = await Promise.all(Array.from({ length: 8 }, () => skip())).finally(() => clearInterval(ticking));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const grants = await listGrants(context, { personId: somebody.id, isLiveOnly: false });
    expect(new Set(grants.map(({ expiresAt }) => expiresAt.getTime())).size).toBe(1);
  });

  test('that was taken back gives the time back', async () => {
    await configure(company, { skipping: { ...allowed.skipping, maximumPerPerson: 1 } });
    await arrive();
    expect((await skip()).status).toBe(200);
    const [first] = await listGrants(context, { personId: somebody.id, isLiveOnly: false });
    server.advance(8 * HOUR_MS);
    await arrive();
    expectRefused(await skip(), 403, 'skipping_used_up');
    await revokeGrant(context, origin, { id: first?.id ?? '', revokedBy: called('support') });
    expect((await skip()).status).toBe(200);
  });
});
