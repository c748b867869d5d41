import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { findNamedPerson } from './named-person.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());

const named = async (subject: string) => (await findNamedPerson(await server.company(), subject))?.id ?? null;

test('a request names who has that login, also where it is their own e-mail address', async () => {
  const login = `nadia-${randomUUID().slice(0, 8)}@alderbrook.example`;
  const id = await addPerson(company, login, { email: login });
  expect(await named(login.toUpperCase())).toBe(id);
});

test('a request names no one where the login of one is the e-mail address of another', async () => {
  const email = `osei-${randomUUID().slice(0, 8)}@alderbrook.example`;
  await addPerson(company, `osei-${randomUUID().slice(0, 8)}`, { email });
  await addPerson(company, email, { email: `thief-${randomUUID().slice(0, 8)}@alderbrook.example` });
  expect(await named(email)).toBeNull();
});
