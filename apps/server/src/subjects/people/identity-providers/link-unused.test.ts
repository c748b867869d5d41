import { randomUUID } from 'node:crypto';
import { called } from '../../../testing/called.ts';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { oidcUpstreamSettingsSchema } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, invitations, type people, secondFactors } from '../../../database/schema.ts';
import { findPerson } from '../../../repositories/people.ts';
import { addCompany, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson, giveRole, personIdOf, plantSession } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { given } from '../../../testing/administrators.ts';
import { isRefusal, type ServerContext } from '../../../context/server-context.ts';
import { invitePerson } from '../hand-out-invitations.ts';
import type { UpstreamIdentity } from './intent.ts';
import { createUpstream } from './manage-upstreams.ts';
import { toIdentity } from './oidc.ts';
import { findOrCreatePerson } from './people.ts';
import { loadUpstream, type Upstream } from './settings.ts';

const ORIGIN = { address: '127.0.0.1', correlationId: 'test' };
const ISSUER = 'https://login.alderbrook.example';

let server: TestServer;
let company: TestCompany;
let context: ServerContext;
let provider: Upstream;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  context = await server.company();
  provider = await connect();
});
afterAll(() => server.close());

async function connect(changes: Record<string, unknown> = {}, at = context): Promise<Upstream> {
  const settings = { issuer: ISSUER, clientId: 'gate', allowedDomains: ['alderbrook.example'], ...changes };
  const input = { kind: 'oidc', name: `Alderbrook ${randomUUID()}`, settings, isEnabled: true } as const;
  const created = await createUpstream(at, ORIGIN, called('boss'), input);
  if (isRefusal(created)) throw new Error(created.message);
  return given(await loadUpstream(at, created.id));
}

/** An account as an import makes it. */
async function imported(changes: Partial<typeof people.$inferInsert> = {}) {
  count += 1;
  const login = `linkable-${count}`;
  const { email = `${login}@alderbrook.example` } = changes;
  const id = await addPerson(company, login, { ...changes, email });
  return { id, login, email };
}

