import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policies } from '../../database/schema.ts';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { personIdOf } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import {
  createDesk,
  type Desk,
  newestAudit,
  openDesk,
  given,
  plantAdministrator,
} from '../../testing/administrators.ts';

const policyText = (severity: string, comment = '') =>
  `${comment}version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: ${severity} }\n`;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: policyText('recommended') });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

describe('the policy', () => {
  test('that is applied holds at once, for those who are signed in already, and every page looks', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await visitor.signIn();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, off);
    const status = async () => (await visitor.checkResult(session)).body.complianceStatus;
    expect(await status()).toBe('Compliant');

    const body = { text: policyText('required'), acceptBlocking: 1 };
    const dry = await desk.dryRun('adminApplyPolicy', { body });
    expect(dry.body.changes).toEqual([
      { field: 'version', from: expect.any(String), to: dry.body.version },
      { field: 'FirewallEnable', from: 'recommended', to: 'required' },
    ]);
    expect(await status()).toBe('Compliant');

    const events: LookEvent[] = [];
    const end = server.context.events.subscribe(
      (event) => void events.push(event),
      () => undefined,
    );
    const { body: applied } = await desk.call('adminApplyPolicy', { body });
    expect(await status()).toBe('NotCompliant');
    expect(events).toContainEqual({ companyId: company.id, personId: null, subject: 'policy' });
    end();
    expect(await newestAudit(company)).toMatchObject({ action: 'policy', target: 'alderbrook' });
    const shown = await desk.call('adminPolicy');
    expect(shown.body).toMatchObject({
      version: applied.version,
      source: 'command',
      text: body.text,
      createdBy: expect.stringMatching(/^admin-/),
    });
    expect((await desk.call('adminApplyPolicy', { body })).body.changes).toEqual([]);
    // A comment is another text, and so another version.
    const commented = await desk.call('adminApplyPolicy', { body: { text: policyText('required', '# why\n') } });
    expect(commented.body.changes.map(({ field }) => field)).toEqual(['version']);
  });

  test('made from a version that holds no more is refused, and writes over nothing', async () => {
    const ifVersion = (await desk.call('adminPolicy')).body.version;
    const put = (text: string) =>
      desk.call('adminApplyPolicy', { body: { text, acceptBlocking: 1 }, query: { ifVersion } });
    const first = await put(policyText('required', '# of 9:05\n'));
    expect(first.status).toBe(200);
    const second = await put(policyText('recommended', '# opened at 9:00\n'));
    expect([second.status, second.body.code]).toEqual([409, 'not_possible']);
    expect(second.body.message).toContain(`version ${first.body.version} holds by now, by admin-`);
    expect((await desk.call('adminPolicy')).body.version).toBe(first.body.version);
  });

  test('with a mistake is refused whole, with line and column of each', async () => {
    const before = (await desk.call('adminPolicy')).body.version;
    const body = {
      text: 'version: 1\nworkplaceAccessPolicy: Strictt\nchecks:\n  FirewallEnable: { severity: requird }\n',
    };
    for (const name of ['adminApplyPolicy', 'adminCheckPolicy'] as const) {
      const { status, body: said } = await desk.call(name, { body });
      expect(status).toBe(422);
      expect(given(said.problems).map(({ line, column }) => [line, column])).toEqual([
        [2, 1],
        [4, 21],
      ]);
    }
    expect((await desk.call('adminPolicy')).body.version).toBe(before);
  });

  test('is checked and explained without holding', async () => {
    const text = policyText('sign-in-stopper');
    const checked = await desk.call('adminCheckPolicy', { body: { text } });
    expect(checked.body.checks).toContainEqual(
      expect.objectContaining({ checkType: 'FirewallEnable', severity: 'sign-in-stopper', now: 'sign-in-stopper' }),
    );
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await visitor.signIn();
    const report = await device.sign(await visitor.openSession(device), off);
    const explained = await desk.call('adminExplainPolicy', { body: { text, report } });
    expect(explained.body).toMatchObject({
      mayContinue: false,
      checks: [{ now: 'sign-in-stopper', state: 'failed', blocks: true }],
    });
    const holding = await desk.call('adminExplainPolicy', { body: { report } });
    expect(holding.body.checks).toMatchObject([{ now: 'required' }]);
    for (const body of [{ report: { some: 'thing' } }, { report, text: 'version: 2' }]) {
      expect((await desk.call('adminExplainPolicy', { body })).status).toBe(422);
    }
    expect((await desk.call('adminPolicy')).body.summary.checks).toContainEqual(
      expect.objectContaining({ checkType: 'FirewallEnable', severity: 'required' }),
    );
  });

  test('of a file that is written piece by piece is taken when it is whole, and never half', async () => {
    const { database, config } = server.context;
    const count = async () => (await database.select().from(policies)).length;
    const before = await count();
    const checks = ['FirewallEnable', 'PasswordSet', 'DeviceEncrypted', 'OSSupported', 'ScreenSaverState'];
    let text = 'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n';
    for (const check of checks) {
      text += `  ${check}: { severity: required }\n`;
      await writeFile(config.policyFile, text);
      await setTimeout(400);
      expect(await count()).toBe(before);
    }
    await expect.poll(count, { timeout: 6000 }).toBe(before + 1);
    expect((await desk.call('adminPolicy')).body.text).toBe(text);
  });

  test('of the file takes over again when the file is saved', async () => {
    const { policyFile } = server.context.config;
    await writeFile(policyFile, `# saved\n${await readFile(policyFile, 'utf8')}`);
    await expect.poll(async () => (await desk.call('adminPolicy')).body.source, { timeout: 5000 }).toBe('file');
  });
});

