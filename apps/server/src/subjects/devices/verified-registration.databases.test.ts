import { randomUUID } from 'node:crypto';
import { CALLS, HEADERS } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, deviceSessions, invitations, secondFactors, webSessions } from '../../database/schema.ts';
import { createDeviceSession } from '../../repositories/devices.ts';
import { findWebSessionById } from '../../repositories/people.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addFactor as giveFactor } from '../sign-in/sessions.ts';
import { isByPasswordAlone } from '../people/by-password-alone.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { plantSession } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/** It asks nothing of KnownDevice: what is registered counts whatever the policy says. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const VERIFIED = { registration: { mode: 'verified' } };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, VERIFIED);
  somebody = await addPerson(company);
});

type Factor = NonNullable<(typeof webSessions.$inferInsert)['factors']>[number];

/** Signs in by a password, with further factors as if they had been given, and goes to work with a computer. */
async function goToWork(
  device: SimulatedDevice,
  factors: readonly Factor[] = [],
  givenAt = company.context.now(),
): Promise<string> {
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  if (factors.length > 0) {
    await company.context.database
      .update(webSessions)
      .set({ factors: ['password', ...factors], awaits: null, secondFactorAt: givenAt })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
  }
  const session = await visitor.openSession(device);
  expect((await visitor.report(session, device, good)).status).toBe(204);
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  const { status, body } = await visitor.redeem(permit);
  return status === 200 ? 'at work' : String((body as { readonly code?: string }).code);
}

async function rowOf(device: SimulatedDevice) {
  const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
  if (row === undefined) throw new Error('This computer is not known at all.');
  return row;
}

const addFactor = (isAlone: boolean) =>
  company.context.database.insert(secondFactors).values({
    companyId: company.id,
    id: randomUUID(),
    personId: somebody.id,
    kind: 'totp',
    name: 'Phone',
    sealed: '',
    confirmedAt: company.context.now(),
    createdAt: company.context.now(),
    isByPasswordAlone: isAlone,
  });

describe('a stolen password and a computer that was made up', () => {
  test('open nothing, whatever the computer reports and the policy asks', async () => {
    const device = await createSimulatedDevice();
    expect(await goToWork(device)).toBe('device_not_approved');
    expect(await goToWork(device)).toBe('device_not_approved');
    expect((await rowOf(device)).state).toBe('waiting');
  });

  test('open nothing with a second factor that was set up by the password alone', async () => {
    await addFactor(true);
    expect(await goToWork(await createSimulatedDevice(), ['totp'])).toBe('device_not_approved');
  });

  test('still open an application where registration is automatic, as companies have it that set nothing', async () => {
    await configure(company, {});
    expect(await goToWork(await createSimulatedDevice())).toBe('at work');
  });
});

describe('a new computer is registered', () => {
  test('by a second factor that its person has had, and says so', async () => {
    await addFactor(false);
    const device = await createSimulatedDevice();
    expect(await goToWork(device, ['totp'])).toBe('at work');
    expect(await rowOf(device)).toMatchObject({ state: 'approved', approvedBy: 'a second factor of its person' });
  });

  test('by a second factor given at the identity provider of the company', async () => {
    expect(await goToWork(await createSimulatedDevice(), ['upstream', 'upstream-mfa'])).toBe('at work');
    expect(await goToWork(await createSimulatedDevice(), ['upstream'])).toBe('device_not_approved');
  });

  test('by none that was given a quarter of an hour ago: a cookie that was stolen since is no proof', async () => {
    const before = new Date(company.context.now().getTime() - 16 * 60_000);
    expect(await goToWork(await createSimulatedDevice(), ['upstream-mfa'], before)).toBe('device_not_approved');
  });

  test('by an administrator', async () => {
    const device = await createSimulatedDevice();
    await goToWork(device);
    expect((await desk.call('adminApproveDevice', { parameters: { id: (await rowOf(device)).id } })).status).toBe(200);
    expect(await goToWork(device)).toBe('at work');
  });
});