/** Someone comes by an identity provider for the first time. */
function comes(changes: Partial<UpstreamIdentity>, by = provider, at = context) {
  const subject = changes.subject ?? `subject-${randomUUID()}`;
  return findOrCreatePerson(at, ORIGIN, by, {
    issuer: ISSUER,
    subject,
    login: null,
    email: null,
    isEmailVerified: true,
    isEmailProven: true,
    displayName: null,
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

const stored = async (id: string) => given(await findPerson(context.database, company.id, id));
const linksOf = async (login: string) => {
  const where = and(eq(auditEntries.companyId, company.id), eq(auditEntries.action, 'upstream-link'));
  return (await findAuditEntries(context.database, where)).filter(({ target }) => target === login);
};

describe('a first sign-in at the company’s own identity provider', () => {
  test('is given the imported account of its proven address, voids its invitation and is written down', async () => {
    const { id, login, email } = await imported({ groups: ['pilot'] });
    await invitePerson(context, ORIGIN, await stored(id), called('boss'));
    const found = await comes({ subject: 'sub-1', email: email.toUpperCase(), displayName: 'Ilse B.' });
    expect(found).toMatchObject({ person: { id, login, groups: ['pilot'] }, isNew: false });
    expect(await stored(id)).toMatchObject({
      upstreamId: provider.row.id,
      upstreamSubject: 'sub-1',
      displayName: 'Ilse B.',
    });
    const { database } = context;
    expect(await database.select().from(invitations).where(eq(invitations.personId, id))).toEqual([]);
    expect(await linksOf(login)).toMatchObject([
      { outcome: 'done', details: { personId: id, subject: 'sub-1', by: 'address', upstreamId: provider.row.id } },
    ]);
    expect(await comes({ subject: 'sub-1', email })).toMatchObject({ person: { id }, isNew: false });
    expect(await linksOf(login)).toHaveLength(1);
  });

  test('of two at once with one address, one is given the account and the other is refused', async () => {
    const { id, login, email } = await imported();
    const both = await Promise.all(['left', 'right'].map((side) => comes({ subject: `${side}-${login}`, email })));
    expect(both.filter((one) => isRefusal(one))).toHaveLength(1);
    expect(both.filter((one) => !isRefusal(one) && one.person.id === id)).toHaveLength(1);
    expect(await linksOf(login)).toHaveLength(1);
  });

  test('of one subject twice at once, both are the same person', async () => {
    const { id, email, login } = await imported();
    const both = await Promise.all([1, 2].map(() => comes({ subject: `twice-${login}`, email })));
    expect(both).toMatchObject([{ person: { id } }, { person: { id } }]);
    expect(await linksOf(login)).toHaveLength(1);
  });
});

describe('an address alone does not give the account', () => {
  const expectNotLinked = async (said: Partial<UpstreamIdentity>, notLinked: string, by = provider) =>
    expect(await comes(said, by)).toMatchObject({ refused: expect.stringMatching(/^upstream_/), notLinked });

  test('where the provider did not say that it is verified, whatever the settings assume', async () => {
    const { id, login, email } = await imported();
    await expectNotLinked({ email, isEmailProven: false }, 'address-unproven');
    expect(await stored(id)).toMatchObject({ upstreamId: null });
    expect(await linksOf(login)).toEqual([]);
  });

  test('where the provider has no such domain in its list, another one of the same company neither', async () => {
    const foreign = await imported({ email: `elsewhere-${randomUUID()}@partner.example` });
    await expectNotLinked({ email: foreign.email }, 'domain');
    const { email } = await imported();
    await expectNotLinked({ email }, 'domain', await connect({ allowedDomains: ['contractor.example'] }));
    await expectNotLinked({ email }, 'domain', await connect({ allowedDomains: [] }));
  });

  test('where anybody gets an address of that domain', async () => {
    const { email } = await imported({ email: `ilse-${randomUUID()}@gmail.com` });
    await expectNotLinked({ email }, 'domain', await connect({ allowedDomains: ['gmail.com'] }));
  });

  test.each(['auditor', 'support', 'administrator'] as const)('where it has the role %s', async (role) => {
    const { id, email } = await imported();
    await giveRole(company, id, role);
    await expectNotLinked({ email }, 'role');
    expect(await stored(id)).toMatchObject({ upstreamId: null });
  });

  test('where it is blocked', async () => {
    const { email } = await imported({ disabledAt: new Date() });
    await expectNotLinked({ email }, 'blocked');
  });

  test('where it was used: by a password, a licence, a factor, a session, an invitation, another link', async () => {
    const { database, now } = context;
    const withPassword = await imported({ passwordHash: 'x' });
    const withLicence = await imported({ eulaAcceptedAt: now() });
    const withLink = await imported({ upstreamId: randomUUID(), upstreamSubject: 'there' });
    const withFactor = await imported();
    await database.insert(secondFactors).values({
      companyId: company.id,
      id: randomUUID(),
      personId: withFactor.id,
      kind: 'passkey',
      name: 'Key',
      sealed: 'x',
      confirmedAt: now(),
      createdAt: now(),
    });
    const withSession = await imported();
    await plantSession(company, withSession.login);
    const invited = await imported();
    await invitePerson(context, ORIGIN, await stored(invited.id), called('boss'));
    await database.update(invitations).set({ usedAt: now() }).where(eq(invitations.personId, invited.id));
    for (const { email } of [withPassword, withLicence, withLink, withFactor, withSession, invited]) {
      await expectNotLinked({ email }, 'used');
    }
  });

  test('where two people have it, in whatever capitals', async () => {
    const { email } = await imported();
    await imported({ email: email.toUpperCase() });
    await expectNotLinked({ email }, 'address-shared');
  });

  test('where the login that came is that of another account', async () => {
    const [{ email }, other] = [await imported(), await imported()];
    await expectNotLinked({ email, login: other.login.toUpperCase() }, 'login-of-another');
  });

  test('where its letters only look alike, or come from another alphabet', async () => {
    const { id, login, email } = await imported();
    const alike = [email.replace('a', 'а'), email.replace('k', '\u212A'), `${email}.`, ` ${email}`, `+${email}`];
    for (const [index, variant] of alike.entries()) {
      expect(await comes({ subject: `alike-${index}-${login}`, email: variant })).toMatchObject({
        refused: expect.stringMatching(/^upstream_/),
      });
    }
    // One that lower case makes the same in some languages was stored before addresses were looked at.
    const kelvin = await imported({ email: `\u212A${login}@alderbrook.example` });
    await comes({ email: `k${login}@alderbrook.example` });
    expect([await stored(id), await stored(kelvin.id)]).toMatchObject([{ upstreamId: null }, { upstreamId: null }]);
  });

  test('to a provider of another company', async () => {
    const other = await addCompany(server, `company-${randomUUID().slice(0, 8)}`);
    const there = { ...context, company: { ...context.company, id: other.id } };
    const { id, email } = await imported();
    const found = await comes({ email }, await connect({ createsPeople: true }, there), there);
    expect(found).toMatchObject({ isNew: true, person: { companyId: other.id } });
    expect(await personIdOf(other, email)).not.toBe(id);
    expect(await stored(id)).toMatchObject({ upstreamId: null });
  });

  test('what another issuer said, before the provider was changed', async () => {
    const { id, email } = await imported();
    expect(await comes({ email, issuer: 'https://login.before.example' })).toMatchObject({
      refused: 'upstream_person_unknown',
    });
    expect(await stored(id)).toMatchObject({ upstreamId: null });
  });
});

describe('an address is proven by the provider’s own word', () => {
  const isProven = (claims: Record<string, unknown>, settings: Record<string, unknown> = {}) => {
    const read = oidcUpstreamSettingsSchema.parse({ issuer: ISSUER, clientId: 'gate', ...settings });
    return toIdentity({ sub: 'x', email: 'ilse@alderbrook.example', ...claims }, read).isEmailProven;
  };
  const entra = { issuer: 'https://login.microsoftonline.com/tenant/v2.0', assumesEmailVerified: true };

  test('email_verified, and not where the settings assume it or read another claim', () => {
    expect(isProven({ email_verified: true })).toBe(true);
    expect(isProven({ email_verified: 'true' })).toBe(false);
    expect(isProven({}, { assumesEmailVerified: true })).toBe(false);
    expect(isProven({ email_verified: true, upn: 'boss@alderbrook.example' }, { claims: { email: 'upn' } })).toBe(
      false,
    );
  });

  test('for Entra ID xms_edov alone, which no other provider can say', () => {
    expect(isProven({ xms_edov: true }, entra)).toBe(true);
    expect(isProven({ xms_edov: '1' }, entra)).toBe(true);
    expect(isProven({ xms_edov: 'false' }, entra)).toBe(false);
    expect(isProven({ xms_edov: 0 }, entra)).toBe(false);
    expect(isProven({}, entra)).toBe(false);
    expect(isProven({ email_verified: true }, entra)).toBe(false);
    expect(isProven({ xms_edov: true })).toBe(false);
  });
});