describe('temporary access', () => {
  const grant = async (who: Desk, changes: object = {}) =>
    who.call('adminGrantAccess', {
      body: { personId: await personIdOf(company, 'nadia'), hours: 2, reason: 'laptop is being replaced', ...changes },
    });

  test('is given by support within the company’s limits, and beyond them by administrators', async () => {
    await configure(company, { temporaryAccess: { maximumHours: 8, maximumPerPerson: 2 } });
    const support = await openDesk(company, 'support');
    expect((await grant(support)).status).toBe(200);
    expect((await grant(support, { hours: 9 })).body.code).toBe('grant_limit_reached');
    expect((await grant(support, { overridesStopper: true })).body.code).toBe('role_missing');
    expect((await grant(support)).status).toBe(200);
    const body = { personId: await personIdOf(company, 'nadia'), hours: 2, reason: 'x' };
    expect((await support.dryRun('adminGrantAccess', { body })).body.code).toBe('grant_limit_reached');
    expect((await grant(support)).body.code).toBe('grant_limit_reached');
    const beyond = await grant(desk, { hours: 48, overridesStopper: true });
    expect(beyond.body.warnings).toHaveLength(2);
    expect((await desk.call('adminAccessGrants')).body.grants).toHaveLength(3);
    expect((await desk.call('adminAccessGrants')).body.grants).toContainEqual(
      expect.objectContaining({ login: 'nadia', applicationName: null, overridesStopper: true, usesLeft: 1 }),
    );
    await configure(company, {});
  });

  test('is asked for, seen by support, answered, and taken back', async () => {
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await visitor.signIn(1, marker);
    const asked = await visitor.ask(CALLS.askTemporaryAccess.path, {
      method: 'POST',
      body: { loginMarker: marker, reason: 'new laptop' },
    });
    expect(asked.status).toBeLessThan(300);
    const { requests } = (await desk.call('adminAccessRequests')).body;
    expect(requests).toMatchObject([{ login: 'tomas', reason: 'new laptop', applicationName: 'Alderbrook Mail' }]);
    const { personId, applicationId } = given(requests[0]);
    const dry = await desk.dryRun('adminGrantAccess', { body: { personId, applicationId, hours: 1, reason: 'x' } });
    expect(dry.body).toMatchObject({ grantId: null, isDryRun: true });
    expect((await desk.call('adminAccessRequests')).body.requests).toHaveLength(1);
    const { body } = await grant(desk, { personId, applicationId, hours: 1 });
    expect((await desk.call('adminAccessRequests')).body.requests).toEqual([]);

    const parameters = { id: body.grantId };
    expect((await desk.dryRun('adminRevokeAccess', { parameters })).status).toBe(200);
    const live = async () => (await desk.call('adminAccessGrants', { query: { personId } })).body.grants.length;
    expect(await live()).toBe(1);
    expect((await desk.call('adminRevokeAccess', { parameters })).status).toBe(200);
    expect(await live()).toBe(0);
    expect((await desk.call('adminRevokeAccess', { parameters })).status).toBe(404);
    const all = await desk.call('adminAccessGrants', { query: { personId, isAll: 'true' } });
    expect(all.body.grants).toMatchObject([{ revokedAt: expect.any(String) }]);
  });

  test('is not given by support to themselves', async () => {
    const { guise, personId } = await plantAdministrator(company, { role: 'support' });
    const refused = await grant(createDesk(company, guise), { personId });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
    expect((await grant(await openDesk(company, 'support'), { personId })).status).toBe(200);
  });

  test('is not given to who is blocked, unknown, or for an application no one knows', async () => {
    const personId = await personIdOf(company, 'tomas');
    expect((await grant(desk, { applicationId: '11111111-2222-4333-8444-555555555555' })).status).toBe(404);
    expect((await grant(desk, { personId: '11111111-2222-4333-8444-555555555555' })).status).toBe(404);
    await desk.call('adminBlockPerson', { parameters: { personId }, body: { isBlocked: true, reason: 'x' } });
    expect((await grant(desk, { personId })).body.code).toBe('not_possible');
    const foreign = await openDesk(await addCompany(server, 'elsewhere'), 'administrator');
    expect((await grant(foreign)).status).toBe(404);
    expect((await foreign.call('adminAccessGrants', { query: { isAll: 'true' } })).body.grants).toEqual([]);
  });
});

