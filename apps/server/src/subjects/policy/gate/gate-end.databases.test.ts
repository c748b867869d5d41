import { eq } from 'drizzle-orm';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { companies } from '../../../database/schema.ts';
import { readAudit } from '../../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { findEndedGates } from '../../../repositories/ended-gates.ts';
import { noteGateEnd, startGateEnd } from './gate-end.ts';

let server: TestServer;
let company: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  other = await addCompany(server, 'zebra');
});
afterAll(() => server.close());
beforeEach(() => configure(company, {}));
afterEach(() => configure(other, {}));

/** Observing, for another minute. */
const practice = (more: Record<string, unknown> = {}) => ({
  gate: {
    state: 'observing',
    reason: 'practice',
    until: new Date(server.context.now().getTime() + 60_000).toISOString(),
  },
  ...more,
});
const ends = async (of: TestCompany) =>
  (await readAudit(of, 1000)).filter(({ actor, action }) => action === 'gate' && actor === 'end of the time');
const storedGate = async ({ id }: TestCompany) =>
  (await server.context.database.select().from(companies).where(eq(companies.id, id)))[0]?.settings['gate'];

test('an end that several servers notice at once stands in the audit log once', async () => {
  await configure(company, practice());
  const before = (await ends(company)).length;
  // Each knows the company as it was before the end, and has not heard of any other.
  const context = await server.company();
  server.advance(60_000);
  const noted = await Promise.all(Array.from({ length: 5 }, () => noteGateEnd(context)));
  // The server of this test looks each second as well, and may have been faster.
  expect(noted.filter(Boolean).length).toBeLessThanOrEqual(1);
  expect(await ends(company)).toHaveLength(before + 1);
  expect(await storedGate(company)).toMatchObject({ state: 'enforcing', until: null });
});

test('someone who opens the gate again at its end is not undone by a server that noticed the end', async () => {
  await configure(company, practice());
  const context = await server.company();
  server.advance(60_000);
  await configure(company, practice());
  const before = (await ends(company)).length;
  expect(await noteGateEnd(context)).toBe(false);
  expect(await ends(company)).toHaveLength(before);
  expect(await storedGate(company)).toMatchObject({ state: 'observing' });
});

test('a company whose settings cannot be read keeps no other from its end, and is logged once', async () => {
  const said: string[] = [];
  await configure(company, practice({ secondFactor: 5 }));
  await configure(other, practice());
  const stop = startGateEnd(server.context, pino({}, { write: (line: string) => said.push(line) }));
  server.advance(60_000);
  await expect
    .poll(async () => (await storedGate(other)) ?? null, { timeout: 10_000 })
    .toMatchObject({ state: 'enforcing' });
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
  // Two more looks.
  await setTimeout(2200);
  stop();
  expect(said).toHaveLength(1);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ companyId: company.id, level: 50 });
  expect(await ends(other)).toHaveLength(1);
});

test('while nothing ends no company is loaded', async () => {
  await configure(company, practice());
  await configure(other, { gate: { state: 'observing', reason: 'pilot', until: null } });
  const loaded = vi.spyOn(server.context.companies, 'byId');
  const stop = startGateEnd(server.context, pino({ level: 'silent' }));
  await setTimeout(2200);
  stop();
  expect(loaded.mock.calls).toEqual([]);
});

describe('which end has passed', () => {
  afterAll(() => configure(company, {}));

  const isOver = async (settings: Record<string, unknown>) => {
    await configure(company, settings);
    return (await findEndedGates(company.context.database, new Date('2035-01-02T03:04:05.006Z'))).includes(company.id);
  };

  test.each([
    ['2035-01-02T03:04:05.006Z', true],
    ['2035-01-02T03:04:05.007Z', false],
    ['2034-12-31T23:59:59Z', true],
    ['2035-01-02T03:04:06Z', false],
    ['soon', false],
    [null, false],
    [undefined, false],
    [5, false],
    [{}, false],
  ])('observing until %s: whether that is over', async (until, expected) => {
    expect(await isOver({ gate: { state: 'observing', until } })).toBe(expected);
  });

  test.each([{}, { gate: null }, { gate: 5 }, { gate: [] }])('settings %j have no end', async (settings) => {
    expect(await isOver(settings)).toBe(false);
  });
});
