import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../../database/schema.ts';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import { addPerson } from '../../../testing/planted.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  given,
  newestAudit,
  plantToken,
} from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let upstreamId: string;
let name: string;

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two things at once are not tested.\n');

beforeAll(async () => {
  server = await startTestServer({ databaseUrl: postgres?.url });
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});
beforeEach(async () => {
  name = `Directory ${randomUUID().slice(0, 8)}`;
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const { body } = await desk.call('adminAddUpstream', { body: { kind: 'oidc', name, settings, isEnabled: false } });
  upstreamId = given(body.upstreamId);
});

/** Someone who signs in there. */
async function link(passwordHash: string | null) {
  const login = `linked-${randomUUID().slice(0, 8)}`;
  const id = await addPerson(company, login, { upstreamId, upstreamSubject: login, passwordHash });
  return { id, login };
}

const remove = (query: object = {}) => desk.call('adminRemoveUpstream', { parameters: { upstreamId }, query });
const names = async () => (await desk.call('adminUpstreams')).body.upstreams.map((one) => one.name);

describe('removing an identity provider', () => {
  test('takes it away, where no one is linked to it', async () => {
    expect((await desk.dryRun('adminRemoveUpstream', { parameters: { upstreamId } })).body).toMatchObject({
      changes: [{ field: 'identityProvider', from: name, to: null }],
      warnings: [],
    });
    expect(await names()).toContain(name);
    expect((await remove()).status).toBe(200);
    expect(await newestAudit(company)).toMatchObject({ action: 'upstream', outcome: 'done', target: name });
    expect(await names()).not.toContain(name);
    expect((await remove()).body.code).toBe('not_found');
  });

  test('names those who have no other way in, and is refused until so many are accepted', async () => {
    const [nadia, other] = [await link(null), await link('a hash')];
    const { body } = await desk.dryRun('adminRemoveUpstream', { parameters: { upstreamId } });
    expect(body.changes).toContainEqual({ field: 'linkedPeople', from: 2, to: 0 });
    const sentence = `1 person signs in only there, and could sign in no longer: ${nadia.login}.`;
    const accepted = { parameters: { upstreamId }, query: { acceptLockingOut: '1' } };
    expect((await desk.dryRun('adminRemoveUpstream', accepted)).body.warnings).toContain(sentence);
    expect(body.warnings).toEqual([
      `${sentence} Without --accept-locking-out 1 this is refused.`,
      '1 who are linked to it sign in here again, with their password or passkey.',
      expect.stringContaining('everyone has to be linked again'),
    ]);
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
    expect(refused.body.message).toContain(nadia.login);
    expect(await names()).toContain(name);
    expect((await remove({ acceptLockingOut: '1' })).status).toBe(200);
    for (const { id } of [nadia, other]) {
      const [row] = await server.context.database.select().from(people).where(eq(people.id, id));
      expect(row).toMatchObject({ upstreamId: null, upstreamSubject: null });
    }
  });

  test('counts everybody as locked out where local sign-in is off, whatever they have here', async () => {
    const nadia = await link('a hash');
    await configure(company, { isLocalSignInEnabled: false });
    onTestFinished(() => configure(company, {}));
    const { body } = await desk.dryRun('adminRemoveUpstream', { parameters: { upstreamId } });
    expect(body.warnings[0]).toContain(`1 person signs in only there, and could sign in no longer: ${nadia.login}.`);
    expect((await remove()).body.message).toContain('--accept-locking-out 1');
    expect((await remove({ acceptLockingOut: '1' })).status).toBe(200);
  });

  test.skipIf(postgres === null)('counts those who are linked at the moment in which it is removed', async () => {
    const { database } = server.context;
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const holding = database.transaction(async (transaction) => {
      await lockCompany(transaction, company.id);
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const removing = remove();
    const isDone = removing.then(() => true);
    const isLater = (async () => {
      for (let index = 0; index < 300; index += 1) await database.select().from(people).limit(1);
      return false;
    })();
    expect(await Promise.race([isDone, isLater])).toBe(false);
    const { login } = await link(null);
    go.resolve();
    await holding;
    expect((await removing).body.message).toContain(login);
    expect(await names()).toContain(name);
  });

  test('waits until no second step relies on it', async () => {
    const record = { upstreamId, redirectUris: ['https://login.example/callback'] };
    const source = { from: 'second-step', record };
    const added = await desk.call('adminAddApplication', { body: { name: 'Step of Entra', source } });
    expect(added.status).toBe(200);
    const refused = await remove();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Step of Entra asks for')]);
    const parameters = { applicationId: given(added.body.applicationId) };
    expect((await desk.call('adminRemoveApplication', { parameters })).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  test('is not for a token', async () => {
    const token = createDesk(company, await plantToken(company));
    expect((await token.call('adminRemoveUpstream', { parameters: { upstreamId } })).body.code).toBe('role_missing');
  });

  test('is asked for twice on the command line', async () => {
    const { login } = await link(null);
    const type = async (...words: string[]) => {
      let said = '';
      const write = (text: string) => void (said += text);
      const words_ = ['identity-provider', 'remove', name, '--data', server.dataFolder, ...words];
      const code = await runCommandLine(words_, { out: write, err: write, columns: undefined });
      return { code, said: said.replaceAll(/\s+/g, ' ') };
    };
    expect(await type()).toMatchObject({ code: 2, said: expect.stringContaining('--dry-run') as unknown });
    expect(await type('--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining(login) as unknown });
    const refused = { code: 5, said: expect.stringContaining('--accept-locking-out 1') as unknown };
    expect(await type('--yes')).toMatchObject(refused);
    expect(await type('--yes', '--accept-locking-out', '1')).toMatchObject({ code: 0 });
    expect(await names()).not.toContain(name);
  });
});
