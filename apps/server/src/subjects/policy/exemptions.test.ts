import { createSimulatedDevice, fact } from '@vestibule/testing';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { addExemption } from './exemptions.ts';
import { type Desk, newestAudit, openDesk } from '../../testing/administrators.ts';

const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
  # Everybody, since spring
  FirewallEnable: { severity: required }
  PasswordSet: { severity: off }
`;
const facts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const parameters = { checkType: 'FirewallEnable' } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const list = async () => (await desk.call('adminExemptions')).body.exemptions;

describe('an exemption', () => {
  test('lets a person in from the next verdict on, as a new version of the policy, until its last day', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await visitor.signIn();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, facts);
    const status = async () => (await visitor.checkResult(session)).body.complianceStatus;
    expect(await status()).toBe('NotCompliant');

    const parts = { parameters, body: { login: ' Nadia', days: 2, why: 'the firewall is being replaced' } };
    const change = { field: 'FirewallEnable, login nadia', from: null };
    const dry = await desk.dryRun('adminAddExemption', parts);
    expect(dry.body.changes).toMatchObject([change]);
    expect([await list(), await status()]).toEqual([[], 'NotCompliant']);

    const { body } = await desk.call('adminAddExemption', parts);
    expect(body).toMatchObject({ isDryRun: false, changes: [change] });
    expect(await newestAudit(company)).toMatchObject({ action: 'policy', details: { changes: [change] } });
    expect(body.warnings).toEqual([expect.stringMatching(/^Write it into .*policy\.yaml as well/)]);
    expect(await status()).toBe('Compliant');
    const approvedBy = expect.stringMatching(/^admin-/);
    const given = { checkType: 'FirewallEnable', login: 'nadia', deviceId: null, approvedBy, isOver: false };
    expect(await list()).toMatchObject([{ ...given, why: 'the firewall is being replaced' }]);
    const shown = await desk.call('adminPolicy');
    expect(shown.body).toMatchObject({ source: 'command', text: expect.stringContaining('# Everybody, since spring') });

    // Given again, it is one and not two; and it ends by itself.
    await desk.call('adminAddExemption', { parameters, body: { login: 'nadia', days: 1, why: 'nearly done' } });
    expect(await list()).toMatchObject([{ ...given, why: 'nearly done' }]);
    server.advance(2 * 86_400_000);
    desk = await openDesk(company, 'administrator');
    expect(await list()).toMatchObject([{ isOver: true }]);
    const again = new Visitor(company);
    await again.signIn();
    const later = await again.openSession(device);
    await again.report(later, device, facts);
    expect((await again.checkResult(later)).body.complianceStatus).toBe('NotCompliant');
    expect((await desk.call('adminEndExemption', { parameters, query: { login: 'nadia' } })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('of a computer is given by its device id, and ended', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await visitor.signIn();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, facts);
    const { deviceId } = device;
    const body = { deviceId, days: 180, why: 'kiosk' };
    expect((await desk.call('adminAddExemption', { parameters, body })).status).toBe(200);
    expect((await visitor.checkResult(session)).body.complianceStatus).toBe('Compliant');
    const ended = await desk.call('adminEndExemption', { parameters, query: { deviceId } });
    expect(ended.body.changes).toMatchObject([{ field: `FirewallEnable, device ${deviceId}`, to: null }]);
    expect((await visitor.checkResult(session)).body.complianceStatus).toBe('NotCompliant');
  });

  test('is for one, who exists, from a check that is asked for, with a reason and an end that is not far', async () => {
    const body = { login: 'nadia', days: 3, why: 'x' };
    const add = async (changes: object, checkType: 'FirewallEnable' | 'PasswordSet' | 'DeviceEncrypted') =>
      (await desk.call('adminAddExemption', { parameters: { checkType }, body: { ...body, ...changes } })).body.code;
    const device = (await createSimulatedDevice()).deviceId;
    expect(await add({ login: undefined }, 'FirewallEnable')).toBe('request_malformed');
    expect(await add({ deviceId: device }, 'FirewallEnable')).toBe('request_malformed');
    expect(await add({ days: 181 }, 'FirewallEnable')).toBe('request_malformed');
    expect(await add({ why: ' ' }, 'FirewallEnable')).toBe('request_malformed');
    expect(await add({ login: 'nobody' }, 'FirewallEnable')).toBe('not_found');
    expect(await add({ login: undefined, deviceId: device }, 'FirewallEnable')).toBe('not_found');
    expect(await add({}, 'PasswordSet')).toBe('not_possible');
    expect(await add({}, 'DeviceEncrypted')).toBe('not_possible');
    const end = (query: object) => desk.call('adminEndExemption', { parameters, query });
    expect((await end({ login: 'nadia' })).body.code).toBe('not_found');
    expect((await end({})).body.code).toBe('request_malformed');
    const auditor = await openDesk(company, 'auditor');
    expect((await auditor.call('adminAddExemption', { parameters, body })).body.code).toBe('role_missing');
    expect(await list()).toEqual([]);
  });

  test('is not for the built-in policy, nor written where it would change more than itself', async () => {
    const bare = await addCompany(server, 'bare');
    const body = { login: 'nadia', days: 3, why: 'x' };
    const theirs = await openDesk(bare, 'administrator');
    expect((await theirs.call('adminAddExemption', { parameters, body })).body.code).toBe('not_possible');
    await setPolicy(
      bare,
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: &all { severity: required, exemptions: [] }\n  PasswordSet: *all\n',
    );
    const refused = await theirs.call('adminAddExemption', { parameters, body });
    expect(refused.body).toMatchObject({ code: 'not_possible', message: expect.stringContaining('anchors') });
    const { body: none } = await theirs.call('adminExemptions');
    expect(none.exemptions).toEqual([]);
    await setPolicy(
      bare,
      'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: &all\n    severity: required\n    exemptions: [{ login: nadia, until: 2030-01-01, why: x, approvedBy: x }]\n  PasswordSet: *all\n',
    );
    const ending = await theirs.call('adminEndExemption', { parameters, query: { login: 'nadia' } });
    expect(ending.body.code).toBe('not_possible');
    const { body: left } = await theirs.call('adminExemptions');
    expect(left.exemptions).toMatchObject([{ checkType: 'PasswordSet' }, { checkType: 'FirewallEnable' }]);
  });

  test('does not undo a policy that another administrator applied at this moment', async () => {
    const before = await company.context.companies.byId(company.id);
    if (before === null) throw new Error('There is no such company.');
    await setPolicy(company, POLICY.replace('Strict', 'Permissive'));
    // This server has not heard of it yet: what it knows of the company is older.
    const acting = {
      installation: server.context,
      companyId: company.id,
      administrator: {
        name: 'ilse',
        role: 'administrator',
        reach: 'company',
        personId: null,
        behind: { kind: 'server' },
      },
      origin: { address: 'test', correlationId: 'test' },
      isDryRun: false,
      context: before,
    } as const;
    const given = await addExemption(acting, 'FirewallEnable', { login: 'nadia', days: 1, why: 'x' });
    expect(given).toMatchObject({ refused: 'not_possible' });
    const { body } = await desk.call('adminPolicy');
    expect(body.summary.workplaceAccessPolicy).toBe('Permissive');
  });

  test('stands until the policy file is saved, which decides again', async () => {
    await desk.call('adminAddExemption', { parameters, body: { login: 'tomas', days: 1, why: 'x' } });
    expect(await list()).toMatchObject([{ login: 'tomas' }]);
    await writeFile(server.context.config.policyFile, `${POLICY}# saved\n`);
    await expect.poll(list, { timeout: 8000 }).toEqual([]);
  });
});