describe('a second factor is noted as set up by a password alone', () => {
  async function asks(changes: Parameters<typeof plantSession>[2], hasComputer = false): Promise<boolean> {
    return asksIn(changes, async (id) => {
      if (hasComputer) await openSessionAt(id);
    });
  }

  async function asksIn(
    changes: Parameters<typeof plantSession>[2],
    prepare: (webSessionId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const planted = await plantSession(company, somebody.login, changes);
    const context = await server.company();
    const found = await findWebSessionById(context.database, company.id, planted.sessionId, context.now());
    if (found === null) throw new Error('There is no session.');
    await prepare(planted.sessionId);
    return isByPasswordAlone(context, { ...found, accessToken: null });
  }

  /** Shows the public keys of a computer that is registered, as anybody may who has seen them, and reports nothing. */
  async function openSessionAt(webSessionId: string): Promise<void> {
    const device = await createSimulatedDevice();
    await goToWork(device, ['upstream-mfa']);
    const at = company.context.now();
    await createDeviceSession(company.context.database, {
      companyId: company.id,
      id: randomUUID(),
      webSessionId,
      personId: somebody.id,
      deviceRowId: (await rowOf(device)).id,
      sealedServerKey: '',
      expiresAt: new Date(at.getTime() + 60_000),
      kind: 'full',
      confirmedAt: null,
      createdAt: at,
    });
  }

  test('by a password, or at a provider that asked for no more, or where a computer only showed its keys', async () => {
    expect(await asks({})).toBe(true);
    expect(await asks({ factors: ['upstream'] })).toBe(true);
    expect(await asks({}, true)).toBe(true);
  });

  test('and not with another factor, nor in the sign-in that an invitation opened', async () => {
    expect(await asks({ factors: ['upstream', 'upstream-mfa'] })).toBe(false);
    await addFactor(false);
    expect(await asks({ factors: ['password', 'passkey'] })).toBe(false);
    somebody = await addPerson(company);
    const at = company.context.now();
    await company.context.database.insert(invitations).values({
      companyId: company.id,
      tokenHash: randomUUID(),
      personId: somebody.id,
      invitedBy: 'ilse',
      createdAt: at,
      expiresAt: new Date(at.getTime() + 60_000),
      usedAt: at,
    });
    expect(await asks({})).toBe(false);
    // Anyone who signs in later with the password that was chosen then is not the invitation.
    server.advance(60_000);
    expect(await asks({})).toBe(true);
  });
});

describe('a factor that came by the password alone', () => {
  const open = async () => {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    return visitor;
  };
  const ofSession = async (
    factors: readonly Factor[],
    prepare = async (_id: string): Promise<unknown> => undefined,
  ) => {
    const planted = await plantSession(company, somebody.login, { factors: [...factors] });
    const context = await server.company();
    const found = await findWebSessionById(context.database, company.id, planted.sessionId, context.now());
    if (found === null) throw new Error('There is no session.');
    await prepare(planted.sessionId);
    return isByPasswordAlone(context, { ...found, accessToken: null });
  };

  test('makes no better one, whether it stays or was removed since', async () => {
    await addFactor(true);
    expect(await ofSession(['password', 'totp'])).toBe(true);
    await company.context.database.delete(secondFactors).where(eq(secondFactors.personId, somebody.id));
    // The session still says that a code was given.
    expect(await ofSession(['password', 'totp'])).toBe(true);
    await addFactor(false);
    expect(await ofSession(['password', 'totp'])).toBe(false);
  });

  test('is one at the own computer of a person too: a copied cookie says the same', async () => {
    const device = await createSimulatedDevice();
    await goToWork(device, ['upstream-mfa']);
    const { id: deviceRowId } = await rowOf(device);
    const give = (webSessionId: string) =>
      company.context.database
        .update(deviceSessions)
        .set({ kind: 'full', webSessionId })
        .where(and(eq(deviceSessions.companyId, company.id), eq(deviceSessions.deviceRowId, deviceRowId)));
    expect(await ofSession(['password'], give)).toBe(true);
  });

  test('registers no computer that was there before another one was given', async () => {
    const visitor = await open();
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    server.advance(1000);
    await company.context.database
      .update(webSessions)
      .set({
        factors: ['upstream', 'upstream-mfa'],
        // Signed in once more, there.
        authenticatedAt: company.context.now(),
        secondFactorAt: company.context.now(),
      })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
    expect((await visitor.report(session, device, good)).status).toBe(204);
    expect((await rowOf(device)).state).toBe('waiting');
    const next = await visitor.openSession(device);
    expect((await visitor.report(next, device, good)).status).toBe(204);
    expect((await rowOf(device)).state).toBe('approved');
  });
});

describe('a cookie jar that was copied once its person was at work', () => {
  /** As the browser of the person has it, a moment after their own computer came. */
  async function copy(factors: readonly Factor[]): Promise<Visitor> {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    await company.context.database
      .update(webSessions)
      .set({ factors: ['password', ...factors], awaits: null, secondFactorAt: company.context.now() })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
    const own = await createSimulatedDevice();
    server.advance(1000);
    const session = await visitor.openSession(own);
    expect((await visitor.report(session, own, good)).status).toBe(204);
    expect((await rowOf(own)).state).toBe(factors.length === 0 ? 'waiting' : 'approved');
    server.advance(1000);
    const thief = new Visitor(company);
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
    return thief;
  }

  /** Shows a computer in the session: of the second version with an access token, of the first without. */
  async function show(thief: Visitor, path: string, device: SimulatedDevice) {
    const asking = { method: 'POST', body: await device.parameters() } as const;
    if (path === CALLS.keyExchange.path) return thief.ask(path, asking);
    const headers = { [HEADERS.scope]: 'device-v2' };
    const { body } = await thief.ask<{ accessToken: string }>(CALLS.accessToken.path, { headers });
    return thief.ask(path, { ...asking, headers: { authorization: `JWT ${body.accessToken}` } });
  }

  const paths = [CALLS.createSession, CALLS.createRestrictedSession, CALLS.keyExchange].map(({ path }) => path);
  test.each(paths)('shows no other computer: %s', async (path) => {
    const thief = await copy(['upstream-mfa']);
    const device = await createSimulatedDevice();
    const message = 'This browser was signed in at another computer. Sign in here.';
    expect(await show(thief, path, device)).toMatchObject({ status: 401, body: { message } });
    expect(await company.context.database.$count(devices, eq(devices.deviceId, device.deviceId))).toBe(0);
    expect((await thief.ask('/api/online/v1/second-factors')).status).toBe(401);
  });

  test.each(paths.slice(0, 2))('shows no registered computer of a colleague, and the log says so: %s', async (path) => {
    const [visitor, theirs] = [new Visitor(company), await createSimulatedDevice()];
    await signInAs(visitor, await addPerson(company));
    expect((await visitor.report(await visitor.openSession(theirs), theirs, good)).status).toBe(204);
    const { database } = company.context;
    await database.update(devices).set({ state: 'approved' }).where(eq(devices.deviceId, theirs.deviceId));
    const thief = await copy(['upstream-mfa']);
    expect((await show(thief, path, theirs)).status).toBe(401);
    const [refused, ended] = await readAudit(company, 2);
    expect([refused, ended]).toMatchObject([
      { action: 'device-session', outcome: 'refused', details: { code: 'access_token_wrong' } },
      { action: 'sign-out', outcome: 'done', target: somebody.login },
    ]);
  });

  test.each([[['upstream-mfa']], [['totp']], [[]]] as const)('sets up no factor either: %j', async (factors) => {
    if (factors[0] === 'totp') await addFactor(false);
    const thief = await copy(factors);
    const asked = await thief.ask('/api/online/v1/second-factors/totp', { method: 'POST', body: { name: 'x' } });
    expect(asked).toMatchObject({ status: 403, body: { code: 'proof_too_old' } });
  });

  test('changes no password either, whoever knows it', async () => {
    await addFactor(false);
    const thief = await copy(['totp']);
    const asked = await thief.ask('/api/online/v1/password', {
      method: 'PUT',
      body: { currentPassword: somebody.password, newPassword: 'taken-over-2026' },
    });
    expect(asked).toMatchObject({ status: 403, body: { code: 'proof_too_old' } });
  });

  test('a factor that is set up in a sign-in vouches for no computer in it', async () => {
    server.advance(1000);
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    server.advance(1000);
    await addFactor(false);
    await company.context.database
      .update(webSessions)
      .set({ factors: ['password', 'totp'], awaits: null, secondFactorAt: company.context.now() })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    expect((await visitor.report(session, device, good)).status).toBe(204);
    expect((await rowOf(device)).state).toBe('waiting');
  });
});

test('an access token that was copied before a second factor opens no device session after it', async () => {
  const planted = await plantSession(company, somebody.login);
  const headers = await planted.token('device-v2');
  const session = async () => {
    const parameters = await (await createSimulatedDevice()).parameters();
    return new Visitor(company).ask('/api/devices/v2/session', { method: 'POST', headers, body: parameters });
  };
  expect((await session()).status).toBe(200);
  const context = await server.company();
  const found = await findWebSessionById(context.database, company.id, planted.sessionId, context.now());
  if (found === null) throw new Error('There is no session.');
  const visit = { address: '', correlationId: '', userAgent: '', sessionToken: undefined, browserMark: undefined };
  expect(await giveFactor(context, visit, found, 'totp', undefined)).toMatchObject({ sessionId: planted.sessionId });
  expect(await session()).toMatchObject({ status: 401, body: { code: 'access_token_wrong' } });
});

describe('blocking a computer is not undone by a new id and new keys', () => {
  async function blockFirst(): Promise<void> {
    const first = await createSimulatedDevice();
    expect(await goToWork(first, ['upstream-mfa'])).toBe('at work');
    const parameters = { id: (await rowOf(first)).id };
    await desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'stolen' } });
  }

  test.each(['verified', 'automatic'])('where registration is %s', async (mode) => {
    await configure(company, { registration: { mode } });
    await blockFirst();
    const next = await createSimulatedDevice();
    expect(await goToWork(next, ['upstream-mfa'])).toBe('device_not_approved');
    await desk.call('adminApproveDevice', { parameters: { id: (await rowOf(next)).id } });
    expect(await goToWork(next)).toBe('at work');
  });
});

