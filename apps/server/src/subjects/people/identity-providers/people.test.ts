import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson, findPersonByLogin } from '../../../repositories/people.ts';
import { setPolicy } from '../../../testing/at-the-gate.ts';
import { firstCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { given } from '../../../testing/administrators.ts';
import { isRefusal, type ServerContext } from '../../../context/server-context.ts';
import type { UpstreamIdentity } from './intent.ts';
import { createUpstream } from './manage-upstreams.ts';
import { findOrCreatePerson } from './people.ts';
import { loadUpstream, type Upstream } from './settings.ts';

let server: TestServer;
let context: ServerContext;
let contractors: Upstream;

beforeAll(async () => {
  server = await startTestServer();
  context = await server.company();
  contractors = await connect(['contractor.example']);
});
afterAll(() => server.close());

async function connect(allowedDomains: string[]): Promise<Upstream> {
  const settings = {
    issuer: 'https://login.contractor.example',
    clientId: 'gate',
    createsPeople: true,
    allowedDomains,
  };
  const origin = { address: '127.0.0.1', correlationId: 'test' };
  const input = { kind: 'oidc', name: `Contractors ${randomUUID()}`, settings, isEnabled: true } as const;
  const created = await createUpstream(context, origin, called('boss'), input);
  if (isRefusal(created)) throw new Error(created.message);
  return given(await loadUpstream(context, created.id));
}

/** What that identity provider says of one of its people. */
function sayOf(subject: string, email: string, changes: Partial<UpstreamIdentity> = {}) {
  return findOrCreatePerson(context, { address: '127.0.0.1', correlationId: 'test' }, contractors, {
    issuer: 'https://login.contractor.example',
    subject,
    login: subject,
    email,
    isEmailVerified: true,
    isEmailProven: true,
    displayName: subject,
    groups: null,
    userType: null,
    hasSecondFactor: false,
    isDeviceVouchedFor: false,
    level: null,
    received: [],
    hasTooManyGroups: false,
    isFresh: true,
    signedInAt: null,
    ...changes,
  });
}

/** @throws where no one was let in */
async function letIn(subject: string, email: string, changes: Partial<UpstreamIdentity> = {}) {
  const found = await sayOf(subject, email, changes);
  if (isRefusal(found)) throw new Error(found.message);
  return { found, stored: given(await findPerson(context.database, context.company.id, found.person.id)) };
}

test('an identity provider makes no one someone of a domain it does not speak for', async () => {
  await letIn('mallory', 'mallory@contractor.example');
  const { found, stored } = await letIn('mallory', 'nadia@alderbrook.example', { displayName: 'Mallory M.' });
  expect(stored).toMatchObject({ email: 'mallory@contractor.example', displayName: 'Mallory M.' });
  expect(found.person.email).toBe('mallory@contractor.example');
  expect(found.keptEmail).toEqual({ domain: 'alderbrook.example', why: 'upstream_domain_wrong' });
});

test('an address of its domain is taken over, but for an unverified one', async () => {
  await letIn('mover', 'mover@contractor.example');
  expect((await letIn('mover', 'unsure@contractor.example', { isEmailVerified: false })).stored.email).toBe(
    'mover@contractor.example',
  );
  const { found, stored } = await letIn('mover', 'Moved@contractor.example');
  expect(stored.email).toBe('Moved@contractor.example');
  expect(found.keptEmail).toBeNull();
});

test('an address in other capitals is the same one, and stays as applications know it', async () => {
  await letIn('capitals', 'Capitals@contractor.example');
  const { found, stored } = await letIn('capitals', 'capitals@CONTRACTOR.example', { displayName: 'C.' });
  expect(stored).toMatchObject({ email: 'Capitals@contractor.example', displayName: 'C.' });
  expect(found.person.email).toBe('Capitals@contractor.example');
});

test('nor does it make anybody another person of its own domain', async () => {
  await letIn('first', 'first@contractor.example');
  await letIn('second', 'second@contractor.example');
  const { found, stored } = await letIn('second', 'FIRST@contractor.example');
  expect(stored.email).toBe('second@contractor.example');
  expect(found.keptEmail).toEqual({ domain: 'contractor.example', why: 'upstream_login_taken' });
  expect(await sayOf('third', 'First@contractor.example')).toMatchObject({ refused: 'upstream_login_taken' });
  expect(await findPersonByLogin(context.database, context.company.id, 'third')).toBeNull();
});

test('a login that is another person’s e-mail address is no one’s, nor an address that is a login', async () => {
  const { stored } = await letIn('holder', 'holder@contractor.example', { login: 'holder.login@contractor.example' });
  const asAddress = { login: 'Holder@contractor.example' };
  expect(await sayOf('thief', 'thief@contractor.example', asAddress)).toMatchObject({
    refused: 'upstream_login_taken',
  });
  expect(await sayOf('other', stored.login, { login: 'other' })).toMatchObject({ refused: 'upstream_login_taken' });
  expect((await letIn('own', 'own@contractor.example', { login: 'own@contractor.example' })).stored.login).toBe(
    'own@contractor.example',
  );
});

test('what another issuer said a moment ago, before the provider was changed, lets no one in and adds no one', async () => {
  await letIn('stayer', 'stayer@contractor.example');
  const issuer = 'https://login.before.example';
  for (const subject of ['stayer', 'newcomer']) {
    expect(await sayOf(subject, `${subject}@contractor.example`, { issuer, displayName: 'Another' })).toMatchObject({
      refused: 'upstream_person_unknown',
      message: 'This way to sign in was changed a moment ago. Sign in once more.',
    });
  }
  expect(await findPersonByLogin(context.database, context.company.id, 'newcomer')).toBeNull();
  expect((await letIn('stayer', 'stayer@contractor.example')).stored.displayName).toBe('stayer');
});

test('of two who come for the first time at once with the same address, one is added', async () => {
  const said = await Promise.all(['left', 'right'].map((subject) => sayOf(subject, 'both@contractor.example')));
  expect(said.filter((one) => isRefusal(one))).toHaveLength(1);
});

test('no one is added under a login that the policy exempts, and administrators are told how to end that', async () => {
  const exempt = (login: string, until: string) =>
    `exemptions: [{ login: ${login}, until: ${until}, why: slides, approvedBy: Ilse }]`;
  const company = await firstCompany(server);
  await setPolicy(
    company,
    `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required, ${exempt('U40', '2099-12-31')} }\n  PasswordSet: { severity: required, ${exempt('u41', '2020-01-01')} }\n`,
  );
  context = await server.company();
  for (const login of ['u40', 'U40']) {
    expect(await sayOf(`new-${login}`, 'u40@contractor.example', { login })).toMatchObject({
      refused: 'upstream_person_unknown',
      message: 'No one is added here under this login. Ask your administrator.',
      reason: `The policy exempts the login ${login}. End that: vestibule exemption end FirewallEnable --person ${login}. Or, if it is the same person: vestibule person add`,
    });
  }
  expect(await findPersonByLogin(context.database, context.company.id, 'u40')).toBeNull();
  // The address is the login where the provider gives none; and who is someone here already stays so.
  expect((await letIn('u41', 'u41@contractor.example')).found.isNew).toBe(true);
  expect((await letIn('u41', 'u41@contractor.example', { login: 'u40' })).stored.login).toBe('u41');
});
