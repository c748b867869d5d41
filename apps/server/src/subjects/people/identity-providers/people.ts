import { commandLine } from '@vestibule/contracts';
import { randomUUID } from 'node:crypto';
import type { Who } from '../../../repositories/audit-words.ts';
import type { Database } from '../../../database/database.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import {
  createPerson,
  findPersonByEmail,
  findPersonByLogin,
  findPersonByUpstream,
  normalizeEmail,
  type Person,
  updatePerson,
} from '../../../repositories/people.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { findConfirmedFactors } from '../../../repositories/second-factors.ts';
import { lockUpstreamOf } from '../../../repositories/upstreams.ts';
import { normalizeLogin } from '../../../repositories/people.ts';
import { findExemptions } from '../../policy/exempt-login.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { isOfDomain } from './email-domain.ts';
import type { UpstreamIdentity } from './intent.ts';
import { findAccountByAddress, linkUnused, type NotLinked } from './link-unused.ts';
import { noteNames } from './note-names.ts';
import type { PeopleSettings, Upstream } from './settings.ts';

type PersonRefusal = Refusal<'upstream_person_unknown' | 'upstream_domain_wrong' | 'upstream_login_taken'>;

/** For administrators alone: what is in the way, and how to end it. */
interface ForAdministrators {
  readonly reason: string;
}

/** For the audit entry: the account that has the address that came, and why it was not linked. */
interface AccountInTheWay {
  readonly inTheWay: Who;
  readonly notLinked: NotLinked;
}

/** An e-mail address that an identity provider said of someone, and that was not taken over. */
export interface KeptEmail {
  /** Of the address that was offered: the whole of it would outlive its owner in the audit log. */
  readonly domain: string;
  /** It is of no domain that this provider speaks for, or it is another person's. */
  readonly why: 'upstream_domain_wrong' | 'upstream_login_taken';
}

export interface FoundPerson {
  readonly person: Person;
  readonly isNew: boolean;
  /** For the audit entry; null: nothing was kept back. */
  readonly keptEmail: KeptEmail | null;
}

/**
 * Finds the person an identity provider speaks of, by that provider and its own name for them. Who comes for the first time is
 * given an account that no one has ever used where that is safe (`findAccountByAddress`), or is added where the company wants
 * that; never in the place of an account that was used.
 */
export async function findOrCreatePerson(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  identity: UpstreamIdentity,
): Promise<FoundPerson | (PersonRefusal & Partial<AccountInTheWay & ForAdministrators>)> {
  const { database, company } = context;
  const known = await findPersonByUpstream(database, company.id, upstream.row.id, identity.subject);
  if (known !== null) return welcomeBack({ context, upstream }, known, identity);
  const arrival = await database.transaction(async (transaction) => {
    // Of two first sign-ins at once the other one may have been faster.
    await lockCompany(transaction, company.id);
    const stored = await lockUpstreamOf(transaction, company.id, upstream.row.id, identity.issuer);
    if (stored === null) return changedMeanwhile();
    const sooner = await findPersonByUpstream(transaction, company.id, upstream.row.id, identity.subject);
    if (sooner !== null) return { linked: sooner };
    const inside = { ...context, database: transaction };
    const account = await findAccountByAddress(inside, upstream.settings, identity);
    if (account.found === 'unused') {
      await linkUnused({ context, upstream, origin }, transaction, account.person, identity);
      return { linked: account.person };
    }
    const refusal = await whyNotToAdd(inside, upstream.settings, identity);
    if (refusal === null) return { added: await addPerson(context, transaction, upstream, identity) };
    return account.found === 'none' ? refusal : { ...refusal, inTheWay: account.person, notLinked: account.why };
  });
  if (isRefusal(arrival)) return arrival;
  if ('linked' in arrival) return welcomeBack({ context, upstream }, arrival.linked, identity);
  return arrival.added === null ? taken('login') : { person: arrival.added, isNew: true, keptEmail: null };
}

async function welcomeBack(
  of: { readonly context: ServerContext; readonly upstream: Upstream },
  known: Person,
  identity: UpstreamIdentity,
): Promise<FoundPerson | PersonRefusal> {
  const refreshed = await refresh(of, known, identity);
  return isRefusal(refreshed) ? refreshed : { ...refreshed, isNew: false };
}

/** @returns null: the login, or the subject, is another person's */
function addPerson(
  { company, now }: ServerContext,
  transaction: Database,
  { row, settings }: Upstream,
  identity: UpstreamIdentity,
): Promise<Person | null> {
  const login = identity.login ?? identity.email ?? '';
  return createPerson(transaction, {
    companyId: company.id,
    id: randomUUID(),
    login,
    displayName: identity.displayName ?? login,
    email: identity.email ?? '',
    type: identity.userType ?? settings.userType,
    groups: identity.groups ?? [],
    upstreamId: row.id,
    upstreamSubject: identity.subject,
    createdAt: now(),
  });
}

