import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, companies } from '../../database/schema.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createDesk, createSocketDesk, type Desk, given, openDesk, plantToken } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let administrator: Desk;
let socket: Desk;
/** An application of this test, which temporary access does not lead to. */
let applicationId: string;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  administrator = await openDesk(company, 'administrator');
  socket = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  name = `Payroll ${randomUUID()}`;
  applicationId = given((await add(socket, name)).body.applicationId ?? undefined);
});

const oidc = () => ({ from: 'oidc', record: { redirectUris: [`https://${randomUUID()}.example/callback`] } });
const add = (desk: Desk, called: string) =>
  desk.call('adminAddApplication', { body: { name: called, source: oidc() } });
const rename = (desk: Desk, called: string) =>
  desk.call('adminUpdateApplication', { parameters: { applicationId }, body: { name: called } });
const nameNow = async () =>
  (await server.context.database.select().from(applications).where(eq(applications.id, applicationId)))[0]?.name;

/** Sets what is stored as another server would a moment ago: this one has not heard of it. */
async function store(temporaryAccess: object): Promise<void> {
  const settings = sql`${companies.settings} || ${JSON.stringify({ temporaryAccess })}::jsonb`;
  await server.context.database.update(companies).set({ settings }).where(eq(companies.id, company.id));
}

describe('while temporary access needs a second approver', () => {
  const guarded = { secondApprover: 'always', applications: ['Wiki', 'Calendar'] } as const;

  test('no administrator or token has it lead elsewhere by a name', async () => {
    await configure(company, { temporaryAccess: guarded });
    for (const desk of [administrator, createDesk(company, await plantToken(company))]) {
      for (const said of [await rename(desk, 'Wiki'), await add(desk, 'Calendar')]) {
        expect([said.status, said.body.code, said.body.message]).toEqual([
          400,
          'request_malformed',
          expect.stringContaining('second approver'),
        ]);
      }
      expect((await rename(desk, `${name} anew`)).status).toBe(200);
      name = `${name} anew`;
    }
    expect((await rename(socket, 'Wiki')).status).toBe(200);
    // Nor takes it away from what it leads to.
    expect((await rename(administrator, name)).body.code).toBe('request_malformed');
    expect(await nameNow()).toBe('Wiki');
  });

  test('no administrator or token puts another application behind a name', async () => {
    const lead = (desk: Desk, source: object) =>
      desk.call('adminUpdateApplication', { parameters: { applicationId }, body: { source } });
    const { body: before } = await socket.call('adminApplication', { parameters: { applicationId } });
    await configure(company, { temporaryAccess: { ...guarded, applications: [name] } });
    for (const desk of [administrator, createDesk(company, await plantToken(company))]) {
      const said = await lead(desk, oidc());
      expect([said.status, said.body.message]).toEqual([400, expect.stringContaining(`names ${name}`)]);
      // What is there already leads nowhere else.
      expect((await lead(desk, { from: 'oidc', record: before.record })).body.changes).toEqual([]);
    }
    const { body } = await socket.call('adminApplication', { parameters: { applicationId } });
    expect(body.record).toEqual(before.record);
    expect((await lead(socket, oidc())).status).toBe(200);
    await configure(company, { temporaryAccess: guarded });
    expect((await lead(administrator, oidc())).status).toBe(200);
  });

  test('nor the SAML record of another one, once that is removed', async () => {
    const saml = (entityId: string) => ({
      from: 'saml-record',
      record: { entityId, acsUrls: [{ url: `${entityId}/acs`, index: 0, isDefault: true }] },
    });
    const addSaml = async (called: string, entityId: string) => {
      const { body } = await socket.call('adminAddApplication', { body: { name: called, source: saml(entityId) } });
      return given(body.applicationId);
    };
    const [wiki, payroll] = [`https://${randomUUID()}.example`, `https://${randomUUID()}.example`];
    const wikiId = await addSaml('Wiki', wiki);
    const payrollId = await addSaml('Payroll', payroll);
    await configure(company, { temporaryAccess: guarded });
    const removed = await administrator.call('adminRemoveApplication', { parameters: { applicationId: payrollId } });
    expect(removed.status).toBe(200);
    const parts = { parameters: { applicationId: wikiId }, body: { source: saml(payroll) } };
    expect((await administrator.call('adminUpdateApplication', parts)).body.code).toBe('request_malformed');
    await socket.call('adminRemoveApplication', { parameters: { applicationId: wikiId } });
  });

  test('that was said a moment ago at another server holds for names and for the rules', async () => {
    await store(guarded);
    await store({ ...guarded, applications: [...guarded.applications, name] });
    const parts = { parameters: { applicationId }, body: { source: oidc() } };
    expect((await administrator.call('adminUpdateApplication', parts)).body.message).toContain('second approver');
    await store(guarded);
    for (const said of [
      await rename(administrator, 'Wiki'),
      await add(administrator, 'Calendar'),
      await administrator.call('adminSetSettings', {
        body: { set: { temporaryAccess: { maximumHours: 900 } }, reset: [] },
      }),
    ]) {
      expect([said.status, said.body.code, said.body.message]).toEqual([
        400,
        'request_malformed',
        expect.stringContaining('second approver'),
      ]);
    }
    expect(await nameNow()).toBe(name);
    const [row] = await server.context.database.select().from(companies).where(eq(companies.id, company.id));
    expect(row?.settings).toMatchObject({ temporaryAccess: guarded });
  });
});

test('without one, anyone who changes a name is told which ways around the check go by it', async () => {
  const ways = { applications: [name] };
  await configure(company, { temporaryAccess: ways, skipping: { isAllowed: true, ...ways } });
  expect((await rename(administrator, 'Ledger')).body.warnings).toEqual([
    expect.stringContaining(`temporaryAccess.applications names ${name}.`),
    expect.stringContaining(`skipping.applications names ${name}.`),
  ]);
  expect((await rename(administrator, name)).body.warnings).toEqual([
    expect.stringContaining('leads to it from now on'),
    expect.stringContaining('leads to it from now on'),
  ]);
  expect((await add(administrator, name)).body.warnings).toEqual(
    expect.arrayContaining([expect.stringContaining('temporaryAccess.applications')]),
  );
});
