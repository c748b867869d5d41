import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceSessions, pendingSignIns, webSessions } from '../../../database/schema.ts';
import type { AccessGrant } from '../../../repositories/access-grants.ts';
import { findApplication } from '../../../repositories/companies.ts';
import { findDeviceSession } from '../../../repositories/devices.ts';
import { findPendingSignIn } from '../../../repositories/pending-sign-ins.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  findApplicationId,
  setApplication,
  signInAs,
  type TestPerson,
} from '../../../testing/at-the-gate.ts';
import { serviceProviderSchema } from '../../../protocols/saml/index.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import type { Claim } from './leave.ts';
import { acceptReport, type TakenReport } from '../../devices/reports.ts';
import { mayIssue } from './may-issue.ts';
import { isRefusal } from '../../../context/server-context.ts';

/** The door itself, past every call that stands before it. */
const POLICY = `
version: 1
workplaceAccessPolicy: Permissive
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const HOUR_MS = 3_600_000;

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let device: SimulatedDevice;
let somebody: TestPerson;
let marker: string;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  somebody = await addPerson(company);
  marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
});
afterEach(() => setApplication(company, { settings: {} }));

async function ask(claim: Claim, purpose: 'assertion' | 'activation' = 'assertion'): Promise<string> {
  const context = await server.company();
  const found = await findPendingSignIn(context.database, company.id, marker);
  if (found === null) throw new Error('There is no sign-in.');
  const sessions = await context.database.select().from(webSessions).where(eq(webSessions.personId, somebody.id));
  const webSessionId = sessions.at(-1)?.id ?? '';
  const leave = await mayIssue(context, context.database, { claim, ...found, webSessionId, purpose });
  return isRefusal(leave) ? leave.refused : 'leave';
}

/** A good report in a session of the first version, as it is taken from the request that brings it. */
async function reportInFirstVersion(who = visitor): Promise<TakenReport> {
  const session = await exchangeKeys(who, device);
  const context = await server.company();
  const own = await findDeviceSession(context.database, company.id, session.sessionId);
  const { signedReport } = await deviceInfo(device, session, goodFacts);
  const origin = { address: '127.0.0.1', correlationId: 'test-correlation' };
  const taken = own === null ? null : await acceptReport(context, origin, called(somebody.login), own, signedReport);
  if (taken === null || isRefusal(taken)) throw new Error('The report was not taken.');
  return taken;
}

const setSession = (id: string, changes: Partial<typeof deviceSessions.$inferInsert>) =>
  server.context.database.update(deviceSessions).set(changes).where(eq(deviceSessions.id, id));

describe('the door, asked with a report', () => {
  test('opens for a good one of the first version', async () => {
    const taken = await reportInFirstVersion();
    expect(await ask({ kind: 'report', taken })).toBe('leave');
  });

  test.each(['restricted', 'full'] as const)('stays shut for one of a %s session', async (kind) => {
    const taken = await reportInFirstVersion();
    await setSession(taken.deviceSessionId, { kind, confirmedAt: server.context.now() });
    expect(await ask({ kind: 'report', taken })).toBe('policy_not_met');
  });

  test('stays shut for one of the first version when the computer has used the second', async () => {
    const taken = await reportInFirstVersion();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, goodFacts);
    expect(await ask({ kind: 'report', taken })).toBe('policy_not_met');
  });

  test('stays shut for one of another sign-in of the same person, or of another person', async () => {
    const elsewhere = new Visitor(server);
    await signInAs(elsewhere, somebody);
    const ofOther = await reportInFirstVersion(elsewhere);
    const sessions = await server.context.database
      .select()
      .from(webSessions)
      .where(eq(webSessions.personId, somebody.id));
    await setSession(ofOther.deviceSessionId, { webSessionId: sessions[0]?.id ?? '' });
    expect(sessions).toHaveLength(2);
    expect(await ask({ kind: 'report', taken: ofOther })).toBe('report_missing');
    const own = await reportInFirstVersion(elsewhere);
    await setSession(own.deviceSessionId, { personId: randomUUID() });
    expect(await ask({ kind: 'report', taken: own })).toBe('policy_not_met');
  });

  test('stays shut for one of a session that is over', async () => {
    const taken = await reportInFirstVersion();
    await setSession(taken.deviceSessionId, { expiresAt: server.context.now() });
    expect(await ask({ kind: 'report', taken })).toBe('report_missing');
  });

  test('stays shut for one that was not sent just now, however good its verdict still is', async () => {
    const taken = await reportInFirstVersion();
    server.advance(60_001);
    expect(await ask({ kind: 'report', taken })).toBe('report_missing');
  });

  test('stays shut for one that a client sent by itself: it says nothing of the browser that asks', async () => {
    const taken = await reportInFirstVersion();
    await setSession(taken.deviceSessionId, { kind: 'agent' });
    expect(await ask({ kind: 'report', taken })).toBe('policy_not_met');
  });
});

describe('the door to an application that is changed on the way', () => {
  afterEach(() => setApplication(company, { disabledAt: null, serviceProvider: before }));
  let before: Record<string, unknown>;
  beforeEach(async () => {
    const application = await findApplication(server.context.database, company.id, await findApplicationId(company));
    before = { ...serviceProviderSchema.parse(application?.serviceProvider) };
  });

  test('stays shut once it is switched off', async () => {
    const taken = await reportInFirstVersion();
    await setApplication(company, { disabledAt: server.context.now() });
    expect(await ask({ kind: 'report', taken })).toBe('sign_in_expired');
    expect(await ask({ kind: 'report', taken }, 'activation')).toBe('sign_in_expired');
  });

  test('stays shut once the address that was asked for is taken out', async () => {
    const taken = await reportInFirstVersion();
    const acsUrls = [{ url: 'http://127.0.0.1:8082/saml/acs', index: 0, isDefault: true }];
    await setApplication(company, { serviceProvider: { ...before, acsUrls } });
    expect(await ask({ kind: 'report', taken })).toBe('sign_in_expired');
    await setApplication(company, { serviceProvider: before });
    expect(await ask({ kind: 'report', taken })).toBe('leave');
  });
});

describe('the door, asked with a grant', () => {
  const makeGrant = async (changes: Partial<AccessGrant> = {}): Promise<Claim> => {
    const now = server.context.now();
    const grant: AccessGrant = {
      companyId: company.id,
      id: randomUUID(),
      kind: 'temporary-access',
      personId: somebody.id,
      applicationId: await findApplicationId(company),
      reason: 'test',
      grantedById: null,
      waitsForApproval: false,
      grantedBy: 'test',
      createdAt: now,
      expiresAt: new Date(now.getTime() + HOUR_MS),
      usesLeft: 0,
      overridesStopper: false,
      revokedAt: null,
      ...changes,
    };
    return { kind: 'grant', grant, isAgain: false };
  };

  test('opens for a live one of this person and application', async () => {
    expect(await ask(await makeGrant())).toBe('leave');
    expect(await ask(await makeGrant({ applicationId: null }))).toBe('leave');
  });

  test.each([
    ['of another person', { personId: randomUUID() }],
    ['of another application', { applicationId: randomUUID() }],
    ['that is over', { expiresAt: new Date(0) }],
    ['that was taken back', { revokedAt: new Date(0) }],
    ['to skip the installation, which no one allowed', { kind: 'skip-installation' }],
  ] as const)('stays shut for one %s, also to one that overrides stoppers', async (_name, changes) => {
    expect(await ask(await makeGrant(changes))).toBe('policy_not_met');
    expect(await ask(await makeGrant({ ...changes, overridesStopper: true }))).toBe('policy_not_met');
  });

  test('does not count a device that proves nothing as the factor that the application asks for', async () => {
    const { database } = server.context;
    const mfa = { comparison: 'exact', classes: ['https://refeds.org/profile/mfa'] } as const;
    await setApplication(company, { settings: { mode: 'mfa' } });
    await database.update(pendingSignIns).set({ requestedAuthnContext: mfa }).where(eq(pendingSignIns.id, marker));
    const taken = await reportInFirstVersion();
    const ofSomebody = eq(webSessions.personId, somebody.id);
    await database
      .update(webSessions)
      .set({ activatedBy: taken.deviceSessionId, factors: ['password', 'device'] })
      .where(ofSomebody);
    expect(await ask({ kind: 'report', taken })).toBe('leave');
    expect(await ask(await makeGrant())).toBe('policy_not_met');
  });

  test('stays shut where the device check is the second factor and is missing', async () => {
    await setApplication(company, { settings: { mode: 'mfa' } });
    expect(await ask(await makeGrant({ overridesStopper: true }))).toBe('not_signed_in');
    await setApplication(company, { settings: { mode: 'mfa', secondFactor: 'off' } });
    expect(await ask(await makeGrant())).toBe('leave');
  });
});