/**
 * What the identity provider says holds at every sign-in; the login stays, because other things hang on it. So does the
 * e-mail address where the new one is not the provider's to give: work applications know people by it. A provider that is off
 * changes nothing of someone who signs in here.
 * @param known as they were found; anyone who was erased or given another account since is no one here any more
 */
async function refresh(
  { context, upstream }: { readonly context: ServerContext; readonly upstream: Upstream },
  known: Person,
  identity: UpstreamIdentity,
): Promise<Pick<FoundPerson, 'person' | 'keptEmail'> | PersonRefusal> {
  const { database, company } = context;
  const { email } = identity;
  // The same one in other capitals stays as it is: an application may take it for another name.
  const isAnother = email !== null && normalizeEmail(email) !== normalizeEmail(known.email);
  const isOther = isAnother && identity.isEmailVerified;
  return database.transaction(async (transaction) => {
    if (isOther) await lockCompany(transaction, company.id);
    await lockPerson(transaction, company.id, known.id);
    const stored = await lockUpstreamOf(transaction, company.id, upstream.row.id, identity.issuer);
    if (stored === null) return changedMeanwhile();
    const person = await findPersonByUpstream(transaction, company.id, upstream.row.id, identity.subject);
    if (person?.id !== known.id) return unknown('This account was taken away a moment ago. Sign in once more.');
    // One that is off vouches for a second step alone: what it says of someone who signs in here opens nothing as another.
    if (!stored.isEnabled && (await hasOwnWay(transaction, person))) return { person, keptEmail: null };
    const changes = {
      displayName: identity.displayName ?? person.displayName,
      type: identity.userType ?? person.type,
      groups: identity.groups ?? person.groups,
    };
    const inside = { database: transaction, company };
    // They may sign in here one day: an address that no one has said to be verified would make them another person then.
    const isNewHere = isOther && (stored.isEnabled || identity.isEmailProven);
    const keptEmail = isNewHere ? await keepEmail(inside, upstream.settings, person, email) : null;
    const all = isNewHere && keptEmail === null ? { ...changes, email } : changes;
    await noteNames(context, transaction, person, all);
    await updatePerson(transaction, person, all);
    return { person: { ...person, ...all }, keptEmail };
  });
}

async function hasOwnWay(transaction: Database, { companyId, id, passwordHash }: Person): Promise<boolean> {
  if (passwordHash !== null) return true;
  const factors = await findConfirmedFactors(transaction, { companyId, personId: id });
  return factors.some(({ kind }) => kind === 'passkey');
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

/** Why this identity provider adds no one by what it says, as things stand here. */
export async function whyNotToAdd(
  context: Pick<ServerContext, 'database' | 'company' | 'policy' | 'now'>,
  settings: PeopleSettings,
  identity: UpstreamIdentity,
): Promise<(PersonRefusal & Partial<ForAdministrators>) | null> {
  const { database, company } = context;
  const refusal = whyNotToCreate(settings, identity);
  if (refusal !== null) return refusal;
  const email = identity.email ?? '';
  const login = identity.login ?? email;
  // Identity providers name people by either: what is one person's address is not another one's login.
  for (const name of new Set([login, email])) {
    if ((await findPersonByLogin(database, company.id, name)) !== null) return taken('login');
    if ((await findPersonByEmail(database, company.id, name, null)) !== null) return taken('e-mail address');
  }
  const reason = whyNotExempt(context, login);
  return reason === null
    ? null
    : { ...unknown('No one is added here under this login. Ask your administrator.'), reason };
}

/** An exemption was given to a person: who comes later with the same login, which some providers let people choose, is another. */
function whyNotExempt(context: Pick<ServerContext, 'policy' | 'now'>, login: string): string | null {
  const [first, ...others] = findExemptions(context, { login: normalizeLogin(login) });
  if (first === undefined) return null;
  const ends = [first, ...others].map(({ checkType }) =>
    commandLine({ command: ['exemption', 'end'], names: [checkType], options: ['--person', login] }),
  );
  return `The policy exempts the login ${login}. End that: ${ends.join('; ')}. Or, if it is the same person: vestibule person add`;
}

/** Why someone new is not added, no matter who is here already. */
function whyNotToCreate(settings: PeopleSettings, identity: UpstreamIdentity): PersonRefusal | null {
  if (!settings.createsPeople) return unknown('Signing in adds no one here. Ask your administrator.');
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
