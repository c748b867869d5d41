import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeImportTurn } from '../../../repositories/company-lock.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson } from '../../../testing/planted.ts';
import { isEmbeddedRun } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const load = (at: Desk, login: string) =>
  at.call('adminImportPeople', { body: { csv: `login,name,email\n${login},Name,${login}@a.example\n` } });

// The embedded database has one connection, and one server.
test.skipIf(isEmbeddedRun())('a file waits for no other server’s, and keeps no block waiting', async () => {
  const blocked = await addPerson(company, 'blocked-meanwhile');
  const other = await addCompany(server, 'elsewhere');
  const elsewhere = await openDesk(other, 'administrator');
  await server.context.database.transaction(async (transaction) => {
    expect(await takeImportTurn(transaction, company.id)).toBe(true);
    expect(await load(desk, 'second')).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect(await load(elsewhere, 'second')).toMatchObject({ status: 200 });
    const body = { isBlocked: true, reason: 'lost a laptop' };
    expect(await desk.call('adminBlockPerson', { parameters: { personId: blocked }, body })).toMatchObject({
      status: 200,
    });
  });
  expect(await load(desk, 'second')).toMatchObject({ status: 200, body: { added: 1 } });
});
