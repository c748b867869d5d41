import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCompanyToken, hashToken } from '../../operations/crypto/tokens.ts';
import { eq } from 'drizzle-orm';
import { deviceAccounts, devices } from '../../database/schema.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { personIdOf } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { factorStandingOf } from '../policy/second-factor-device.ts';
import {
  createDesk,
  type Desk,
  newestAudit,
  openDesk,
  given,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  KnownDevice: { severity: required }\n';
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;

/** A computer that has reported. @returns whether it is known, by the verdict */
async function report(device: SimulatedDevice, person: 0 | 1 = 0) {
  const visitor = new Visitor(company);
  await visitor.signIn(person);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
  const ask = () => visitor.checkResult(session);
  return { visitor, session, ask, isKnown: (await ask()).body.complianceStatus === 'Compliant' };
}

async function rowsOf({ deviceId }: SimulatedDevice) {
  const { body } = await desk.call('adminDevices', { query: { limit: '200' } });
  return body.devices.filter((device) => device.deviceId === deviceId);
}

describe('computers', () => {
  beforeAll(async () => {
    server = await startTestServer({ policy: POLICY });
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
  });
  afterAll(() => server.close());

  test('are listed a page at a time, the one seen last coming first, and found by name and owner', async () => {
    for (let index = 0; index < 5; index += 1) {
      await report(await createSimulatedDevice());
      if (index % 2 === 0) server.advance(1000);
    }
    const seen: string[] = [];
    const times: string[] = [];
    let after: string | undefined;
    do {
      const { body } = await desk.call('adminDevices', { query: { limit: '2', after } });
      seen.push(...body.devices.map(({ id }) => id));
      times.push(...body.devices.map(({ lastSeenAt }) => given(lastSeenAt)));
      after = body.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(times).toEqual(times.toSorted().toReversed());
    const total = async (query: object) => (await desk.call('adminDevices', { query })).body.total;
    expect(await total({ search: 'nadia-lt' })).toBe(5);
    expect(await total({ search: 'tomas' })).toBe(0);
    expect(await total({ state: 'blocked' })).toBe(0);
    expect((await desk.call('adminDevices', { query: { after: 'nonsense' } })).body.code).toBe('request_malformed');
  });

  test('[S3.018] wait for an administrator where the company says so, and support approves them', async () => {
    await configure(company, { registration: { mode: 'approved' } });
    const device = await createSimulatedDevice();
    const { ask, isKnown } = await report(device);
    expect(isKnown).toBe(false);
    const [row] = await rowsOf(device);
    expect(row).toMatchObject({ state: 'waiting', isSecondKey: false, login: 'nadia' });
    const support = await openDesk(company, 'support');
    expect((await support.dryRun('adminApproveDevice', { parameters: row })).body.changes).toEqual([
      { field: 'state', from: 'waiting', to: 'approved' },
    ]);
    expect((await ask()).body.complianceStatus).toBe('NotCompliant');
    expect((await support.call('adminApproveDevice', { parameters: row })).status).toBe(200);
    expect(await newestAudit(company)).toMatchObject({
      action: 'device',
      target: 'NADIA-LT-0427',
      details: { role: 'support' },
    });
    expect((await ask()).body.complianceStatus).toBe('Compliant');
    expect((await rowsOf(device))[0]?.approvedBy).toMatch(/^admin-/);
    await configure(company, {});
  });

  test('of support themselves, and after a block, are approved by others than support', async () => {
    await configure(company, { registration: { mode: 'approved' } });
    const own = await createSimulatedDevice();
    await report(own);
    const [row] = await rowsOf(own);
    const parts = { parameters: given(row) };
    const { personId, guise } = await plantAdministrator(company, { role: 'support' });
    const ofSupport = (id: string | undefined) =>
      company.context.database
        .update(devices)
        .set({ personId: given(id) })
        .where(eq(devices.id, parts.parameters.id));
    const token = (changes: object) => plantToken(company, { role: 'support', ...changes });
    await ofSupport(personId);
    for (const [caller, reason] of [
      [guise, /of their own/],
      [await token({ madeBy: 'person', ownerCompanyId: company.id, ownerId: personId }), /of their own/],
      [await token({}), /belongs to no person/],
    ] as const) {
      const { body } = await createDesk(company, caller).call('adminApproveDevice', parts);
      expect(body).toMatchObject({ code: 'not_possible', message: expect.stringMatching(reason) });
      const asTomas = { ...parts, body: { personId: await personIdOf(company, 'tomas') } };
      expect((await createDesk(company, caller).call('adminApproveDevice', asTomas)).body.code).toBe('role_missing');
    }
    await ofSupport(row?.personId);

    const stolen = await createSimulatedDevice();
    await report(stolen);
    const [blocked] = await rowsOf(stolen);
    await desk.call('adminBlockDevice', { parameters: given(blocked), body: { isBlocked: true, reason: 'stolen' } });
    const colleague = await openDesk(company, 'support');
    expect((await colleague.call('adminApproveDevice', parts)).body.code).toBe('role_missing');
    expect((await rowsOf(own))[0]?.state).toBe('waiting');
    expect((await desk.call('adminApproveDevice', parts)).status).toBe(200);
    await desk.call('adminBlockDevice', { parameters: given(blocked), body: { isBlocked: false, reason: 'found' } });
    await configure(company, {});
  });

  test('are approved by administrators alone where the device check is a factor, and the console is told so', async () => {
    const support = await openDesk(company, 'support');
    const approvers = async () => (await support.call('adminStatus')).body.company?.computersApprovedBy;
    await configure(company, { registration: { mode: 'approved' } });
    expect(await approvers()).toBe('support');
    await configure(company, { registration: { mode: 'approved' }, secondFactor: 'device' });
    expect(await approvers()).toBe('administrator');
    const device = await createSimulatedDevice();
    await report(device, 1);
    const [row] = await rowsOf(device);
    expect((await support.call('adminApproveDevice', { parameters: given(row) })).body.code).toBe('role_missing');
    await configure(company, {});
  });

  test('are given to the person whose they are, though another person showed them first', async () => {
    await configure(company, { registration: { mode: 'approved' }, secondFactor: 'device' });
    const device = await createSimulatedDevice();
    const first = await report(device, 0);
    const [row] = await rowsOf(device);
    expect(row).toMatchObject({ state: 'waiting', login: 'nadia' });
    const parts = { parameters: given(row), body: { personId: await personIdOf(company, 'tomas') } };
    const login = { field: 'login', from: 'nadia', to: 'tomas' };
    const dry = await desk.dryRun('adminApproveDevice', parts);
    expect(dry.body.changes).toEqual(expect.arrayContaining([login]));
    expect(dry.body.warnings).toContain('What nadia has open with it ends at once, with its accounts.');
    expect((await rowsOf(device))[0]).toMatchObject({ state: 'waiting', login: 'nadia' });
    const nobody = { ...parts, body: { personId: randomUUID() } };
    expect((await desk.call('adminApproveDevice', nobody)).body.code).toBe('not_found');
    expect((await desk.call('adminApproveDevice', parts)).status).toBe(200);
    expect(await newestAudit(company)).toMatchObject({
      action: 'device',
      details: { login: 'nadia', changes: expect.arrayContaining([login]) as unknown },
    });
    expect((await rowsOf(device))[0]).toMatchObject({ state: 'approved', login: 'tomas' });
    expect((await first.ask()).status).not.toBe(200);
    // A second factor of the one, and of the other no more.
    const { database } = server.context;
    const [stored] = await database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
    const standingOf = async (whose: string) => {
      const person = { id: await personIdOf(company, whose) };
      return factorStandingOf(database, { session: { kind: 'full' }, device: given(stored) }, person);
    };
    expect([await standingOf('tomas'), await standingOf('nadia')]).toEqual(['factor', 'another-persons']);
    expect((await report(device, 1)).isKnown).toBe(true);
    await configure(company, {});
  });

  test('whose id is known take another key only by approval, which retires the first', async () => {
    const first = await createSimulatedDevice();
    expect((await report(first)).isKnown).toBe(true);
    const second = await createSimulatedDevice(first.deviceId);
    const arrived = await report(second);
    expect(arrived.isKnown).toBe(false);
    const waiting = (await rowsOf(first)).find(({ state }) => state === 'waiting');
    expect(waiting).toMatchObject({ isSecondKey: true });

    const { body } = await desk.call('adminApproveDevice', { parameters: waiting });
    expect(body.warnings).toEqual([expect.stringContaining('Another key holds this device id')]);
    expect((await arrived.ask()).body.complianceStatus).toBe('Compliant');
    const states = (await rowsOf(first)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['approved', 'retired']);
    expect((await report(first)).isKnown).toBe(false);
    // A retired one does not come back by approval: its key was given up.
    const retired = (await rowsOf(first)).find(({ state }) => state === 'retired');
    expect((await desk.call('adminApproveDevice', { parameters: retired })).body.code).toBe('not_possible');
  });

  test('of the key that lost its id end at once: no session, permit or account of it leads anywhere', async () => {
    await setPolicy(company, 'version: 1\nworkplaceAccessPolicy: Permissive\nisPolicyEnforced: false\nchecks: {}\n');
    const first = await createSimulatedDevice();
    const visitor = new Visitor(company);
    const loginMarker = await visitor.openApplication();
    await visitor.signIn(0, loginMarker);
    const session = await visitor.openSession(first);
    await visitor.report(session, first, facts);
    const permit = await first.open(session, (await visitor.checkResult(session, loginMarker)).body);
    const upload = await visitor.device<{ uploadUrl: string }>(
      `/api/devices/v2/upload-url?sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=100&dataFormat=json&isLogin=true`,
    );
    const token = createCompanyToken(company.id);
    const deviceAccount = `/api/device-compliance/v1/device-account/${token}`;
    const now = server.context.now();
    await server.context.database.insert(deviceAccounts).values({
      companyId: company.id,
      tokenHash: hashToken(token),
      personId: await personIdOf(company, 'nadia'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    });
    const body = await first.parameters();
    const claimed = await visitor.ask<{ accountId: string }>(deviceAccount, { method: 'POST', body });
    const account = `/api/device-compliance/v1/agent/${claimed.body.accountId}?deviceId=${first.deviceId}`;
    expect((await visitor.ask(account)).status).toBe(200);

    const other = new Visitor(company);
    await other.signIn(1);
    const second = await createSimulatedDevice(first.deviceId);
    const theirs = await other.openSession(second);
    await other.report(theirs, second, facts);
    const waiting = (await rowsOf(first)).find(({ state }) => state === 'waiting');
    const dry = await desk.dryRun('adminApproveDevice', { parameters: waiting });
    expect(dry.body.warnings).toEqual([
      expect.stringContaining('ends at once'),
      expect.stringContaining('does not require known computers'),
    ]);
    expect((await visitor.checkResult(session)).status).toBe(200);
    expect((await desk.call('adminApproveDevice', { parameters: waiting })).status).toBe(200);

    // The permit was opened in time, and the policy lets anybody in: it is worth nothing all the same.
    expect(await visitor.redeem(permit)).toMatchObject({ status: 409, body: { code: 'report_missing' } });
    expect((await visitor.checkResult(session, loginMarker)).body.code).toBe('session_expired');
    const late = await first.sign(session, facts);
    const put = await visitor.ask(upload.body.uploadUrl, { method: 'PUT', body: late });
    expect(put.body.code).toBe('session_expired');
    expect((await visitor.ask(account)).body.code).toBe('device_unknown');
    const byAccount = `/api/device-compliance/v1/check/${claimed.body.accountId}`;
    expect((await visitor.ask(byAccount)).body.code).toBe('device_unknown');
    // The new key's own session goes on.
    expect((await other.checkResult(theirs)).status).toBe(200);
    await setPolicy(company, POLICY);
  });

  test('that are blocked end their sessions, and come back as what they were', async () => {
    const device = await createSimulatedDevice();
    const { visitor, session } = await report(device);
    const [row] = await rowsOf(device);
    const block = (isBlocked: boolean) =>
      desk.call('adminBlockDevice', { parameters: row, body: { isBlocked, reason: 'stolen' } });
    await block(true);
    expect((await visitor.checkResult(session)).status).toBeGreaterThanOrEqual(401);
    const again = await new Visitor(company).signIn();
    expect(again.status).toBe(200);
    const other = new Visitor(company);
    await other.signIn();
    expect(await other.openSession(device)).toMatchObject({ code: 'device_blocked' });
    expect((await desk.call('adminApproveDevice', { parameters: row })).body.code).toBe('not_possible');
    expect((await desk.call('adminRetireDevice', { parameters: row })).body.code).toBe('not_possible');
    expect((await block(true)).body.changes).toEqual([]);
    expect((await block(false)).body.changes).toEqual([{ field: 'state', from: 'blocked', to: 'approved' }]);
    expect((await report(device)).isKnown).toBe(true);
  });

  test('that were retired, blocked and let in again are retired still', async () => {
    const device = await createSimulatedDevice();
    await report(device);
    const [row] = await rowsOf(device);
    const block = (isBlocked: boolean) =>
      desk.call('adminBlockDevice', { parameters: row, body: { isBlocked, reason: 'stolen' } });
    await desk.call('adminRetireDevice', { parameters: row });
    await block(true);
    expect((await block(false)).body.changes).toEqual([{ field: 'state', from: 'blocked', to: 'retired' }]);
    expect((await report(device)).isKnown).toBe(false);
  });

  test('that are retired are known no longer, and another key may have their id', async () => {
    const device = await createSimulatedDevice();
    await report(device);
    const [row] = await rowsOf(device);
    const retiring = await desk.dryRun('adminRetireDevice', { parameters: row });
    expect(retiring.body.warnings).toHaveLength(1);
    // Where the policy takes unknown computers, that is said.
    for (const [strict, lenient] of [
      ['required', 'recommended'],
      ['Strict', 'Permissive\nisPolicyEnforced: false'],
    ] as const) {
      await setPolicy(company, POLICY.replace(strict, lenient));
      const { warnings } = (await desk.dryRun('adminRetireDevice', { parameters: row })).body;
      expect(warnings).toContainEqual(expect.stringContaining('To keep it out, block it'));
    }
    await setPolicy(company, POLICY);
    expect((await desk.call('adminRetireDevice', { parameters: row })).status).toBe(200);
    expect((await report(device)).isKnown).toBe(false);
    expect((await report(await createSimulatedDevice(device.deviceId))).isKnown).toBe(true);
  });

  test('are given names, which a report does not take away', async () => {
    const device = await createSimulatedDevice();
    await report(device);
    const [row] = await rowsOf(device);
    await desk.call('adminRenameDevice', { parameters: row, body: { label: 'Reception, left' } });
    await report(device);
    expect((await rowsOf(device))[0]).toMatchObject({ name: 'NADIA-LT-0427', label: 'Reception, left' });
    expect((await desk.call('adminDevices', { query: { search: 'reception' } })).body.total).toBe(1);
    await desk.call('adminRenameDevice', { parameters: row, body: { label: null } });
    expect(given((await rowsOf(device))[0]).label).toBeNull();
  });

  test('of another company are not there', async () => {
    const device = await createSimulatedDevice();
    await report(device);
    const [row] = await rowsOf(device);
    const foreign = await openDesk(await addCompany(server, 'elsewhere'), 'administrator');
    expect((await foreign.call('adminDevices')).body.total).toBe(0);
    for (const parameters of [row, { id: randomUUID() }]) {
      expect((await foreign.call('adminApproveDevice', { parameters })).status).toBe(404);
      expect((await foreign.call('adminRetireDevice', { parameters })).status).toBe(404);
      expect((await foreign.call('adminRenameDevice', { parameters, body: { label: 'x' } })).status).toBe(404);
      const body = { isBlocked: true, reason: 'x' };
      expect((await foreign.call('adminBlockDevice', { parameters, body })).status).toBe(404);
    }
    expect((await rowsOf(device))[0]).toMatchObject({ state: 'approved', label: null });
  });
});
