import { eq } from 'drizzle-orm';
import { called } from '../../testing/called.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitations, people } from '../../database/schema.ts';
import { findPerson } from '../../repositories/people.ts';
import { addPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { invitePerson } from './hand-out-invitations.ts';
import { createSocketDesk, type Desk, given, openDesk } from '../../testing/administrators.ts';

const ONE_OF_FOUR = ['200', '409 already_there', '409 already_there', '409 already_there'];

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let socket: Desk;

const oidc = (name: string) => ({
  kind: 'oidc',
  name,
  settings: { issuer: 'https://login.example', clientId: 'gate' },
});
const saml = (entityId: string) => ({
  from: 'saml-record',
  record: { entityId, acsUrls: [{ url: `${entityId}/acs`, index: 0, isDefault: true }] },
});
const twinCompany = (name: string) => ({
  name,
  displayName: name,
  topLevelDomain: `${name}.example`,
  publicUrl: server.url.replace('//', `//${name}.`),
});

const codeOf = ({ status, body }: { status: number; body: object }) =>
  'code' in body ? `${status} ${String(body.code)}` : String(status);

/** What four calls about four people say, made at once. */
async function askAtOnce(call: (personId: string) => Promise<{ status: number; body: object }>): Promise<string[]> {
  const four = await Promise.all(Array.from({ length: 4 }, () => addPerson(company)));
  const replies = await Promise.all(four.map(({ id }) => call(id)));
  return replies.map(codeOf).toSorted((left, right) => left.localeCompare(right));
}

describe('of four who want the same at once, one gets it, and the others are told that it is taken', () => {
  beforeAll(async () => {
    server = await startTestServer();
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
    socket = createSocketDesk(server);
  });
  afterAll(() => server.close());

  test('a login', async () => {
    const body = { login: 'wanted-by-all' };
    const rename = (personId: string) => desk.call('adminUpdatePerson', { parameters: { personId }, body });
    expect(await askAtOnce(rename)).toEqual(ONE_OF_FOUR);
    const named = await server.context.database.select().from(people).where(eq(people.login, body.login));
    expect(named).toHaveLength(1);
    // Afterwards the same is said, and one's own login is no one else's.
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

  const MAKERS: readonly (readonly [string, () => ReturnType<Desk['call']>])[] = [
    [
      'person',
      () => desk.call('adminAddPerson', { body: { login: 'twin', displayName: 'Twin', email: 'a@b.example' } }),
    ],
    ['identity provider', () => desk.call('adminAddUpstream', { body: oidc('Twin') })],
    [
      'application',
      () => desk.call('adminAddApplication', { body: { name: 'Twin', source: saml('https://twin.example') } }),
    ],
    ['token', () => desk.call('adminCreateToken', { body: { name: 'twin', role: 'auditor', days: 5 } })],
    ['company', () => socket.call('adminCreateCompany', { body: twinCompany('twin') })],
    ['managed-service provider', () => socket.call('adminCreateProvider', { body: { name: 'Twin' } })],
  ];

  test.each(MAKERS)('of two equal ones that are made at once, one is: %s', async (_what, create) => {
    const replies = await Promise.all([create(), create()]);
    expect(replies.map(codeOf).toSorted()).toEqual(['200', '409 already_there']);
    expect(codeOf(await create())).toBe('409 already_there');
  });

  test('an address of a company, the entity id of an application, the name of an identity provider', async () => {
    const names = ['east', 'west'];
    const query = (name: string) => ({ query: { company: name } });
    for (const name of names) await socket.call('adminCreateCompany', { body: twinCompany(name) });
    const publicUrl = server.url.replace('//', '//wanted.');
    const moved = await Promise.all(
      names.map((name) => socket.call('adminUpdateCompany', { ...query(name), body: { publicUrl } })),
    );
    expect(moved.map(codeOf).toSorted()).toEqual(['200', '409 already_there']);

    const at = query('alderbrook');
    const added = await Promise.all(
      names.map((name) =>
        socket.call('adminAddApplication', { ...at, body: { name, source: saml(`https://${name}.example`) } }),
      ),
    );
    const changed = await Promise.all(
      added.map(({ body: { applicationId } }) =>
        socket.call('adminUpdateApplication', {
          ...at,
          parameters: { applicationId },
          body: { source: saml('https://wanted.example') },
        }),
      ),
    );
    expect(changed.map(codeOf).toSorted()).toEqual(['200', '409 already_there']);

    const made = await Promise.all(names.map((name) => socket.call('adminAddUpstream', { ...at, body: oidc(name) })));
    const renamed = await Promise.all(
      made.map(({ body: { upstreamId } }) =>
        socket.call('adminUpdateUpstream', { ...at, parameters: { upstreamId }, body: { name: 'Wanted' } }),
      ),
    );
    expect(renamed.map(codeOf).toSorted()).toEqual(['200', '409 already_there']);
  });

  test('flags of a company and of a person are all kept', async () => {
    const flags = ['one', 'two', 'three', 'four', 'five', 'six'];
    const { id: personId } = await addPerson(company);
    const said = await Promise.all(
      flags.flatMap((key) => [
        desk.call('adminSetFeature', { parameters: { key }, body: { isActive: true } }),
        desk.call('adminSetPersonFeature', { parameters: { key, personId }, body: { isActive: true } }),
      ]),
    );
    expect(new Set(said.map(codeOf))).toEqual(new Set(['200']));
    const features = Object.fromEntries(flags.map((key) => [key, true]));
    expect((await desk.call('adminSettings')).body.settings).toMatchObject({ features });
    const { settings } = (await desk.call('adminPerson', { parameters: { personId } })).body;
    expect(settings).toMatchObject({ features });
  });

  test('of invitations that are made at once one is good, and of keys that are activated one signs', async () => {
    const { id: personId } = await addPerson(company);
    const context = given(await server.context.companies.byId(company.id));
    const person = given(await findPerson(context.database, company.id, personId));
    const origin = { address: '127.0.0.1', correlationId: 'at-once' };
    await Promise.all(Array.from({ length: 12 }, () => invitePerson(context, origin, person, called('lena'))));
    const open = await server.context.database.select().from(invitations).where(eq(invitations.personId, personId));
    expect(open).toHaveLength(1);

    const made = await Promise.all([1, 2, 3, 4].map(() => desk.call('adminAddKey')));
    expect(made.map(codeOf).toSorted()).toEqual(['200', '200', '409 not_possible', '409 not_possible']);
    const keyIds = made.flatMap(({ body: { keyId } }) => (keyId ? [keyId] : []));
    await Promise.all(
      keyIds.map((keyId) => desk.call('adminActivateKey', { parameters: { keyId }, query: { isEarly: 'true' } })),
    );
    const { keys } = (await desk.call('adminKeys')).body;
    expect(keys.filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  test('of two files at once the second is refused, so that no one has to wait for both', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `file${index},F ${index},f${index}@x.example`);
    const load = (of: readonly string[]) =>
      desk.call('adminImportPeople', { body: { csv: `login,displayName,email\n${of.join('\n')}\n` } });
    let second: Awaited<ReturnType<typeof load>> | undefined;
    meanwhile(server.context.database, async () => {
      second = await load(lines.toReversed());
    });
    expect((await load(lines)).status).toBe(200);
    expect(second).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect((await load(lines.toReversed())).status).toBe(200);
    expect((await desk.call('adminPeople', { query: { search: 'file', limit: '200' } })).body.total).toBe(40);
  });
});
