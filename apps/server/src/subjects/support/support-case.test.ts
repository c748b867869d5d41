import { randomUUID } from 'node:crypto';
import { correlationIdOf, HEADERS, supportCodeOf } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { addPerson, findApplicationId, signInAs } from '../../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { WAITING_PER_PERSON } from '../devices/show-device.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const facts = (isOn: boolean) => ({ firewall: fact({ isOn, manager: 'ufw', gaps: [] }) });

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'support');
});
afterAll(() => server.close());

/** Someone who stands before the gate, with the code on their page. */
async function caller(isFirewallOn?: boolean) {
  const somebody = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const device = await createSimulatedDevice();
  if (isFirewallOn !== undefined) {
    await visitor.report(await visitor.openSession(device), device, facts(isFirewallOn));
  }
  const settings = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  return { somebody, visitor, marker, device, code: settings.body.displaySessionId };
}

async function call(words: readonly string[]): Promise<string> {
  let said = '';
  const write = (text: string) => void (said += text);
  await runCommandLine([...words, '--company', 'alderbrook', '--data', server.dataFolder], {
    out: write,
    err: write,
    columns: 100,
  });
  return said;
}

describe('the case of a caller', () => {
  test('whose computer never spoke', async () => {
    const { code, somebody } = await caller();
    expect(code).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
    const { body } = await desk.call('adminSupport', { parameters: { code } });
    expect(body).toMatchObject({
      person: { login: somebody.login, isBlocked: false },
      session: { code, isOpen: true, factors: ['password'] },
      broken: 'computer',
      application: { name: 'Alderbrook Mail', isOver: false },
      device: null,
    });
    expect(body.events[0]).toMatchObject({ action: 'sign-in', outcome: 'done', actor: somebody.login });
  });

  test('whose computer is refused, as ten of theirs wait already', async () => {
    const { somebody, visitor: other } = await caller();
    for (let count = 0; count < WAITING_PER_PERSON; count += 1) await other.openSession(await createSimulatedDevice());
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody, await visitor.openApplication());
    await visitor.openSession(await createSimulatedDevice());
    const settings = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
    const said = await call(['support', settings.body.displaySessionId]);
    expect(said).toContain('10 computers of theirs wait for approval');
    expect(said.replaceAll(/\s+/g, ' ')).toContain('vestibule device list --state waiting');
  });

  test('whose firewall is off: by the code in small letters, with what was found', async () => {
    const { code, device } = await caller(false);
    const { body } = await desk.call('adminSupport', { parameters: { code: code.toLowerCase().replace('-', '') } });
    expect(body).toMatchObject({ broken: 'verdict', blocking: ['FirewallEnable'] });
    expect(body.checks).toMatchObject([{ checkType: 'FirewallEnable', state: 'failed', evidence: expect.any(Object) }]);
    expect(body.device?.name).toEqual(expect.any(String));
    const said = await call(['support', code]);
    expect(said).toContain('✗ verdict');
    expect(said).toContain('FirewallEnable, blocks');
    expect(said).toContain('vestibule access grant');
    expect(device.deviceId).toEqual(expect.any(String));
  });

  test('who asked for access, and was given it', async () => {
    const { code, somebody, visitor, marker } = await caller(false);
    const ask = { method: 'POST', body: { reason: 'a new laptop', loginMarker: marker } };
    await visitor.ask('/api/device-compliance/v1/temp-access-request', ask);
    const asked = await desk.call('adminSupport', { parameters: { code } });
    expect([asked.body.request?.reason, asked.body.grants]).toEqual(['a new laptop', []]);
    expect(await call(['support', code])).toContain('vestibule access refuse');
    const body = {
      personId: somebody.id,
      applicationId: await findApplicationId(company),
      hours: 4,
      uses: 1,
      reason: 'a new laptop',
    };
    expect((await desk.call('adminGrantAccess', { body })).status).toBe(200);
    const given = await desk.call('adminSupport', { parameters: { code } });
    expect(given.body).toMatchObject({
      request: null,
      grants: [{ kind: 'temporary-access', usesLeft: 1, reason: 'a new laptop' }],
    });
    expect(given.body.chain.find(({ link }) => link === 'verdict')?.state).toBe('not-needed');
  });

  test('by the code of a tab that had not heard the other one: as soon as it has done something', async () => {
    const { visitor, somebody, marker, code } = await caller(true);
    const tab = supportCodeOf(randomUUID());
    const look = async (by: string) => (await desk.call('adminSupport', { parameters: { code: by } })).body;
    expect((await desk.call('adminSupport', { parameters: { code: tab } })).status).toBe(404);
    const headers = { [HEADERS.correlationId]: correlationIdOf(tab, randomUUID()) };
    const asking = { method: 'POST', body: { reason: 'a new laptop', loginMarker: marker }, headers };
    const asked = await visitor.ask('/api/device-compliance/v1/temp-access-request', asking);
    expect(asked.headers.get('Correlation-Id')).toBe(headers[HEADERS.correlationId]);
    expect(await look(tab)).toMatchObject({ person: { login: somebody.login }, session: { code } });
    expect(await look(tab.toLowerCase().replace('-', ''))).toMatchObject({ session: { code } });
    // No part of it is one, and no character stands for others.
    for (const other of [tab.slice(0, 6), '______'])
      expect((await desk.call('adminSupport', { parameters: { code: other } })).status).toBe(404);
  });

  test("is no one's with a code that no page shows, and of another company", async () => {
    const { code } = await caller(true);
    expect((await desk.call('adminSupport', { parameters: { code: 'AAA-AAA' } })).status).toBe(404);
    const other = await openDesk(await addCompany(server, 'harbour'), 'administrator');
    expect((await other.call('adminSupport', { parameters: { code } })).status).toBe(404);
    const auditor = await openDesk(company, 'auditor');
    expect((await auditor.call('adminSupport', { parameters: { code } })).status).toBe(403);
  });
});

describe('the report', () => {
  test('counts people, computers, outcomes and reasons, and lists who went through without a good computer', async () => {
    const before = (await desk.call('adminReport')).body;
    await caller();
    await caller(false);
    await caller(true);
    const { somebody, visitor, marker } = await caller(false);
    const refused = await visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const body = { personId: somebody.id, applicationId: null, hours: 4, uses: 1, reason: 'a new laptop' };
    await desk.call('adminGrantAccess', { body });
    const opened = await visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`);
    expect(opened.status).toBe(200);
    const after = (await desk.call('adminReport')).body;
    expect(after.people.signedIn).toBe(before.people.signedIn + 4);
    expect(after.people.withoutReport).toBe(before.people.withoutReport + 1);
    expect(after.computers).toEqual({
      reported: before.computers.reported + 3,
      compliant: before.computers.compliant + 1,
      grace: 0,
      notCompliant: before.computers.notCompliant + 2,
    });
    expect(after.blockingChecks['FirewallEnable']).toBe((before.blockingChecks['FirewallEnable'] ?? 0) + 2);
    expect(after.assertions).toMatchObject({ temporary: 1 });
    expect(after.refusals).toMatchObject({ report_missing: 1 });
    expect(after.exceptions).toMatchObject([
      { login: somebody.login, applicationName: 'Alderbrook Mail', standing: 'temporary', reason: 'a new laptop' },
    ]);
    expect(await call(['report'])).toContain('a new laptop');
  });
});
