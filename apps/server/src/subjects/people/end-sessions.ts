import type { Database } from '../../database/open.ts';
import { tellByBackChannel } from './back-channel-logout.ts';
import { endTokensMadeBy } from '../../repositories/admin-tokens.ts';
import { withdrawDeviceTokens } from '../../repositories/device-accounts.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { findPerson, type Person } from '../../repositories/people.ts';
import { endSessions, findLiveAssertions, type LiveAssertion } from '../../repositories/logout.ts';
import { revokeWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { audit } from '../audit/audit.ts';
import type { Caller } from '../../context/caller.ts';
import { offerChain } from '../sign-in/saml/logout-chain.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';

/** Ends this session, here and at the applications that it opened. @returns where the browser goes */
export async function signOut(context: ServerContext, origin: Origin, { session, person }: Caller): Promise<string> {
  const live = await context.database.transaction(async (transaction) => {
    await audit(context, origin, { action: 'sign-out', outcome: 'done', actor: person.login }, transaction);
    return endWithAssertions(context, transaction, [session.id]);
  });
  await tellPages(context, person);
  return offerChain(context, live);
}

/** The same for every session of the person, in whatever browser, and their administrator's tokens. @returns where the browser goes */
export async function signOutEverywhere(context: ServerContext, origin: Origin, { person }: Caller): Promise<string> {
  const live = await context.database.transaction(async (transaction) => {
    await lockPerson(transaction, person.companyId, person.id);
    const ids = await revokeWebSessionsOf(transaction, context.company.id, person.id, context.now());
    // Whoever took a session over may have made some.
    await withdrawDeviceTokens(transaction, person.companyId, person.id);
    const owner = { companyId: person.companyId, personId: person.id };
    const tokens = await endTokensMadeBy(transaction, owner, context.now());
    const ended = { actor: person.login, sessions: ids.length, endedTokens: tokens.map(({ name }) => name) };
    await auditEnd(context, origin, person, ended, transaction);
    return endWithAssertions(context, transaction, ids);
  });
  await tellPages(context, person);
  return offerChain(context, live);
}

/** @returns what applications were given in these sessions, so that they can be told */
async function endWithAssertions(
  context: ServerContext,
  transaction: Database,
  sessionIds: readonly string[],
): Promise<LiveAssertion[]> {
  const { id: companyId } = context.company;
  const live = await findLiveAssertions(transaction, companyId, { webSessionIds: sessionIds });
  await endSessions(transaction, companyId, sessionIds, context.now());
  return live;
}

/**
 * Ends the sessions of a person: what was opened in them, on their computers as well, is over at once.
 * @param change who did it and, where it stays, the session it was done from
 */
export async function endSessionsOf(
  context: ServerContext,
  origin: Origin,
  person: Person,
  change: { readonly actor: string; readonly exceptId?: string },
): Promise<void> {
  const { database, company } = context;
  const ended = await revokeWebSessionsOf(database, company.id, person.id, context.now(), change.exceptId);
  await sayEnded(context, origin, person, { actor: change.actor, ended });
}

/** Says that sessions of a person have been ended: in the audit log, to open pages and to applications. */
export async function sayEnded(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ended }: { readonly actor: string; readonly ended: readonly string[] },
): Promise<void> {
  await auditEnd(context, origin, person, { actor, sessions: ended.length });
  await tellPages(context, person);
  await tellApplications(context, ended);
}

/** The same of sessions of several people, as when an identity provider is switched off. */
export async function sayManyEnded(
  context: ServerContext,
  origin: Origin,
  actor: string,
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
  await auditEnd(context, origin, person, { actor: person.login, sessions: 1 });
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

async function auditEnd(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ...details }: { readonly actor: string; readonly sessions: number; readonly endedTokens?: string[] },
  transaction?: Database,
): Promise<void> {
  const entry = { action: 'sign-out', outcome: 'done', actor, target: person.login, details } as const;
  await audit(context, origin, entry, transaction);
}

async function tellPages(context: ServerContext, person: Person): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId: person.id, subject: 'session' });
}
