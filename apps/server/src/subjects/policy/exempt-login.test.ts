import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPerson, findPersonByLogin } from '../../repositories/people.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createDesk, createSocketDesk, type Desk, openDesk, plantToken } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let socket: Desk;
let desks: readonly Desk[];
let exempt: string;
let otherId: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  socket = createSocketDesk(server);
  desks = [await openDesk(company, 'administrator'), createDesk(company, await plantToken(company))];
});
afterAll(() => server.close());
beforeEach(async () => {
  exempt = `exempt-${randomUUID().slice(0, 8)}`;
  otherId = await addPerson(company, `other-${randomUUID().slice(0, 8)}`);
  await exemptUntil('2099-12-31');
  await configure(company, { temporaryAccess: { secondApprover: 'always' } });
});

const exemptUntil = (until: string) =>
  setPolicy(
    company,
    `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required, exemptions: [{ login: ${exempt.toUpperCase()}, until: ${until}, why: laptop, approvedBy: Ilse }] }\n`,
  );
const rename = (by: Desk, personId: string, login: string) =>
  by.call('adminUpdatePerson', { parameters: { personId }, body: { login } });
const loginOf = async (personId: string) => (await findPerson(server.context.database, company.id, personId))?.login;
const NOTE = () =>
  `The policy exempts ${exempt} from FirewallEnable until 2099-12-31: that holds for this person from now on.`;
const REFUSED = expect.stringContaining('While temporary access needs a second approver') as unknown;

describe('a login that the policy exempts', () => {
  test('is given to another person by no administrator or token alone: the exemption goes with it', async () => {
    const ownerId = await addPerson(company, exempt);
    for (const by of desks) {
      expect((await rename(by, ownerId, `${exempt}-former`)).status).toBe(200);
      expect(await rename(by, otherId, exempt.toUpperCase())).toMatchObject({
        status: 403,
        body: { code: 'role_missing', message: REFUSED },
      });
      expect(await loginOf(otherId)).toContain('other-');
      expect((await rename(socket, ownerId, exempt)).body.warnings).toContain(NOTE());
    }
    // What else of its owner is changed makes no one exempt who was not.
    const body = { login: exempt, displayName: 'Another name' };
    const same = await desks[0]?.call('adminUpdatePerson', { parameters: { personId: ownerId }, body });
    expect([same?.status, same?.body.warnings]).toEqual([200, []]);
  });

  test('nor to someone new, one by one or by a file', async () => {
    const body = { login: exempt, displayName: 'New', email: `${exempt}@alderbrook.example` };
    const csv = `login,displayName,email\nplain-${exempt},Plain,plain-${exempt}@alderbrook.example\n${exempt},New,${body.email}\n`;
    for (const by of desks) {
      expect(await by.call('adminAddPerson', { body })).toMatchObject({ status: 403, body: { message: REFUSED } });
      const { status, body: said } = await by.call('adminImportPeople', { body: { csv } });
      expect([status, said.problems]).toEqual([422, [{ line: 3, column: 1, message: REFUSED }]]);
    }
    expect(await findPersonByLogin(server.context.database, company.id, `plain-${exempt}`)).toBeNull();
    expect((await socket.dryRun('adminImportPeople', { body: { csv } })).body.warnings).toContain(NOTE());
    expect((await socket.call('adminAddPerson', { body })).body.warnings).toEqual([NOTE()]);
  });

  test('is told of where no one has to approve, and is like any other once the exemption is over', async () => {
    await configure(company, {});
    const [desk = socket] = desks;
    const dry = await desk.dryRun('adminUpdatePerson', { parameters: { personId: otherId }, body: { login: exempt } });
    expect(dry.body.warnings).toContain(NOTE());
    await exemptUntil('2020-01-01');
    await configure(company, { temporaryAccess: { secondApprover: 'always' } });
    const { status, body } = await rename(desk, otherId, exempt);
    expect([status, body.warnings]).toEqual([
      200,
      ['Exemptions of the policy that name the old login hold no longer.'],
    ]);
  });
});
