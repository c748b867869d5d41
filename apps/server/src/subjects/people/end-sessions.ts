import type { Database } from '../../database/open.ts';
import type { Who } from '../../repositories/audit-words.ts';
import { tellByBackChannel } from './back-channel-logout.ts';
import { findPerson, type Person } from '../../repositories/people.ts';
import { findLiveAssertions } from '../../repositories/logout.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { withdrawDeviceTokens } from '../../repositories/device-accounts.ts';
import { endTokensMadeBy, endTokensMadeIn } from '../../repositories/admin-tokens.ts';
import type { Stranding } from '../../repositories/upstream-sessions.ts';
import { revokeWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { namesOf } from './administrators/token-owners.ts';
import { audit } from '../audit/audit.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';

/**
 * Ends the sessions of a person, and the tokens that they made: what was opened in them, on their computers as well, is over
 * at once.
 * @param actor who did it
 */
export async function endSessionsOf(context: ServerContext, origin: Origin, person: Person, actor: Who): Promise<void> {
  const { database, company } = context;
  const { ended, tokens } = await database.transaction(async (transaction) => {
    // What opens a session of theirs at this moment holds the person first as well.
    await lockPerson(transaction, company.id, person.id);
    await withdrawDeviceTokens(transaction, company.id, person.id);
    return {
      ended: await revokeWebSessionsOf(transaction, company.id, person.id, context.now()),
      tokens: await endTokensMadeBy(transaction, { companyId: company.id, personId: person.id }, context.now()),
    };
  });
  await sayEnded(context, origin, person, { actor, ended, endedTokens: namesOf(tokens) });
}

/** What of a person has ended: ids of their sessions, names of their tokens. */
interface EndedOf {
  readonly actor: Who;
  readonly ended: readonly string[];
  readonly endedTokens?: readonly string[];
}

/** Says that sessions of a person have been ended: in the audit log, to open pages and to applications. */
export async function sayEnded(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ended, endedTokens }: EndedOf,
): Promise<void> {
  await auditEnd(context, origin, person, { actor, sessions: ended.length, ...namedTokens(endedTokens) });
  await tellPages(context, person);
  await tellApplications(context, ended);
}

/** The same of sessions of several people, as when an identity provider is switched off. */
export async function sayManyEnded(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  { sessions, tokens }: Stranding,
): Promise<void> {
  const theirs = Map.groupBy(sessions, (one) => one.personId);
  const made = Map.groupBy(tokens, ({ ownerId }) => ownerId ?? '');
  for (const personId of new Set([...theirs.keys(), ...made.keys()])) {
    const person = await findPerson(context.database, context.company.id, personId);
    if (person === null) continue;
    const ended = { sessions: theirs.get(personId)?.length ?? 0, ...namedTokens(namesOf(made.get(personId) ?? [])) };
    await auditEnd(context, origin, person, { actor, ...ended });
    await tellPages(context, person);
  }
  if (sessions.length === 0) return;
  await tellApplications(
    context,
    sessions.map(({ id }) => id),
  );
}

/**
 * Ends one session of a person, who is in another one, and the tokens that were made in it; device tokens that no client has
 * claimed as well, in whichever session they were made.
 * @param elsewhere the other computer that answered in it, where that is why
 */
export async function endSessionOf(
  context: ServerContext,
  origin: Origin,
  person: Person,
  id: string,
  elsewhere?: { readonly otherComputer: string },
): Promise<void> {
  const { database, company } = context;
  const { ids, tokens } = await database.transaction(async (transaction) => {
    await withdrawDeviceTokens(transaction, company.id, person.id);
    const ended = await revokeWebSession(transaction, company.id, id, context.now());
    return { ids: ended, tokens: await endTokensMadeIn(transaction, company.id, ended, context.now()) };
  });
  await auditEnd(context, origin, person, {
    actor: person,
    sessions: ids.length,
    ...elsewhere,
    ...namedTokens(namesOf(tokens)),
  });
  await tellPages(context, person);
  await tellApplications(context, ids);
}

function namedTokens(endedTokens: readonly string[] = []): { readonly endedTokens?: readonly string[] } {
  return endedTokens.length === 0 ? {} : { endedTokens };
}

/** Says to the applications that can be told without a browser that sessions which opened them have ended. */
export async function tellApplications(context: ServerContext, webSessionIds: readonly string[]): Promise<void> {
  await tellByBackChannel(context, await findLiveAssertions(context.database, context.company.id, { webSessionIds }));
}

/**
 * Reads what a person was given for applications, before it is erased.
 * @returns says to those that can be told without a browser that it has ended
 */
export async function rememberApplications(context: ServerContext, { id }: Person): Promise<() => Promise<void>> {
  const live = await findLiveAssertions(context.database, context.company.id, { personId: id });
  return async () => {
    await tellByBackChannel(context, live);
  };
}

/** Sessions that have ended, and by whom. */
interface Ended {
  readonly actor: Who;
  readonly sessions: number;
  readonly endedTokens?: readonly string[];
  /** The computer that answered in a sign-in at another one, which ended it. */
  readonly otherComputer?: string;
}

/** Writes that sessions of a person have ended. */
export async function auditEnd(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ...details }: Ended,
  transaction?: Database,
): Promise<void> {
  // What others end decides something; who signs out everywhere may do so again and again.
  const isProven = actor.id !== person.id;
  const entry = { action: 'sign-out', outcome: 'done', actor, target: person, isProven, details } as const;
  await audit(context, origin, entry, transaction);
}

/** Tells the person's open pages that a session has ended. */
export async function tellPages(context: ServerContext, person: Person): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId: person.id, subject: 'session' });
}
