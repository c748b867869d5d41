import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../audit/audit.ts';
import { readAudit } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type Desk, given, openDesk } from '../../../testing/administrators.ts';
import { isRefusal, type ServerContext } from '../../../context/server-context.ts';
import type { UpstreamIdentity } from './intent.ts';
import { createUpstream } from './manage-upstreams.ts';
import { findOrCreatePerson } from './people.ts';
import { loadUpstream, type Upstream } from './settings.ts';

const ISSUER = 'https://login.alderbrook.example';

let server: TestServer;
let company: TestCompany;
let context: ServerContext;
let desk: Desk;
let upstream: Upstream;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  context = await server.company();
  desk = await openDesk(company, 'administrator');
  const settings = {
    issuer: ISSUER,
    clientId: 'gate',
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
  };
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings, isEnabled: true } as const;
  const created = await createUpstream(context, { address: '127.0.0.1', correlationId: 'test' }, called('boss'), input);
  if (isRefusal(created)) throw new Error(created.message);
  upstream = given(await loadUpstream(context, created.id));
});
afterAll(() => server.close());

/** What is said there of someone. */
function identity(subject: string, displayName: string, email: string): UpstreamIdentity {
  return {
    issuer: ISSUER,
    subject,
    login: subject,
    email: `${email}@alderbrook.example`,
    isEmailVerified: true,
    isEmailProven: true,
    displayName,
    groups: null,
    userType: null,
    hasSecondFactor: false,
    isDeviceVouchedFor: false,
    level: null,
    received: [],
    hasTooManyGroups: false,
    isFresh: true,
    signedInAt: null,
  };
}

/** Someone signs in there, who is called so by now. @returns their id here */
async function signIn(subject: string, displayName: string, email: string): Promise<string> {
  const found = await findOrCreatePerson(
    context,
    { address: '127.0.0.1', correlationId: 'test' },
    upstream,
    identity(subject, displayName, email),
  );
  if (isRefusal(found)) throw new Error(found.message);
  return found.person.id;
}

test('another name and address there are written down with the former ones, once', async () => {
  const subject = `anna-${randomUUID().slice(0, 8)}`;
  const personId = await signIn(subject, 'Anna Müller', `${subject}.mueller`);
  await signIn(subject, 'Anna Müller', `${subject}.mueller`);
  const before = (await readAudit(company))[0];
  await signIn(subject, 'Anna Weber', `${subject}.weber`);
  await signIn(subject, 'Anna Weber', `${subject}.weber`);
  const [entry, previous] = await readAudit(company, 2);
  expect(previous?.id).toBe(before?.id);
  expect(entry).toMatchObject({
    action: 'person',
    outcome: 'done',
    target: subject,
    details: {
      personId,
      changes: [
        { field: 'displayName', from: 'Anna Müller', to: 'Anna Weber' },
        {
          field: 'email',
          from: `${subject}.mueller@alderbrook.example`,
          to: `${subject}.weber@alderbrook.example`,
        },
      ],
    },
  });
});

test('so that nothing of them stays when the person is erased, not in what others wrote either', async () => {
  const subject = `ines-${randomUUID().slice(0, 8)}`;
  const personId = await signIn(subject, `Ines Albers ${subject}`, `${subject}.albers`);
  const formerEmail = `${subject}.albers@alderbrook.example`;
  await audit(
    context,
    { address: '', correlationId: '' },
    {
      action: 'sessions-ended',
      outcome: 'done',
      actor: called('boss'),
      target: { id: personId, login: subject },
      details: { reason: `Ines Albers ${subject} rang, and wrote from ${formerEmail}` },
    },
  );
  await signIn(subject, `Ines Weber ${subject}`, `${subject}.weber`);
  const { status } = await desk.call('adminErasePerson', { parameters: { personId }, query: { confirm: subject } });
  expect(status).toBe(200);
  const text = JSON.stringify(await readAudit(company, 200));
  for (const word of [formerEmail, `Ines Albers ${subject}`, `${subject}.weber`, personId]) {
    expect([word, text.includes(word)]).toEqual([word, false]);
  }
});

test.each([
  ['a new name', 'weber', false],
  ['a new name and address', 'nowak', true],
])('nor when they are erased while they sign in with %s', async (_what, name, isMoving) => {
  const subject = `lena-${randomUUID().slice(0, 8)}`;
  const personId = await signIn(subject, `Lena Albers ${subject}`, `${subject}.albers`);
  let isErased = false;
  const erase = async () => {
    if (isErased) return;
    isErased = true;
    const query = { confirm: subject };
    expect((await desk.call('adminErasePerson', { parameters: { personId }, query })).status).toBe(200);
  };
  // Erased once they were found, and before anything of their sign-in is written.
  const { database } = context;
  const transaction: typeof database.transaction = async (work, settings) => {
    await erase();
    return database.transaction(work, settings);
  };
  const away = new Proxy(database, {
    get: (target, key) => (key === 'transaction' ? transaction : (Reflect.get(target, key) as unknown)),
  });
  const email = isMoving ? `${subject}.${name}` : `${subject}.albers`;
  const found = await findOrCreatePerson(
    { ...context, database: away },
    { address: '127.0.0.1', correlationId: 'test' },
    upstream,
    identity(subject, `Lena ${name} ${subject}`, email),
  );
  expect([isErased, isRefusal(found) ? found.refused : found.person.login]).toEqual([true, 'upstream_person_unknown']);
  const text = JSON.stringify(await readAudit(company, 200));
  for (const word of [subject, `Lena ${name}`, 'Lena Albers'])
    expect([word, text.includes(word)]).toEqual([word, false]);
});
