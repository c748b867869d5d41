import type { FirstStep } from '@vestibule/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTraveller, observe, TRAVELLERS_CHECKS, TRAVELLERS_POLICY } from '../../testing/traveller.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer({ policy: TRAVELLERS_POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'auditor');
});
afterAll(() => server.close());
beforeEach(() => configure(company, {}));

async function look(at = desk) {
  const { body } = await at.call('adminFirstSteps');
  const of = (step: FirstStep) => body.steps.find((one) => one.step === step);
  return { ...body, of, states: body.steps.map(({ state }) => state) };
}

test('who came is counted once, with what has answered of theirs', async () => {
  await observe(company, true);
  const before = await look();
  const first = await (await createTraveller({ server, company })).arrive();
  await first.signIn();
  await first.report([]);
  await first.redeem();
  const second = await (await createTraveller({ server, company })).arrive();
  await second.signIn();
  await (await (await createTraveller({ server, company })).arrive()).arrive();
  const after = await look();
  expect(after.installed).toEqual({
    people: before.installed.people + 2,
    extension: before.installed.extension + 1,
    workplace: before.installed.workplace + 1,
  });
  expect(after.of('arrivals')).toMatchObject({ state: 'done', sentence: { id: 'people-came', values: { people: 2 } } });
  expect(after.of('application')).toMatchObject({ state: 'done', sentence: { id: 'application-used' } });
  expect(after.of('install')).toMatchObject({
    state: 'now',
    says: 'Of 2 who came in the last 14 days, 1 have both. Once enforced, 1 would be asked to install first.',
  });
  const behind = async (without: 'extension' | 'workplace') =>
    (await desk.call('adminPeople', { query: { without } })).body.people.map(({ login }) => login);
  expect(await behind('workplace')).toEqual([second.person.login]);
  expect(await behind('extension')).toEqual([second.person.login]);
  server.advance(15 * 86_400_000);
  desk = await openDesk(company, 'auditor');
  expect((await look()).installed).toEqual({ people: 0, extension: 0, workplace: 0 });
  expect(await behind('workplace')).toEqual([]);
});

test('a rehearsal is remembered', async () => {
  expect((await look()).of('rehearse')).toMatchObject({ sentence: { id: 'not-rehearsed' } });
  await desk.call('adminRehearsePolicy', { body: { text: TRAVELLERS_POLICY } });
  expect((await look()).of('rehearse')).toMatchObject({ state: 'done', sentence: { id: 'rehearsed' } });
});

test('the gate says whether it is enforced, for whom, and that it was opened', async () => {
  const enforced = await look();
  expect([enforced.of('pilot'), enforced.of('everyone')]).toMatchObject([
    { state: 'done', sentence: { id: 'pilot-over' } },
    { state: 'done', sentence: { id: 'everyone-enforced' } },
  ]);
  const administrator = await openDesk(company, 'administrator');
  const body = { state: 'observing', isReading: true, minutes: 60, reason: 'a bad morning' };
  expect((await administrator.call('adminSetGate', { body })).status).toBe(200);
  const open = await look();
  expect(open.of('everyone')).toMatchObject({ state: 'undone', sentence: { id: 'everyone-open' } });
  expect(open.of('pilot')).toMatchObject({ sentence: { id: 'no-pilot' } });
});

test('a new company begins without a policy, and knows nothing of another', async () => {
  const other = await addCompany(server, 'harbour');
  const found = await look(await openDesk(other, 'auditor'));
  expect(found.installed).toEqual({ people: 0, extension: 0, workplace: 0 });
  expect(found.of('application')).toMatchObject({ state: 'now', sentence: { id: 'application-unused' } });
  expect(found.of('policy')).toMatchObject({ state: 'later', sentence: { id: 'no-policy' } });
  expect(found.of('everyone')).toMatchObject({ state: 'later' });
  expect(found.states.filter((state) => state === 'now')).toHaveLength(1);
});

test('the command says where one stands, and what comes next', async () => {
  let said = '';
  const out = (text: string) => void (said += text);
  const words = ['first-steps', '--company', 'alderbrook', '--data', server.dataFolder];
  expect(await runCommandLine(words, { out, err: out, columns: 100 })).toBe(0);
  expect(said).toContain('✓ Write the policy');
  expect(said).toContain(`Checks that your policy asks for: ${TRAVELLERS_CHECKS.length}.`);
  expect(said).toMatch(/Next: vestibule /);
});
