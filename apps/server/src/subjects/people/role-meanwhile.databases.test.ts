import { setTimeout as wait } from 'node:timers/promises';
import { called } from '../../testing/called.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invitations } from '../../database/schema.ts';
import { putRole } from '../../repositories/admin-people.ts';
import { isInvited } from '../../repositories/invitations.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson, giveRole } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createDesk, createSocketDesk, type Desk, plantToken } from '../../testing/administrators.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { inviteNeverSignedUp } from './hand-out-invitations.ts';

/** Anyone who made a link for someone, or reads the mailbox it went to, would come in with the role that they are given. */
const ORIGIN = { address: 'test', correlationId: 'role-meanwhile' };
/** Long enough for what waits for nothing to be through. */
const A_MOMENT_MS = 200;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(() => server.close());

/** While nothing of a person changes but by `act`. */
async function whileHeld<Result>(
  personId: string,
  begin: () => Promise<Result>,
  act: (transaction: TestCompany['context']['database']) => Promise<unknown> = async () => undefined,
): Promise<{ readonly hasWaited: boolean; readonly result: Result }> {
  let isThrough = false;
  const { begun, hasWaited } = await company.context.database.transaction(async (transaction) => {
    await lockPerson(transaction, company.id, personId);
    await act(transaction);
    const started = begin().finally(() => {
      isThrough = true;
    });
    await wait(A_MOMENT_MS);
    return { begun: [started], hasWaited: !isThrough };
  });
  const [result] = await Promise.all(begun);
  if (result === undefined) throw new Error('Nothing was begun.');
  return { hasWaited, result };
}

const isOpen = (personId: string) => isInvited(company.context.database, company.id, personId, company.context.now());

test('a role waits for a link that is just being made, which is void then', async () => {
  const personId = await addPerson(company, 'role-waits');
  const { id: companyId, context } = company;
  const body = { role: 'administrator' } as const;
  const { hasWaited, result } = await whileHeld(
    personId,
    () => desk.call('adminSetRole', { parameters: { personId }, body }),
    async (transaction) => {
      const createdAt = context.now();
      const expiresAt = new Date(createdAt.getTime() + 60_000);
      const invitation = { companyId, personId, tokenHash: 'of a link', invitedBy: 'a token', createdAt, expiresAt };
      await transaction.insert(invitations).values(invitation);
    },
  );
  expect([hasWaited, result.status]).toEqual([true, 200]);
  expect(await isOpen(personId)).toBe(false);
});

test('an import that waits for a role makes no link', async () => {
  const personId = await addPerson(company, 'role-first');
  const context = await server.company();
  const { hasWaited, result } = await whileHeld(
    personId,
    () => inviteNeverSignedUp(context, ORIGIN, [personId], called('a token')),
    (transaction) =>
      putRole(transaction, {
        companyId: company.id,
        personId,
        role: 'administrator',
        reach: 'company',
        createdAt: company.context.now(),
      }),
  );
  expect([hasWaited, result]).toEqual([true, []]);
  expect(await isOpen(personId)).toBe(false);
});

test('nor does a token, for one person who was given a role a moment before', async () => {
  const personId = await addPerson(company, 'role-one');
  const byToken = createDesk(company, await plantToken(company));
  meanwhile(company.context.database, () => giveRole(company, personId, 'administrator'));
  const { status, body } = await byToken.call('adminInvitePerson', { parameters: { personId }, body: {} });
  expect([status, body.code]).toEqual([403, 'role_missing']);
  expect(await isOpen(personId)).toBe(false);
});
