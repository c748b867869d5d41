import { randomUUID } from 'node:crypto';
import {
  createPerson,
  findPersonByLogin,
  findPersonByUpstream,
  type Person,
  updatePerson,
} from '../../../repositories/people.ts';
import { type Refusal, refuse, type ServerContext } from '../../server-context.ts';
import type { UpstreamIdentity } from './intent.ts';
import type { PeopleSettings, Upstream } from './settings.ts';

type PersonRefusal = Refusal<'upstream_person_unknown' | 'upstream_domain_wrong' | 'upstream_login_taken'>;

/**
 * Finds the person an identity provider speaks of, by that provider and its own name for them and by nothing else: not by
 * e-mail, not by login. Somebody new is added where the company wants that, and never in the place of somebody there is.
 */
export async function findOrCreatePerson(
  context: ServerContext,
  upstream: Upstream,
  identity: UpstreamIdentity,
): Promise<{ readonly person: Person; readonly isNew: boolean } | PersonRefusal> {
  const { database, company } = context;
  const known = await findPersonByUpstream(database, company.id, upstream.row.id, identity.subject);
  if (known !== null) return { person: await refresh(context, known, identity), isNew: false };
  const refusal = whyNotToCreate(upstream.settings, identity);
  if (refusal !== null) return refusal;
  const login = identity.login ?? identity.email ?? '';
  if ((await findPersonByLogin(database, company.id, login)) !== null) return taken();
  const person = await createPerson(database, {
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
  // Of two first sign-ins at once the other one may have been faster.
  return person === null ? taken() : { person, isNew: true };
}

/** What the identity provider says holds at every sign-in; the login stays, because other things hang on it. */
async function refresh(context: ServerContext, person: Person, identity: UpstreamIdentity): Promise<Person> {
  const changes = {
    displayName: identity.displayName ?? person.displayName,
    email: identity.email !== null && identity.isEmailVerified ? identity.email : person.email,
    type: identity.userType ?? person.type,
    groups: identity.groups ?? person.groups,
  };
  await updatePerson(context.database, person, changes);
  return { ...person, ...changes };
}

/** Why somebody new is not added. */
export function whyNotToCreate(settings: PeopleSettings, identity: UpstreamIdentity): PersonRefusal | null {
  if (!settings.createsPeople) return unknown('Nobody is added here by signing in. Ask your administrator.');
  if (identity.email === null) return unknown('The identity provider gives no e-mail address.');
  const domain = domainOf(identity.email);
  if (domain === null || !settings.allowedDomains.includes(domain)) {
    return refuse('upstream_domain_wrong', 'The e-mail address is of no domain that may sign in here.');
  }
  if (!identity.isEmailVerified) return unknown('The identity provider has not verified the e-mail address.');
  return isLogin(identity.login ?? identity.email)
    ? null
    : unknown('The identity provider gives no login that can be used.');
}

function unknown(message: string): PersonRefusal {
  return refuse('upstream_person_unknown', message);
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

function taken(): PersonRefusal {
  return refuse(
    'upstream_login_taken',
    'There is an account of that login already. Ask your administrator to link it.',
  );
}
