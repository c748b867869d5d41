import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../audit/audit.ts';
import { addPerson, readAudit, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { type Desk, given, openDesk } from '../../../testing/administrators.ts';

/** Logins that are parts of others: anna next to anna.weber, bert next to bert.long. */
let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

async function add(login: string, displayName: string): Promise<TestPerson> {
  const somebody = await addPerson(company);
  await change(somebody.id, { login, displayName, email: `${login}@alderbrook.example` });
  return { ...somebody, login };
}

async function change(personId: string, body: object): Promise<void> {
  const { status } = await desk.call('adminUpdatePerson', { parameters: { personId }, body });
  if (status !== 200) throw new Error(`The person could not be changed: ${status}`);
}

async function erase(personId: string, confirm: string): Promise<string> {
  return given((await desk.call('adminErasePerson', { parameters: { personId }, query: { confirm } })).body.pseudonym);
}

const all = () => readAudit(company, 500);
const about = async (personId: string) => (await all()).filter(({ details }) => details['personId'] === personId);

describe('erasing someone whose login is a part of another', () => {
  test('leaves the renaming of the other one as it is, who can be erased whole afterwards', async () => {
    const anna = await add('anna', 'Anna Arendt');
    const weber = await add('anna.weber', 'Wilma Weber');
    await signInAs(new Visitor(server), weber);
    await change(weber.id, { login: 'wilma' });
    const before = await about(weber.id);
    await erase(anna.id, 'anna');
    expect(await about(weber.id)).toEqual(before);
    await erase(weber.id, 'wilma');
    expect(JSON.stringify(await all())).not.toContain('anna.weber');
  });

  test('leaves what an import says of the other one', async () => {
    const bert = await add('bert', 'Bert Berg');
    const csv =
      'login,displayName,email\nbert.long,Long,long@alderbrook.example\nbert,Bert Burg,bert@alderbrook.example\n';
    expect((await desk.call('adminImportPeople', { body: { csv } })).status).toBe(200);
    const pseudonym = await erase(bert.id, 'bert');
    const [entry] = (await all()).filter(({ action }) => action === 'people-import');
    expect(entry?.details['changes']).toEqual([
      { field: 'bert.long', from: null, to: 'added' },
      expect.objectContaining({ field: pseudonym }),
    ]);
  });

  test('takes a whole reason that is about them, and none that is about another', async () => {
    const carla = await add('carla', 'Carla Conti');
    const other = await add('carla-ann', 'Carla Ann');
    const block = async (personId: string, isBlocked: boolean, reason: string) =>
      desk.call('adminBlockPerson', { parameters: { personId }, body: { isBlocked, reason } });
    await block(carla.id, true, 'carla is not carla-ann, nor carla@carla.example. So says carla.');
    await block(other.id, true, 'carla has asked for it');
    const pseudonym = await erase(carla.id, 'carla');
    const reasons = (await all())
      .filter(({ action }) => action === 'person-block')
      .map(({ target, details }) => [target, details['reason']]);
    expect(reasons).toEqual([
      ['carla-ann', 'carla has asked for it'],
      [pseudonym, pseudonym],
    ]);
  });

  test('keeps what they did to others, under the pseudonym', async () => {
    const dora = await add('dora', 'Dora Dorn');
    const emil = await add('dora.emil', 'Dora Dorn the second');
    const changes = [{ field: 'displayName', from: 'Dora Dorn the second', to: 'Emil Dorn' }];
    const details = { personId: emil.id, changes, addresses: ['192.0.2.7'] };
    const event = { action: 'person', outcome: 'done', actor: dora, target: emil, details } as const;
    await audit(await server.company(), { address: '192.0.2.7', correlationId: 'dora' }, event);
    const pseudonym = await erase(dora.id, 'dora');
    const [after] = (await all()).filter(({ correlationId }) => correlationId === 'dora');
    expect(after).toMatchObject({ actor: pseudonym, target: 'dora.emil', address: '' });
    expect(after?.details).toEqual({ ...details, addresses: [pseudonym] });
  });
});
