import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import type { Guise } from '../../testing/contract-call.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  given,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let owner: { readonly guise: Guise; readonly personId: string; readonly login: string };

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  owner = await plantAdministrator(company, { role: 'administrator' });
});

/** A token that the owner makes in a session of theirs. */
async function makeToken() {
  const body = { name: `token-${randomUUID().slice(0, 8)}`, role: 'administrator', days: 1 };
  const made = await createDesk(company, owner.guise).call('adminCreateToken', { body });
  return { desk: createDesk(company, { headers: { authorization: `Bearer ${given(made.body.token)}` } }) };
}

const parameters = () => ({ personId: owner.personId });

describe('rules about oneself', () => {
  const give = (by: Desk, personId: string) =>
    by.call('adminGrantAccess', {
      body: { personId, applicationId: null, hours: 1, reason: 'a new laptop', uses: 1, overridesStopper: false },
    });

  test('support gives no temporary access to themselves, by a token neither', async () => {
    const support = await plantAdministrator(company, { role: 'support' });
    const colleague = await addPerson(company, `person-${randomUUID().slice(0, 8)}`);
    const token = createDesk(
      company,
      await plantToken(company, {
        role: 'support',
        madeBy: 'person',
        ownerCompanyId: company.id,
        ownerId: support.personId,
      }),
    );
    expect((await give(token, support.personId)).body.code).toBe('not_possible');
    expect((await give(token, colleague)).status).toBe(200);
    // An administrator's token that support cannot have made does no more than its owner.
    const wide = createDesk(
      company,
      await plantToken(company, { madeBy: 'person', ownerCompanyId: company.id, ownerId: support.personId }),
    );
    expect((await give(wide, support.personId)).body.code).toBe('not_possible');
  });

  test('a token of support that was made at the server for no person gives none', async () => {
    const colleague = await addPerson(company, `person-${randomUUID().slice(0, 8)}`);
    const desk = createDesk(company, await plantToken(company, { role: 'support' }));
    expect((await give(desk, colleague)).body).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('vestibule token create'),
    });
  });

  test('one that was made at the server for a person is theirs', async () => {
    const support = await plantAdministrator(company, { role: 'support' });
    const colleague = await addPerson(company, `person-${randomUUID().slice(0, 8)}`);
    const create = (desk: Desk, ownerId: string, role: 'support' | 'administrator' = 'support') =>
      desk.call('adminCreateToken', { body: { name: `token-${randomUUID().slice(0, 8)}`, role, days: 1, ownerId } });
    const socket = createSocketDesk(server);
    const made = await create(socket, support.personId);
    const token = createDesk(company, { headers: { authorization: `Bearer ${given(made.body.token)}` } });
    expect((await give(token, support.personId)).body.code).toBe('not_possible');
    expect((await give(token, colleague)).status).toBe(200);
    expect((await create(socket, randomUUID())).body.code).toBe('not_found');
    expect((await create(socket, colleague)).body).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('has no role'),
    });
    expect((await create(socket, support.personId, 'administrator')).body).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('does no more: ask for support'),
    });
    expect((await create(socket, owner.personId, 'administrator')).status).toBe(200);
    expect((await create(createDesk(company, owner.guise), support.personId)).body.code).toBe('not_possible');
    await socket.call('adminSetRole', { parameters: { personId: support.personId }, body: { role: null } });
    expect((await give(token, colleague)).status).toBe(401);
  });

  test('a second approver is asked for what an administrator’s token gives its owner', async () => {
    await configure(company, { temporaryAccess: { secondApprover: 'above-limits' } });
    const token = await makeToken();
    expect((await give(token.desk, owner.personId)).body.message).toContain('second approver');
    const colleague = await addPerson(company, `person-${randomUUID().slice(0, 8)}`);
    expect((await give(token.desk, colleague)).status).toBe(200);
  });

  test('no one blocks or erases themselves by a token', async () => {
    const token = await makeToken();
    const block = { parameters: parameters(), body: { isBlocked: true, reason: 'x' } };
    expect((await token.desk.call('adminBlockPerson', block)).body.code).toBe('not_possible');
    const erase = { parameters: parameters(), query: { confirm: owner.login } };
    expect((await token.desk.call('adminErasePerson', erase)).body.message).toContain('yourself');
  });
});
