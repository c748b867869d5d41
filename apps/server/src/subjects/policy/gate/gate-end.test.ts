import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, readAudit, setApplication, setPolicy, signInAs } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: sign-in-stopper }\n';
const pilot = { state: 'observing', isReading: true, reason: 'pilot: we only look' } as const;
const practice = { state: 'observing', isReading: false, reason: 'we try the way back', minutes: 1 } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, POLICY);
  await setApplication(company, { settings: {} });
  desk = await openDesk(company, 'administrator');
});

const gate = async () => (await desk.call('adminGate')).body;

describe('observing for a while', () => {
  test('that was begun while the gate observed goes back to that, not to the policy', async () => {
    await desk.call('adminSetGate', { body: pilot });
    await desk.call('adminSetGate', { body: practice });
    expect(await gate()).toMatchObject({ isReading: false, afterwards: { isReading: true, reason: pilot.reason } });
    await desk.call('adminSetGate', { body: { ...practice, minutes: 2 } });
    server.advance(120_000);
    expect(await gate()).toMatchObject({ state: 'observing', until: null, isReading: true, reason: pilot.reason });
  });

  test('that was begun while it was enforced ends in that, and says so before, with whom it is for', async () => {
    await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:'));
    await desk.call('adminSetGate', { body: practice });
    expect(await gate()).toMatchObject({ afterwards: null, enforcedFor: expect.stringContaining('Pilot') });
    server.advance(60_000);
    expect(await gate()).toMatchObject({ state: 'enforcing' });
  });

  test('that ends earlier than what another person began says so', async () => {
    const observe = async (minutes: number | undefined, isDry = false) =>
      (await desk[isDry ? 'dryRun' : 'call']('adminSetGate', { body: { ...practice, minutes } })).body.warnings;
    expect(await observe(240)).toEqual([]);
    const { until } = await gate();
    const cut = [
      `It is open until ${String(until).slice(0, 16).replace('T', ' ')} UTC already (we try the way back): this ends that earlier.`,
    ];
    expect(await observe(5, true)).toEqual(cut);
    expect(await observe(300, true)).toEqual([]);
    expect(await observe(undefined, true)).toEqual([]);
    expect(await observe(5)).toEqual(cut);
    server.advance(5 * 60_000);
    expect(await observe(5)).toEqual([]);
    await desk.call('adminSetGate', { body: pilot });
    expect(await observe(5)).toEqual([]);
  });

  test('enforcing meanwhile ends both', async () => {
    await desk.call('adminSetGate', { body: pilot });
    await desk.call('adminSetGate', { body: practice });
    await desk.call('adminSetGate', { body: { state: 'enforcing', reason: 'go', acceptBlocking: 1000 } });
    expect(await gate()).toMatchObject({ state: 'enforcing', afterwards: null });
  });

  test('leaves an entry in the audit log when it ends, and one only', async () => {
    await desk.call('adminSetGate', { body: practice });
    server.advance(60_000);
    const ends = async () =>
      (await readAudit(company, 20)).filter(({ actor, action }) => action === 'gate' && actor === 'end of the time');
    const before = (await ends()).length;
    await expect.poll(async () => (await ends()).length, { timeout: 5000 }).toBeGreaterThanOrEqual(1);
    expect(before).toBeLessThanOrEqual(1);
    const [end] = await ends();
    expect(end).toMatchObject({
      outcome: 'done',
      details: { reason: expect.stringContaining(practice.reason), changes: [{ field: 'state', to: 'enforcing' }] },
    });
    // Two more looks.
    await new Promise((resolve) => setTimeout(resolve, 2200));
    const after = (await ends()).filter(({ id }) => id >= (end?.id ?? 0));
    expect(after).toHaveLength(1);
  });
});

describe('what came of it', () => {
  async function goThrough() {
    const somebody = await addPerson(company);
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    expect((await visitor.ask(`/saml/continue?login=${marker}&read=done`)).status).toBe(200);
    return somebody.login;
  }

  test('the report says why someone went through without a good computer', async () => {
    await desk.call('adminSetGate', { body: practice });
    const whileOpen = await goThrough();
    await desk.call('adminSetGate', { body: { state: 'enforcing', reason: 'go', acceptBlocking: 1000 } });
    await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:'));
    const outside = await goThrough();
    const { exceptions } = (await desk.call('adminReport', { query: { days: '1' } })).body;
    expect(exceptions.find(({ login }) => login === whileOpen)).toMatchObject({ observed: 'gate' });
    expect(exceptions.find(({ login }) => login === outside)).toMatchObject({ observed: 'scope' });
  });

  test('each entry of the audit log says what was done to the gate', async () => {
    await desk.call('adminSetGate', { body: practice });
    const [entry] = await readAudit(company);
    expect(entry).toMatchObject({ action: 'gate', details: { state: 'observing', reason: practice.reason } });
  });
});

describe('a page that is open when the gate begins to observe', () => {
  test('hears with its next question that it may go on', async () => {
    const somebody = await addPerson(company);
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    const ask = async () =>
      (await visitor.ask(`/api/device-compliance/v1/temp-access-info?loginMarker=${marker}`)).body;
    expect(await ask()).toMatchObject({ isTempAccessGranted: false });
    expect(await ask()).not.toHaveProperty('isObserved');
    await desk.call('adminSetGate', { body: practice });
    expect(await ask()).toMatchObject({ isObserved: true, isTempAccessGranted: false });
    await desk.call('adminSetGate', { body: { state: 'enforcing', reason: 'go', acceptBlocking: 1000 } });
    expect(await ask()).not.toHaveProperty('isObserved');
  });

  test('does not, where the device check is the second factor', async () => {
    await setApplication(company, { settings: { secondFactor: 'device' } });
    const somebody = await addPerson(company);
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    await desk.call('adminSetGate', { body: practice });
    const told = await visitor.ask<{ isTempAccessGranted: boolean }>(
      `/api/device-compliance/v1/temp-access-info?loginMarker=${marker}`,
    );
    expect(told).toMatchObject({ status: 200 });
    expect(told.body).not.toHaveProperty('isObserved');
  });
});