describe('the audit log', () => {
  test('is searched by time, actor, target, action, outcome and correlation id, a page at a time', async () => {
    const find = async (query: object) =>
      (await desk.call('adminAudit', { query: { limit: '200', ...query } })).body.entries;
    expect((await find({ actor: 'NADIA' })).every(({ actor }) => actor === 'nadia')).toBe(true);
    const granted = given((await find({ action: 'access-grant', outcome: 'done' }))[0]);
    expect(granted).toMatchObject({ action: 'access-grant', outcome: 'done' });
    expect(await find({ correlationId: granted.correlationId })).toContainEqual(granted);
    expect(await find({ from: new Date(server.context.now().getTime() + 1000).toISOString() })).toEqual([]);
    expect(await find({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect((await find({ target: 'alderbrook' })).length).toBeGreaterThan(0);
    expect(await find({ target: '%' })).toEqual([]);

    const all = await find({});
    const paged: unknown[] = [];
    let after: string | undefined;
    do {
      const { body } = await desk.call('adminAudit', { query: { limit: '7', after } });
      paged.push(...body.entries);
      after = body.next ?? undefined;
    } while (after !== undefined);
    expect(paged).toEqual(all);
    expect((await desk.call('adminAudit', { query: { after: 'x' } })).status).toBe(400);
  });

  test('holds what was only looked at, and shows it when asked to', async () => {
    const reads = async (query: object) => {
      const { body } = await desk.call('adminAudit', { query: { ...query, limit: '200' } });
      return body.entries.filter(({ action }) => action === 'admin-read').length;
    };
    expect(await reads({})).toBe(0);
    expect(await reads({ isWithReads: 'true' })).toBeGreaterThan(5);
    expect(await reads({ action: 'admin-read' })).toBeGreaterThan(5);
  });

  test('of the installation is read at the server alone', async () => {
    expect((await desk.call('adminAudit', { query: { isOfInstallation: 'true' } })).body.code).toBe('role_missing');
  });
});
