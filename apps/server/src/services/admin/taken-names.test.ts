import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { addPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Desk, openDesk } from './testing/administrators.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: its half of these tests is skipped.\n');
const ONE_OF_FOUR = ['200', '409 already_there', '409 already_there', '409 already_there'];

let server: TestServer;
let company: TestCompany;
let desk: Desk;

/** What four calls about four people say, made at once. */
async function askAtOnce(call: (personId: string) => Promise<{ status: number; body: object }>): Promise<string[]> {
  const four = await Promise.all(Array.from({ length: 4 }, () => addPerson(company)));
  const replies = await Promise.all(four.map(({ id }) => call(id)));
  return replies
    .map(({ status, body }) => ('code' in body ? `${status} ${String(body.code)}` : String(status)))
    .toSorted((left, right) => left.localeCompare(right));
}

describe.each([
  { database: 'the embedded database', databaseUrl: undefined, isMissing: false },
  { database: 'PostgreSQL', databaseUrl: postgres?.url, isMissing: postgres === null },
])('on $database, of four who want the same at once', ({ databaseUrl, isMissing }) => {
  describe.skipIf(isMissing)('one gets it, and the others are told that it is taken', () => {
    beforeAll(async () => {
      server = await startTestServer({ databaseUrl });
      company = await firstCompany(server);
      desk = await openDesk(company, 'administrator');
    });
    afterAll(() => server.close());

    test('a login', async () => {
      const body = { login: 'wanted-by-all' };
      const rename = (personId: string) => desk.call('adminUpdatePerson', { parameters: { personId }, body });
      expect(await askAtOnce(rename)).toEqual(ONE_OF_FOUR);
      const named = await server.context.database.select().from(people).where(eq(people.login, body.login));
      expect(named).toHaveLength(1);
      // Afterwards the same is said, and one's own login is nobody else's.
      expect(await askAtOnce(rename)).toEqual(Array.from({ length: 4 }, () => '409 already_there'));
      expect((await rename(named[0]?.id ?? '')).status).toBe(200);
    });

    test('a subject of an identity provider', async () => {
      const settings = { issuer: 'https://login.example', clientId: 'gate' };
      const added = await desk.call('adminAddUpstream', {
        body: { kind: 'oidc', name: 'Login', isEnabled: true, secret: 'secret', settings },
      });
      const body = { link: { upstreamId: added.body.upstreamId ?? '', subject: 'the-same' } };
      const link = (personId: string) => desk.call('adminLinkPerson', { parameters: { personId }, body });
      expect(await askAtOnce(link)).toEqual(ONE_OF_FOUR);
      const linked = await server.context.database.select().from(people).where(eq(people.upstreamSubject, 'the-same'));
      expect(linked).toHaveLength(1);
      expect(await askAtOnce(link)).toEqual(Array.from({ length: 4 }, () => '409 already_there'));
    });
  });
});
