import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, people } from '../../database/schema.ts';
import { hashPassword } from '../../subjects/people/passwords.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { leaveTrial, refuseTrialPasswords } from './leave-trial.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';

const [NADIA, TOMAS] = DEMO_PEOPLE;
let server: TestServer;
let company: TestCompany;
let own: string;
let ofTomas: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  own = await hashPassword('seven green kettles whistle');
  ofTomas = await hashPassword(TOMAS.password);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.database.update(people).set({ passwordHash: own, disabledAt: null });
});

const give = (id: string, passwordHash: string | null) =>
  server.context.database.update(people).set({ passwordHash }).where(eq(people.id, id));
const refusal = () =>
  refuseTrialPasswords(server.context.database).then(
    () => null,
    (error: unknown) => String(error),
  );
const addOther = async () => {
  const login = `other-${randomUUID().slice(0, 8)}`;
  return { login, id: await addPerson(company, login, { passwordHash: ofTomas }) };
};

describe('no server but the trial starts', () => {
  test('where someone has the published password of another one', async () => {
    expect(await refusal()).toBeNull();
    await give(NADIA.id, ofTomas);
    await give(TOMAS.id, null);
    expect(await refusal()).toContain('nadia');
  });

  test('where anybody has chosen one of them, also without the trial’s work application', async () => {
    const other = await addOther();
    expect(await refusal()).toContain(`those of ${other.login}.`);
    await server.context.database.delete(applications).where(eq(applications.companyId, company.id));
    expect(await refusal()).toContain(other.login);
    await server.context.database.delete(people).where(eq(people.id, other.id));
    expect(await refusal()).toBeNull();
  });
});

test('who leaves the trial takes the published passwords away from everybody, and no one else’s', async () => {
  const { database, now } = server.context;
  const other = await addOther();
  await give(TOMAS.id, ofTomas);
  expect(await leaveTrial(database, company.id, now())).toEqual([other.login, 'tomas'].toSorted());
  const rows = await database.select().from(people).where(eq(people.companyId, company.id));
  const kept = rows.map(({ login, passwordHash, disabledAt }) => [login, passwordHash === own && disabledAt === null]);
  expect(Object.fromEntries(kept)).toMatchObject({ nadia: true, tomas: false, [other.login]: false });
  expect(await refusal()).toBeNull();
});
