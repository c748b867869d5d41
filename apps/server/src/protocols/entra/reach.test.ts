import { type Call, CALLS, HEADERS } from '@vestibule/contracts';
import { createSimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, issuedAssertions, pendingSignIns, people, roles, webSessions } from '../../database/schema.ts';
import { given } from '../../testing/administrators.ts';
import { addPerson, readAudit, signInAs } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { EntraTenant, readForm } from '@vestibule/testing/entra-tenant';
import { addMethod, createUser, goodFacts, POLICY, type SecondStepWorld, Walker } from './testing/second-step-world.ts';

let server: TestServer;
let tenant: EntraTenant;
let company: TestCompany;
let world: SecondStepWorld;
let walker: Walker;
let personId: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  tenant = await EntraTenant.start(() => server.context.now());
  company = await firstCompany(server);
  world = await addMethod(server, tenant);
});
afterAll(async () => {
  await tenant.close();
  await server.close();
});
beforeEach(async () => {
  count += 1;
  await configure(company, {});
  walker = await Walker.create(world, createUser(`nils-${count}`));
  await walker.begin();
  const { database } = server.context;
  const rows = await database.select().from(people).where(eq(people.upstreamSubject, walker.user.sub));
  personId = given(rows[0]).id;
});

const assertions = () =>
  server.context.database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, personId));

const BY_SESSION: readonly string[] = ['session', 'first-factor', 'session-or-token', 'optional'];

/** What a browser is answered at an address where anybody may knock. */
const leadsTo = async (path: string) => (await walker.visitor.ask(path)).headers.get('location');

