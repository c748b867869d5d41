import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, upstreams } from '../../database/schema.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const parameters = { checkType: 'FirewallEnable' } as const;

let server: TestServer;
let company: TestCompany;
let socket: Desk;
let desk: Desk;
let ownId: string;
let colleagueId: string;
let login: string;
let personId: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  socket = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, POLICY);
  const own = await plantAdministrator(company, { role: 'administrator' });
  desk = createDesk(company, own.guise);
  ownId = own.personId;
  colleagueId = (await plantAdministrator(company, { role: 'administrator' })).personId;
  login = `person-${randomUUID().slice(0, 8)}`;
  personId = await addPerson(company, login);
});

const REFUSED = [403, 'role_missing', expect.stringContaining('While temporary access needs a second approver')];
const said = ({
  status,
  body,
}: {
  status: number;
  body: { code?: string | undefined; message?: string | undefined };
}) => [status, body.code, body.message];
const exempt = (by: Desk, days: number) =>
  by.call('adminAddExemption', { parameters, body: { login, days, why: 'a new laptop' } });
const apply = (by: Desk, until: string | null) => {
  const exemptions =
    until === null ? '' : `, exemptions: [{ login: ${login}, until: ${until}, why: laptop, approvedBy: Ilse }]`;
  const text = POLICY.replace('severity: required', `severity: required${exemptions}`);
  return by.call('adminApplyPolicy', { body: { text: `${text}# ${randomUUID()}\n`, acceptBlocking: 1000 } });
};
const day = (days: number) => new Date(server.context.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const HELD = { issuer: 'https://login.example', clientId: 'vestibule' };

/** An identity provider, switched off, at which someone has their account. */
async function linkTo(id: string): Promise<string> {
  const upstreamId = randomUUID();
  const { database, now } = server.context;
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name: `Directory ${upstreamId}` };
  await database
    .insert(upstreams)
    .values({ ...row, settings: HELD, sealedSecret: null, isEnabled: false, createdAt: now() });
  await database
    .update(people)
    .set({ upstreamId, upstreamSubject: `subject-${id}` })
    .where(eq(people.id, id));
  return upstreamId;
}

describe.each(['above-limits', 'always'] as const)('while temporary access needs a second approver, %s', (rule) => {
  beforeEach(() => configure(company, { temporaryAccess: { secondApprover: rule } }));

  test('no administrator or token exempts anybody alone, by the call or by the policy', async () => {
    for (const by of [desk, createDesk(company, await plantToken(company))]) {
      expect(said(await exempt(by, 14))).toEqual(REFUSED);
      expect(said(await apply(by, day(14)))).toEqual(REFUSED);
      expect((await apply(by, null)).status).toBe(200);
    }
    expect((await desk.call('adminExemptions')).body.exemptions).toEqual([]);
    expect((await exempt(socket, 14)).status).toBe(200);
    // What was given stays in a policy that is applied; it is not made longer, and ends at any time.
    expect((await apply(desk, day(14))).status).toBe(200);
    expect(said(await apply(desk, day(15)))).toEqual(REFUSED);
    expect((await desk.call('adminEndExemption', { parameters, query: { login } })).status).toBe(200);
  });

  test('no administrator comes in as a colleague by another issuer, client or secret behind the same links', async () => {
    const upstreamId = await linkTo(colleagueId);
    const settings = { issuer: 'https://mine.example', clientId: 'mine' };
    const change = (by: Desk, body: object) =>
      by.call('adminUpdateUpstream', { parameters: { upstreamId }, body, query: { acceptLinked: '1' } });
    const kept = { ...HELD, createsPeople: true, allowedDomains: ['alderbrook.example'] };
    for (const body of [
      { settings },
      { settings: { ...HELD, clientId: 'mine' } },
      { settings: { ...HELD, secondFactor: { amr: ['pwd'] } } },
      { secret: 'mine' },
    ]) {
      expect(said(await change(desk, body))).toEqual(REFUSED);
      const parts = { parameters: { upstreamId }, body, query: { acceptLinked: '1' } };
      expect(said(await desk.dryRun('adminUpdateUpstream', parts))).toEqual(REFUSED);
    }
    const tried = { parameters: { upstreamId }, body: { settings }, query: { acceptLinked: '1' } };
    expect(said(await desk.call('adminTryUpstream', tried))).toEqual(REFUSED);
    // Who is added there, and under which button, says nothing about a colleague.
    expect((await change(desk, { settings: kept, name: `Ours ${upstreamId}` })).status).toBe(200);
    expect((await change(socket, { settings })).status).toBe(200);
    const own = await linkTo(ownId);
    const alone = { parameters: { upstreamId: own }, body: { secret: 'mine' } };
    expect((await desk.call('adminUpdateUpstream', alone)).status).toBe(200);
  });

  test('no administrator comes in as a colleague who approves, or makes one', async () => {
    const parts = { parameters: { personId: colleagueId } };
    expect(said(await desk.call('adminInvitePerson', parts))).toEqual(REFUSED);
    expect(said(await desk.dryRun('adminInvitePerson', parts))).toEqual(REFUSED);
    expect(said(await desk.call('adminResetFactors', parts))).toEqual(REFUSED);
    expect(said(await desk.call('adminLinkPerson', { ...parts, body: { link: null } }))).toEqual(REFUSED);
    const role = (by: Desk, given: 'administrator' | 'support') =>
      by.call('adminSetRole', { parameters: { personId }, body: { role: given } });
    expect(said(await role(desk, 'administrator'))).toEqual(REFUSED);
    expect((await role(desk, 'support')).status).toBe(200);
    // Who approves nothing is no one's way around it, nor is one's own account.
    expect((await desk.call('adminInvitePerson', { parameters: { personId } })).status).toBe(200);
    expect((await desk.call('adminInvitePerson', { parameters: { personId: ownId } })).status).toBe(200);
    expect((await socket.call('adminInvitePerson', { parameters: { personId: colleagueId } })).status).toBe(200);
    expect((await role(socket, 'administrator')).status).toBe(200);
  });
});

test('without one, an administrator exempts, and helps a colleague who has lost everything', async () => {
  expect((await exempt(desk, 14)).status).toBe(200);
  expect((await desk.call('adminInvitePerson', { parameters: { personId: colleagueId } })).status).toBe(200);
  const body = { role: 'administrator' as const };
  expect((await desk.call('adminSetRole', { parameters: { personId }, body })).status).toBe(200);
});