describe('before the policy is enforced', () => {
  const OBSERVING = { ...VERIFIED, gate: { state: 'observing', reason: 'a pilot' } };

  test('anyone who waits is counted, named, and approved at once while the gate is report-only', async () => {
    await configure(company, OBSERVING);
    const device = await createSimulatedDevice();
    expect(await goToWork(device)).toBe('device_not_approved');
    const gate = { body: { state: 'enforcing', reason: 'it begins' } };
    const before = (await desk.dryRun('adminSetGate', gate)).body.impact;
    expect(before?.newlyBlockedUnregistered).toBeGreaterThan(0);
    expect(before?.examples.find(({ login }) => login === somebody.login)).toMatchObject({ isUnregistered: true });

    const planned = (await desk.dryRun('adminApproveSeenDevices')).body;
    expect(planned.devices.find(({ login }) => login === somebody.login)).toMatchObject({ name: 'NADIA-LT-0427' });
    expect((await rowOf(device)).state).toBe('waiting');
    const done = (await desk.call('adminApproveSeenDevices')).body;
    expect(done.devices).toHaveLength(planned.devices.length);
    expect((await rowOf(device)).state).toBe('approved');
    expect((await desk.dryRun('adminSetGate', gate)).body.impact?.newlyBlockedUnregistered).toBe(0);

    await configure(company, VERIFIED);
    expect(await goToWork(device)).toBe('at work');
  });

  test('a person with a blocked computer, and two keys with one id, are left to be looked at one by one', async () => {
    await configure(company, OBSERVING);
    const [blocked, other] = [await createSimulatedDevice(), await createSimulatedDevice()];
    await goToWork(blocked);
    await server.context.database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.deviceId, blocked.deviceId));
    await goToWork(other);
    await desk.call('adminApproveSeenDevices');
    expect((await rowOf(other)).state).toBe('waiting');
  });

  test('once it is enforced nothing is approved at once', async () => {
    await configure(company, VERIFIED);
    const refused = await desk.call('adminApproveSeenDevices');
    expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
  });
});

