import type { Person } from '../../repositories/people.ts';
import { revokeWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { audit } from '../audit.ts';
import type { Caller } from '../device-session.ts';
import type { Origin, ServerContext } from '../server-context.ts';

export async function signOut(context: ServerContext, origin: Origin, { session, person }: Caller): Promise<void> {
  await revokeWebSession(context.database, context.company.id, session.id, context.now());
  await audit(context, origin, { action: 'sign-out', outcome: 'done', actor: person.login });
  await tellPages(context, person);
}

/**
 * Ends the sessions of a person: what was opened in them, on their computers as well, is over at once.
 * @param change who did it and, where it stays, the session it was done from
 * @returns how many were ended
 */
export async function endSessionsOf(
  context: ServerContext,
  origin: Origin,
  person: Person,
  change: { readonly actor: string; readonly exceptId?: string },
): Promise<number> {
  const { database, company } = context;
  const count = await revokeWebSessionsOf(database, company.id, person.id, context.now(), change.exceptId);
  await audit(context, origin, {
    action: 'sign-out',
    outcome: 'done',
    actor: change.actor,
    target: person.login,
    details: { sessions: count },
  });
  await tellPages(context, person);
  return count;
}

export async function tellPages(context: ServerContext, person: Person): Promise<void> {
  await context.events.publish({ companyId: context.company.id, personId: person.id, subject: 'session' });
}
