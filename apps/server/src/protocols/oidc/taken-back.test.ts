import { randomUUID } from 'node:crypto';
import type { SamlPostData } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../context/server-context.ts';
import { applications, devices, oidcRecords, people } from '../../database/schema.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { called } from '../../testing/called.ts';
import { configure, firstCompany } from '../../testing/companies.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { grantTemporaryAccess, revokeGrant } from '../../subjects/access/temporary-access.ts';
import { CODE, finish, locationOf, passGate, POLICY, redeem, REQUEST, startGate } from './testing/public-client.ts';

type Post = Awaited<ReturnType<typeof passGate>>;
interface Entry {
  readonly visitor: Visitor;
  readonly post: Post;
  readonly person: TestPerson;
  readonly takeBack: () => Promise<unknown>;
}

const origin = { address: '127.0.0.1', correlationId: 'test-test' };

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await startGate();
  const company = await firstCompany(server);
  await configure(company, { temporaryAccess: { maximumPerPerson: 100, maximumHours: 48 } });
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

/** A person whom temporary access has just let through. */
async function enterByLeave(): Promise<Entry> {
  const context = await server.company();
  const person = await addPerson(await firstCompany(server));
  const wanted = { personId: person.id, applicationId: null, hours: 4, reason: 'A test', uses: 5 };
  const by = { overridesStopper: false, grantedBy: called('support') };
  const granted = await grantTemporaryAccess(context, origin, { ...wanted, ...by });
  if (isRefusal(granted)) throw new Error(granted.message);
  const visitor = new Visitor(server);
  await signInAs(visitor, person);
  const began = await locationOf(visitor, await locationOf(visitor, REQUEST));
  const marker = new URL(began, server.url).searchParams.get('login') ?? '';
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const path = `/api/device-compliance/v1/saml-response?loginMarker=${marker}`;
  const { body } = await visitor.ask<SamlPostData>(path);
  const takeBack = () => revokeGrant(context, origin, { id: granted.id, revokedBy: called('support') });
  return { visitor, post: body, person, takeBack };
}

/** A person whose computer has just passed. */
async function enterByComputer(): Promise<Entry> {
  const person = await addPerson(await firstCompany(server));
  const visitor = new Visitor(server);
  const step = await locationOf(visitor, REQUEST);
  const post = await passGate(visitor, step, (marker) => signInAs(visitor, person, marker));
  const takeBack = async () => {
    const own = await server.context.database.select().from(devices).where(eq(devices.personId, person.id));
    const parameters = { id: own[0]?.id ?? '' };
    const body = { isBlocked: true, reason: 'lost' };
    expect((await desk.call('adminBlockDevice', { parameters, body })).status).toBe(200);
  };
  return { visitor, post, person, takeBack };
}

const ofPerson = (person: TestPerson) => eq(people.id, person.id);
/** Another one each time. */
let hours = 0;
/** What an administrator changes once a person's computer has passed. */
const CHANGES: readonly (readonly [string, (person: TestPerson) => Promise<unknown>])[] = [
  ['policy', async () => desk.call('adminApplyPolicy', { body: { text: `${POLICY}# ${randomUUID()}\n` } })],
  [
    'setting of the company',
    async () => configure(await firstCompany(server), { temporaryAccess: { maximumHours: (hours += 1) } }),
  ],
  [
    'setting of the application',
    () => server.context.database.update(applications).set({ settings: { secondFactor: 'required' } }),
  ],
  [
    'group of the person',
    (person) =>
      server.context.database
        .update(people)
        .set({ groups: [randomUUID()] })
        .where(ofPerson(person)),
  ],
  [
    'computer that is not theirs any more',
    (person) =>
      server.context.database.update(devices).set({ personId: randomUUID() }).where(eq(devices.personId, person.id)),
  ],
  [
    'computer that is retired',
    (person) =>
      server.context.database.update(devices).set({ state: 'retired' }).where(eq(devices.personId, person.id)),
  ],
];

describe.each([
  ['temporary access that is taken back', enterByLeave],
  ['a computer that is blocked', enterByComputer],
] as const)('%s', (_, enter) => {
  test('gives nothing after that: not the code, and the gate is asked again', async () => {
    const { visitor, post, takeBack } = await enter();
    await takeBack();
    expect(await finish(visitor, post)).toMatch(/\/oidc\/interaction\//);
  });

  test('not the answer of a code that is not made yet', async () => {
    const { visitor, post, takeBack } = await enter();
    const resume = await finish(visitor, post);
    await takeBack();
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('not the token for a code that was made, nor the same answer once more', async () => {
    const { visitor, post, takeBack } = await enter();
    const resume = await finish(visitor, post);
    const location = await locationOf(visitor, resume);
    expect(location).toMatch(CODE);
    await takeBack();
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
    expect(await redeem(server, location)).toBe(400);
  });

  test('where its grant is gone, the gate is asked again', async () => {
    const { visitor, post } = await enter();
    const resume = await finish(visitor, post);
    await server.context.database.delete(oidcRecords).where(eq(oidcRecords.model, 'Grant'));
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('where the person is blocked while the answer is made, the gate is asked again', async () => {
    const { visitor, post, person } = await enter();
    const resume = await finish(visitor, post);
    // Their session has been looked at, and is not ended yet.
    await server.context.database.update(people).set({ disabledAt: new Date() }).where(eq(people.id, person.id));
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('while it stands, all of them', async () => {
    const { visitor, post } = await enter();
    expect(await reach(visitor, await finish(visitor, post))).toBe(200);
  });
});

describe.each(CHANGES)('a new %s', (_, change) => {
  afterEach(() => server.context.database.update(applications).set({ settings: {} }));

  test('before the answer is posted: the gate is asked again', async () => {
    const { visitor, post, person } = await enterByComputer();
    await change(person);
    expect(await finish(visitor, post)).toMatch(/\/oidc\/interaction\//);
  });

  test('before it is asked for: the gate is asked again', async () => {
    const { visitor, post, person } = await enterByComputer();
    const resume = await finish(visitor, post);
    await change(person);
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
  });

  test('leaves a code that was given its minute: who is on their way then reads no error', async () => {
    const { visitor, post, person } = await enterByComputer();
    const resume = await finish(visitor, post);
    const location = await locationOf(visitor, resume);
    await change(person);
    expect(await locationOf(visitor, resume)).toMatch(/\/oidc\/interaction\//);
    expect(await redeem(server, location)).toBe(200);
  });
});

/** What the application gets in the end. */
async function reach(visitor: Visitor, resume: string): Promise<number> {
  const location = await locationOf(visitor, resume);
  return CODE.test(location) ? redeem(server, location) : 0;
}