describe('a session that the identity provider vouched for', () => {
  test('reaches the device check, and no call beyond it', async () => {
    await walker.check();
    const refused: string[] = [];
    const reached: string[] = [];
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      const { authentication } = call;
      const isBySession = typeof authentication === 'string' && BY_SESSION.includes(authentication);
      const isByRole = typeof authentication === 'object' && 'role' in authentication;
      if (name === 'signOut' || name === 'events' || (!isBySession && !isByRole)) continue;
      const path = call.path.replaceAll(/\{(\w+)\}/g, '00000000-0000-4000-8000-000000000001');
      const { method } = call;
      const reply = await walker.visitor.ask(path, method === 'GET' ? {} : { method, body: {} });
      (reply.status === 401 && reply.body.code === 'not_signed_in' ? refused : reached).push(name);
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        'mySession',
        'secondFactors',
        'enrollTotp',
        'registerPasskey',
        'changePassword',
        'confirmPassword',
        'signInProgress',
        'giveSecondFactor',
        'endOtherSession',
        'signOutEverywhere',
        'webToken',
        'skipInstallation',
        'askTemporaryAccess',
        'onboardingProgress',
        'adminPeople',
        'adminAddApplication',
      ]),
    );
    expect(refused.filter((name) => name.startsWith('admin'))).toHaveLength(
      Object.keys(CALLS).filter((name) => name.startsWith('admin')).length,
    );
    expect(reached).toEqual(expect.arrayContaining(['settings', 'userDetails', 'pendingSignIn', 'accessToken']));
    expect(reached.length).toBeLessThan(30);
  });

  test('is no administrator’s, whatever role the person has', async () => {
    const { database, now } = server.context;
    const row = { companyId: company.id, personId, role: 'administrator', reach: 'company', createdAt: now() } as const;
    await database.insert(roles).values(row);
    await walker.check();
    expect((await walker.visitor.ask('/api/admin/v1/people')).status).toBe(401);
    expect((await walker.goOn()).headers.get('location')).toBeNull();
  });

  test('opens no other application: not by its request, not by its permit, not by its marker', async () => {
    await walker.check();
    const other = await walker.visitor.openApplication();
    expect(await leadsTo(`/saml/continue?login=${other}`)).toBe(`/online/?login=${other}`);
    const seen = await walker.visitor.ask(`/api/online/v1/pending-sign-in/${other}`);
    expect([seen.status, seen.body.code]).toEqual([404, 'sign_in_unknown']);
    // Even if it were the person's own sign-in, begun elsewhere.
    await server.context.database
      .update(pendingSignIns)
      .set({ personId })
      .where(and(eq(pendingSignIns.companyId, company.id), eq(pendingSignIns.id, other)));
    const session = await walker.visitor.openSession(walker.device);
    await walker.visitor.report(session, walker.device, goodFacts);
    const result = await walker.visitor.checkResult(session, other);
    const permit = await walker.device.open(session, result.body);
    const redeemed = await walker.visitor.redeem(permit);
    expect([redeemed.status, redeemed.body.code]).toEqual([401, 'not_signed_in']);
    expect(await leadsTo(`/saml/continue?login=${other}&read=done`)).toBe(`/online/?login=${other}`);
    expect(await assertions()).toEqual([]);
  });

  test('opens no other application while the gate observes either', async () => {
    await configure(company, { gate: { state: 'observing', isReading: false } });
    const other = await walker.visitor.openApplication();
    expect(await leadsTo(`/saml/continue?login=${other}`)).toBe(`/online/?login=${other}`);
    expect(await leadsTo(`/saml/continue?login=${other}&read=done`)).toBe(`/online/?login=${other}`);
    expect(await assertions()).toEqual([]);
  });

  test('opens no other request of the identity provider that another browser brought', async () => {
    await walker.check();
    const elsewhere = await Walker.create(world, walker.user);
    await elsewhere.begin();
    expect(await leadsTo(`/saml/continue?login=${elsewhere.marker}`)).toBe(`/online/?login=${elsewhere.marker}`);
  });

  test('gives a token that reaches no further than itself', async () => {
    const access = await walker.visitor.ask<{ accessToken: string }>('/api/auth-service/v1/access-token', {
      headers: { [HEADERS.scope]: 'device-v2' },
    });
    walker.visitor.token = access.body.accessToken;
    const reply = await walker.visitor.device('/api/devices/v2/saml-login-activity', { method: 'POST', body: {} });
    expect([reply.status, reply.body.code]).toEqual([401, 'access_token_wrong']);
    const restricted = await walker.visitor.device('/api/devices/v2/restricted-session', { method: 'POST', body: {} });
    expect([restricted.status, restricted.body.code]).toEqual([401, 'access_token_wrong']);
  });

  test('is over after an hour, and does not push the person’s own sessions out', async () => {
    const somebody = await addPerson(company);
    const own = new Visitor(server);
    await signInAs(own, somebody);
    const { database } = server.context;
    await database
      .update(people)
      .set({ upstreamId: world.upstreamId, upstreamSubject: 'linked' })
      .where(eq(people.id, somebody.id));
    for (let index = 0; index < 21; index += 1) {
      const again = await Walker.create(world, { ...walker.user, sub: 'linked', oid: 'linked' });
      await again.begin();
    }
    expect((await own.ask('/api/online/v1/my-session')).status).toBe(200);
    server.advance(3_600_001);
    expect((await walker.visitor.ask('/api/device-compliance/v1/user')).status).toBe(401);
  });

  test('takes the place of no one else’s sign-in in this browser without ending with it', async () => {
    const other = await addPerson(company);
    const visitor = new Visitor(server);
    await signInAs(visitor, other);
    const sent = await tenant.request(walker.user, world.method);
    const begun = await walker.post(sent);
    const asked = await visitor.ask<string>(begun.headers.get('location') ?? '');
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(200);
    const handle = /name="handle" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
    await visitor.ask('/second-step/arrive', { method: 'POST', form: { handle } });
    expect((await visitor.ask('/api/online/v1/my-session')).status).toBe(401);
  });

  test('is handed over once, and to no one who asks a minute later', async () => {
    const begun = await walker.post(await tenant.request(walker.user, world.method));
    const location = begun.headers.get('location') ?? '';
    expect((await new Visitor(server).ask(location)).status).toBe(303);
    const again = await new Visitor(server).ask(location);
    expect([again.status, again.headers.getSetCookie()]).toEqual([400, []]);
    const late = (await walker.post(await tenant.request(walker.user, world.method))).headers.get('location') ?? '';
    server.advance(60_001);
    expect((await new Visitor(server).ask(late)).status).toBe(400);
    expect((await new Visitor(server).ask('/second-step/arrive')).status).toBe(400);
  });
});

