import { randomUUID } from 'node:crypto';
import { lockCompany } from '../../../repositories/company-lock.ts';
import {
  createPerson,
  findPersonByEmail,
  findPersonByLogin,
  findPersonByUpstream,
  type Person,
  updatePerson,
} from '../../../repositories/people.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { lockUpstreamOf } from '../../../repositories/upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../server-context.ts';
import type { UpstreamIdentity } from './intent.ts';
import { noteNames } from './note-names.ts';
import type { PeopleSettings, Upstream } from './settings.ts';

type PersonRefusal = Refusal<'upstream_person_unknown' | 'upstream_domain_wrong' | 'upstream_login_taken'>;

/** An e-mail address that an identity provider said of somebody, and that was not taken over. */
export interface KeptEmail {
  /** Of the address that was offered: the whole of it would outlive its owner in the audit log. */
  readonly domain: string;
  /** It is of no domain that this provider speaks for, or it is somebody else's. */
  readonly why: 'upstream_domain_wrong' | 'upstream_login_taken';
}

export interface FoundPerson {
  readonly person: Person;
  readonly isNew: boolean;
  /** For the audit entry; null: nothing was kept back. */
  readonly keptEmail: KeptEmail | null;
}

/**
 * Finds the person an identity provider speaks of, by that provider and its own name for them and by nothing else: not by
 * e-mail, not by login. Somebody new is added where the company wants that, and never in the place of somebody there is.
 */
export async function findOrCreatePerson(
  context: ServerContext,
  upstream: Upstream,
  identity: UpstreamIdentity,
): Promise<FoundPerson | PersonRefusal> {
  const { database, company } = context;
  const known = await findPersonByUpstream(database, company.id, upstream.row.id, identity.subject);
  if (known !== null) {
    const refreshed = await refresh({ context, upstream }, known, identity);
    return isRefusal(refreshed) ? refreshed : { ...refreshed, isNew: false };
  }
  const login = identity.login ?? identity.email ?? '';
  const added = await database.transaction(async (transaction) => {
    // Of two first sign-ins at once the other one may have been faster.
    await lockCompany(transaction, company.id);
    const stored = await lockUpstreamOf(transaction, company.id, upstream.row.id, identity.issuer);
    if (stored === null) return changedMeanwhile();
    const refusal = await whyNotToAdd({ ...context, database: transaction }, upstream.settings, identity);
    if (refusal !== null) return refusal;
    return createPerson(transaction, {
      companyId: company.id,
      id: randomUUID(),
      login,
      displayName: identity.displayName ?? login,
      email: identity.email ?? '',
      type: identity.userType ?? upstream.settings.userType,
      groups: identity.groups ?? [],
      upstreamId: upstream.row.id,
      upstreamSubject: identity.subject,
      createdAt: context.now(),
    });
  });
  if (added === null) return taken('login');
  return isRefusal(added) ? added : { person: added, isNew: true, keptEmail: null };
}

/**
 * What the identity provider says holds at every sign-in; the login stays, because other things hang on it. So does the
 * e-mail address where the new one is not the provider's to give: work applications know people by it.
 * @param known as they were found; whoever was erased or given another account since is nobody here any more
 */
async function refresh(
  { context, upstream }: { readonly context: ServerContext; readonly upstream: Upstream },
  known: Person,
  identity: UpstreamIdentity,
): Promise<Pick<FoundPerson, 'person' | 'keptEmail'> | PersonRefusal> {
  const { database, company } = context;
  const { email } = identity;
  const isOther = email !== null && email !== known.email && identity.isEmailVerified;
  return database.transaction(async (transaction) => {
    if (isOther) await lockCompany(transaction, company.id);
    await lockPerson(transaction, company.id, known.id);
    const stored = await lockUpstreamOf(transaction, company.id, upstream.row.id, identity.issuer);
    if (stored === null) return changedMeanwhile();
    const person = await findPersonByUpstream(transaction, company.id, upstream.row.id, identity.subject);
    if (person?.id !== known.id) return unknown('This account was taken away a moment ago. Sign in once more.');
    const changes = {
      displayName: identity.displayName ?? person.displayName,
      type: identity.userType ?? person.type,
      groups: identity.groups ?? person.groups,
    };
    const inside = { database: transaction, company };
    const keptEmail = isOther ? await keepEmail(inside, upstream.settings, person, email) : null;
    const all = isOther && keptEmail === null ? { ...changes, email } : changes;
    await noteNames(context, transaction, person, all);
    await updatePerson(transaction, person, all);
    return { person: { ...person, ...all }, keptEmail };
  });
}

/** @returns null: the address is taken over */
async function keepEmail(
  { database, company }: Pick<ServerContext, 'database' | 'company'>,
  settings: PeopleSettings,
  { id }: Person,
  email: string,
): Promise<KeptEmail | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1).slice(0, 255);
  if (!isOfDomain(settings, email)) return { domain, why: 'upstream_domain_wrong' };
  const owner = await findPersonByEmail(database, company.id, email, id);
  return owner === null ? null : { domain, why: 'upstream_login_taken' };
}

/** Why this identity provider adds nobody by what it says, as things stand here. */
export async function whyNotToAdd(
  { database, company }: Pick<ServerContext, 'database' | 'company'>,
  settings: PeopleSettings,
  identity: UpstreamIdentity,
): Promise<PersonRefusal | null> {
  const refusal = whyNotToCreate(settings, identity);
  if (refusal !== null) return refusal;
  const email = identity.email ?? '';
  if ((await findPersonByLogin(database, company.id, identity.login ?? email)) !== null) return taken('login');
  return (await findPersonByEmail(database, company.id, email, null)) === null ? null : taken('e-mail address');
}

/** Why somebody new is not added, whoever is here already. */
function whyNotToCreate(settings: PeopleSettings, identity: UpstreamIdentity): PersonRefusal | null {
  if (!settings.createsPeople) return unknown('Nobody is added here by signing in. Ask your administrator.');
  if (identity.email === null) return unknown('The identity provider gives no e-mail address.');
  if (!isOfDomain(settings, identity.email)) {
    return refuse('upstream_domain_wrong', 'The e-mail address is of no domain that may sign in here.');
  }
  if (!identity.isEmailVerified) return unknown('The identity provider has not verified the e-mail address.');
  return isLogin(identity.login ?? identity.email)
    ? null
    : unknown('The identity provider gives no login that can be used.');
}

/** What one issuer calls its people is nothing that another one says. */
function changedMeanwhile(): PersonRefusal {
  return unknown('This way to sign in was changed a moment ago. Sign in once more.');
}

function unknown(message: string): PersonRefusal {
  return refuse('upstream_person_unknown', message);
}

function isOfDomain({ allowedDomains }: PeopleSettings, email: string): boolean {
  const domain = domainOf(email);
  return domain !== null && allowedDomains.includes(domain);
}

/** Plain addresses only: a domain that only looks like an allowed one has letters that are not compared here. */
function domainOf(email: string): string | null {
  return /^[\x21-\x3f\x41-\x7e]{1,200}@([A-Za-z\d.-]{1,253})$/.exec(email)?.[1]?.toLowerCase() ?? null;
}

function isLogin(login: string): boolean {
  return (
    login.length > 0 && login.length <= 255 && login === login.trim() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(login)
  );
}

function taken(what: 'login' | 'e-mail address'): PersonRefusal {
  return refuse(
    'upstream_login_taken',
    `There is an account of that ${what} already. Ask your administrator to link it.`,
  );
}
