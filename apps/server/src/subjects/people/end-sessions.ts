import type { Database } from '../../database/open.ts';
import type { Who } from '../../repositories/audit-words.ts';
import { tellByBackChannel } from './back-channel-logout.ts';
import { findPerson, type Person } from '../../repositories/people.ts';
import { findLiveAssertions } from '../../repositories/logout.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { revokeWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { audit } from '../audit/audit.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';

/**
 * Ends the sessions of a person: what was opened in them, on their computers as well, is over at once.
 * @param change who did it and, where it stays, the session it was done from
 */
export async function endSessionsOf(
  context: ServerContext,
  origin: Origin,
  person: Person,
  change: { readonly actor: Who; readonly exceptId?: string },
): Promise<void> {
  const { database, company } = context;
  const ended = await database.transaction(async (transaction) => {
    // What opens a session of theirs at this moment holds the person first as well.
    await lockPerson(transaction, company.id, person.id);
    return revokeWebSessionsOf(transaction, company.id, person.id, context.now(), change.exceptId);
  });
  await sayEnded(context, origin, person, { actor: change.actor, ended });
}

/** Says that sessions of a person have been ended: in the audit log, to open pages and to applications. */
export async function sayEnded(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ended }: { readonly actor: Who; readonly ended: readonly string[] },
): Promise<void> {
  await auditEnd(context, origin, person, { actor, sessions: ended.length });
  await tellPages(context, person);
  await tellApplications(context, ended);
}

/** The same of sessions of several people, as when an identity provider is switched off. */
export async function sayManyEnded(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  ended: readonly { readonly id: string; readonly personId: string }[],
): Promise<void> {
  for (const [personId, theirs] of Map.groupBy(ended, (one) => one.personId)) {
    const person = await findPerson(context.database, context.company.id, personId);
    if (person === null) continue;
    await auditEnd(context, origin, person, { actor, sessions: theirs.length });
    await tellPages(context, person);
  }
  if (ended.length > 0) {
    await tellApplications(
      context,
      ended.map(({ id }) => id),
    );
  }
}

/** Ends one session of a person, who is in another one. */
export async function endSessionOf(context: ServerContext, origin: Origin, person: Person, id: string): Promise<void> {
  const { database, company } = context;
  await revokeWebSession(database, company.id, id, context.now());
  await auditEnd(context, origin, person, { actor: person, sessions: 1 });
  await tellPages(context, person);
  await tellApplications(context, [id]);
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

/** Writes that sessions of a person have ended. */
export async function auditEnd(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ...details }: { readonly actor: Who; readonly sessions: number; readonly endedTokens?: string[] },
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