describe('the status says what a stolen password opens', () => {
  const says = async () => (await desk.call('adminStatus')).body;

  test.each([
    [{}, 'A stolen password alone opens every application: any computer gets in with it.'],
    [
      { ...VERIFIED, gate: { state: 'observing', reason: 'a pilot' } },
      'A stolen password alone opens every application: the gate is report-only.',
    ],
    [VERIFIED, 'A stolen password alone opens nothing: it takes a second factor, or a computer that is registered.'],
    [{ registration: { mode: 'approved' } }, 'A stolen password alone opens every application: any computer gets in'],
  ])('with %j', async (settings, sentence) => {
    await configure(company, settings);
    const { company: shown, warnings } = await says();
    expect(shown?.stolenPassword).toContain(sentence);
    const isOpenNow = sentence.includes('any computer');
    expect(warnings.some((warning) => warning.includes('stolen password'))).toBe(isOpenNow);
  });

  test('a change to verified says whom it keeps out', async () => {
    await configure(company, { registration: { mode: 'approved' } });
    expect(await goToWork(await createSimulatedDevice())).toBe('at work');
    const { body } = await desk.dryRun('adminSetSettings', { body: { set: VERIFIED, reset: [] } });
    expect(body.warnings.join(' ')).toContain(somebody.login);
    expect(body.warnings.join(' ')).toMatch(
      /The next computer of \d+ people without a second factor has to be approved/,
    );
  });
});
