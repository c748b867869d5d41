import { type Call, CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addPerson, setPolicy, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { giveRole } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/** Whether a computer may pass depends on its report and the company's policy, and on nothing else. */
let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());

const firewallOff = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

const policy = (mode: string, severity: string, isEnforced = true) =>
  [
    'version: 1',
    `workplaceAccessPolicy: ${mode}`,
    `isPolicyEnforced: ${isEnforced}`,
    'checks:',
    `  FirewallEnable: { severity: ${severity} }`,
  ].join('\n');

/** Someone at the gate, whose computer has its firewall off. */
async function arrive(role?: 'administrator') {
  const somebody = await addPerson(company);
  const visitor = new Visitor(server);
  const loginMarker = await visitor.openApplication();
  await signInAs(visitor, somebody, loginMarker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  // Not before: to sign in, a role asks for a second factor.
  if (role !== undefined) await giveRole(company, somebody.id, role);
  await visitor.report(session, device, firewallOff);
  return { visitor, device, session, loginMarker };
}

describe('one and the same report', () => {
  test('meets the policy or not as the server says, which holds it against the policy of the day [S1.012]', async () => {
    await setPolicy(company, policy('Strict', 'required'));
    const { visitor, session, loginMarker } = await arrive();
    const verdict = async () => (await visitor.checkResult(session, loginMarker)).body.complianceStatus;
    expect(await verdict()).toBe('NotCompliant');
    await setPolicy(company, policy('Strict', 'recommended'));
    expect(await verdict()).toBe('Compliant');
    await setPolicy(company, policy('Strict', 'required'));
    expect(await verdict()).toBe('NotCompliant');
  });

  test('with a required check that fails leads on under Permissive, and nowhere under Strict [S6.006]', async () => {
    await setPolicy(company, policy('Permissive', 'required', false));
    const { visitor, device, session, loginMarker } = await arrive();
    const open = await visitor.checkResult(session, loginMarker);
    expect(open.body).toMatchObject({ complianceStatus: 'NotCompliant', policyMode: 'Permissive' });
    const permit = await device.open(session, open.body);

    await setPolicy(company, policy('Strict', 'required'));
    const closed = await visitor.checkResult(session, loginMarker);
    expect(closed.body).toMatchObject({ policyMode: 'Strict', encryptedPermit: null });
    // Not even with the permit from before.
    const refused = await visitor.redeem(permit);
    expect([refused.status, refused.body.code]).toEqual([403, 'policy_not_met']);

    await setPolicy(company, policy('Permissive', 'required', false));
    const again = await visitor.checkResult(session, loginMarker);
    expect((await visitor.redeem(await device.open(session, again.body))).status).toBe(200);
  });
});

describe('a role', () => {
  test('counts nothing at the gate: anyone who administers is checked and told like anybody [S6.001]', async () => {
    await setPolicy(company, policy('Strict', 'required'));
    const [anybody, administrator] = [await arrive(), await arrive('administrator')];
    const shapes = [];
    for (const { visitor, session, loginMarker } of [anybody, administrator]) {
      const verdict = await visitor.checkResult(session, loginMarker);
      expect(verdict.body).toMatchObject({ complianceStatus: 'NotCompliant', encryptedPermit: null });
      const user = await visitor.ask<object>(CALLS.userDetails.path);
      const settings = await visitor.ask<{ user: object }>(CALLS.settings.path);
      expect([user.status, settings.status]).toEqual([200, 200]);
      expect(JSON.stringify([user.body, settings.body])).not.toMatch(/administrator/i);
      shapes.push([Object.keys(user.body), Object.keys(settings.body.user)]);
    }
    expect(shapes[1]).toEqual(shapes[0]);
  });

  test('is named by no call of the specification [S6.001]', () => {
    const ofProduct = [
      'mySession',
      'redeemCommandLineCode',
      ...Object.keys(CALLS).filter((name) => name.startsWith('admin')),
    ];
    const naming = (Object.entries(CALLS) as [string, Call][])
      .filter(([, { answers }]) =>
        Object.values(answers).some(
          (schema) => schema !== null && /"\w*role\w*":/i.test(JSON.stringify(z.toJSONSchema(schema))),
        ),
      )
      .map(([name]) => name);
    expect(naming).toContain('mySession');
    expect(naming.filter((name) => !ofProduct.includes(name))).toEqual([]);
  });
});
