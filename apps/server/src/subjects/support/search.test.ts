import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let auditor: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'support');
  auditor = await openDesk(company, 'auditor');
});
afterAll(() => server.close());

const search = async (q: string, at = desk) => (await at.call('adminSearch', { query: { q } })).body;

/** Someone at the gate, whose computer reports that its firewall is off. */
async function caller() {
  const person = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, person, marker);
  const device = await createSimulatedDevice();
  const facts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
  await visitor.report(await visitor.openSession(device), device, facts);
  const settings = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  return { person, marker, code: settings.body.displaySessionId };
}

test('a person and their computer are found by a part of the login, with what stands against them', async () => {
  const { person } = await caller();
  const found = await search(person.login.slice(1).toUpperCase());
  expect(found).toMatchObject({
    people: [{ login: person.login, verdict: 'stopped', isEnforced: true, devices: 1 }],
    devices: [{ login: person.login, verdict: 'stopped' }],
    applications: [],
    caller: null,
    signIn: null,
  });
});

test('an application is found by its name', async () => {
  expect((await search('bROOK mail')).applications).toMatchObject([{ name: 'Alderbrook Mail', isOn: true }]);
});

test('a support code finds its caller, with whatever is typed between its halves, and in small letters', async () => {
  const { person, code } = await caller();
  const halves = [' ', '–', ' - ', '.', ''].map((between) => code.replace('-', between));
  for (const typed of [code, ...halves, code.toLowerCase()]) {
    expect((await search(typed)).caller).toMatchObject({ login: person.login, code });
  }
  expect((await search(code, auditor)).caller).toBeNull();
});

test('a sign-in is found by its id, by the beginning of it and by its request id', async () => {
  const { person, marker } = await caller();
  const { body } = await desk.call('adminSignIn', { parameters: { id: marker } });
  expect(body.correlationId).not.toBe('');
  for (const typed of [marker, marker.slice(0, 8), body.correlationId]) {
    expect((await search(typed)).signIn).toMatchObject({
      id: marker,
      login: person.login,
      applicationName: 'Alderbrook Mail',
    });
  }
});

test('signs of patterns are letters, and nothing is found of another company', async () => {
  const other = await openDesk(await addCompany(server, 'harbour'), 'administrator');
  const { person, code, marker } = await caller();
  expect((await search('%%')).people).toEqual([]);
  for (const typed of [person.login, code, marker]) {
    const found = await search(typed, other);
    expect(found).toEqual({
      people: [],
      devices: [],
      applications: [],
      caller: null,
      signIn: null,
    });
  }
});

test('five of each are named', async () => {
  for (let count = 0; count < 7; count += 1) await addPerson(company);
  const all = (await auditor.call('adminPeople', { query: { search: 'e' } })).body;
  expect(all.total).toBeGreaterThan(5);
  expect((await search('e')).people).toHaveLength(5);
});