describe('the second step is the computer itself', () => {
  test('not another person’s', async () => {
    const owner = await Walker.create(world, createUser(`owner-${count}`));
    await owner.begin();
    await owner.check();
    const { status } = await walker.check(goodFacts, owner.device);
    expect(status).toBe(403);
    expect(await leadsTo(`/saml/continue?login=${walker.marker}`)).toBe(`/device-check/?login=${walker.marker}`);
  });

  test('not a second one that no one approved', async () => {
    await walker.check();
    server.advance(1000);
    const again = await Walker.create(world, walker.user);
    await again.begin();
    const activated = await again.check(goodFacts, await createSimulatedDevice());
    expect([activated.status, await again.goOn().then(({ headers }) => headers.get('location'))]).toEqual([
      403,
      `/device-check/?login=${again.marker}`,
    ]);
  });

  test('not leave to go without it, before or after a check', async () => {
    const give = () =>
      world.desk.call('adminGrantAccess', {
        body: { personId, hours: 4, reason: 'laptop is being replaced', uses: 9 },
      });
    expect((await give()).status).toBe(200);
    const info = `/api/device-compliance/v1/temp-access-info?loginMarker=${walker.marker}`;
    expect((await walker.visitor.ask(info)).body).toMatchObject({ isTempAccessGranted: false, mayBeAsked: false });
    await walker.check();
    expect((await walker.visitor.ask(info)).body).toMatchObject({ isTempAccessGranted: false });
    expect(await assertions()).toEqual([]);
  });

  test.each([
    ['the gate observes', { gate: { state: 'observing', isReading: true } }],
    ['the gate observes without reading', { gate: { state: 'observing', isReading: false } }],
    ['installing may be skipped', { skipping: { isAllowed: true } }],
  ])('also while %s', async (_what, settings) => {
    await configure(company, settings);
    const again = await Walker.create(world, createUser(`open-${count}-${Object.keys(settings)[0]}`));
    expect(await again.begin()).toBe(`/device-check/?login=${again.marker}`);
    const page = await again.visitor.ask(`/saml/continue?login=${again.marker}&read=done`);
    expect(page.headers.get('location')).toBe(`/device-check/?login=${again.marker}`);
    const pending = await again.visitor.ask(`/api/online/v1/pending-sign-in/${again.marker}`);
    expect(pending.body).toMatchObject({ mode: 'mfa' });
    expect(pending.body).not.toHaveProperty('isObserved');
  });

  test('whatever an administrator sets for the application', async () => {
    const set = { mode: 'frontline', secondFactor: 'off' };
    await server.context.database
      .update(applications)
      .set({ settings: set })
      .where(eq(applications.id, world.applicationId));
    const again = await Walker.create(world, createUser(`set-${count}`));
    expect(await again.begin()).toBe(`/device-check/?login=${again.marker}`);
    expect((await again.goOn()).headers.get('location')).toBe(`/device-check/?login=${again.marker}`);
    // A whole sign-in, and a computer that meets the policy, but is not known to be theirs: by its permit alone.
    await server.context.database.update(webSessions).set({ reach: 'whole', awaits: null });
    const session = await again.visitor.openSession(again.device);
    await again.visitor.report(session, again.device, goodFacts);
    const result = await again.visitor.checkResult(session, again.marker);
    const redeemed = await again.visitor.redeem(await again.device.open(session, result.body));
    expect([redeemed.status, redeemed.body.code]).toEqual([401, 'not_signed_in']);
    await server.context.database
      .update(applications)
      .set({ settings: {} })
      .where(eq(applications.id, world.applicationId));
  });

  test('for a person who signed in here too: their password is no second step', async () => {
    const { database } = server.context;
    const somebody = await addPerson(company);
    await database
      .update(people)
      .set({ upstreamId: world.upstreamId, upstreamSubject: `linked-${count}` })
      .where(eq(people.id, somebody.id));
    const own = await Walker.create(world, { ...walker.user, sub: `linked-${count}` });
    await own.begin();
    await database
      .update(webSessions)
      .set({ reach: 'whole', awaits: null })
      .where(eq(webSessions.personId, somebody.id));
    expect((await own.goOn()).headers.get('location')).toBe(`/device-check/?login=${own.marker}`);
    await own.check();
    expect(readForm((await own.goOn()).body).action).toContain('/second-step/finish/');
  });

  test('and every way to it is written down', async () => {
    await walker.check();
    await walker.finish(await walker.goOn(), readForm);
    const entries = await readAudit(company, 6);
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
      expect.arrayContaining(['second-step done', 'saml-response done', 'activation done']),
    );
    expect(JSON.stringify(entries)).not.toContain(walker.sent['id_token_hint']);
  });
});
