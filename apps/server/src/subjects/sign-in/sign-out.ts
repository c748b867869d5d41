import type { Database } from '../../database/open.ts';
import type { Caller } from '../../context/caller.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import { endTokensMadeBy } from '../../repositories/admin-tokens.ts';
import { withdrawDeviceTokens } from '../../repositories/device-accounts.ts';
import { endSessions, findLiveAssertions, type LiveAssertion } from '../../repositories/logout.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { audit } from '../audit/audit.ts';
import { auditEnd, tellPages } from '../people/end-sessions.ts';
import { offerChain } from './saml/logout-chain.ts';

/** Ends this session, here and at the applications that it opened. @returns where the browser goes */
export async function signOut(context: ServerContext, origin: Origin, { session, person }: Caller): Promise<string> {
  const live = await context.database.transaction(async (transaction) => {
    await audit(context, origin, { action: 'sign-out', outcome: 'done', actor: person }, transaction);
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
    // Anyone who took a session over may have made some.
    await withdrawDeviceTokens(transaction, person.companyId, person.id);
    const owner = { companyId: person.companyId, personId: person.id };
    const tokens = await endTokensMadeBy(transaction, owner, context.now());
    const ended = { actor: person, sessions: ids.length, endedTokens: tokens.map(({ name }) => name) };
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
