import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { endDeviceSessionsOf, findRunningDeviceSessions } from '../../repositories/admin-devices.ts';
import { countOpenSessions, deleteRole, type PersonWithRole, putRole } from '../../repositories/admin-people.ts';
import { withdrawInvitations } from '../../repositories/invitations.ts';
import { updatePerson } from '../../repositories/people.ts';
import { findWebSessionsOf, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { invitePerson } from '../identity/invitations.ts';
import { resetFactors } from '../identity/manage-factors.ts';
import { linkPersonToUpstream } from '../identity/upstream/manage-upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { type Acting, carryOut, changesBetween, isByToken } from './acting.ts';
import { describePerson, findOne } from './people.ts';

/**
 * Who can make somebody's way in anew could come in as them. So a token does not for those who have a role, and who runs
 * one company does not for those who run all of a provider.
 */
function mayNotRenew(acting: Acting, { person, role }: PersonWithRole): Refusal<'role_missing'> | null {
  if (role === null) return null;
  if (isByToken(acting)) {
    return refuse(
      'role_missing',
      `${person.login} has a role: this is done by a person or at the server, not by a token.`,
    );
  }
  return role.reach === 'msp' && acting.administrator.reach === 'company'
    ? refuse(
        'role_missing',
        `The role of ${person.login} reaches over all companies of the provider, and yours does not.`,
      )
    : null;
}

/** Makes a link with which a person signs up, or chooses a password anew. It is shown this once. */
export async function invite(
  acting: Acting,
  personId: string,
): Promise<
  (Outcome & { link: string | null; expiresAt: string | null }) | Refusal<'not_found' | 'not_possible' | 'role_missing'>
> {
  const { context, administrator, origin, isDryRun } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  const refusal = mayNotRenew(acting, found);
  if (refusal !== null) return refusal;
  if (person.disabledAt !== null) return refuse('not_possible', `${person.login} is blocked. Unblock them first.`);
  if (person.upstreamId !== null) {
    return refuse('not_possible', `${person.login} signs in at the company’s own identity provider and needs no link.`);
  }
  const outcome: Outcome = {
    isDryRun,
    changes: [{ field: 'invitation', from: null, to: 'a link for seven days' }],
    warnings:
      person.passwordHash === null
        ? []
        : ['They have signed up before: the link lets them choose a new password. A second factor they have stays.'],
  };
  if (isDryRun) return { ...outcome, link: null, expiresAt: null };
  const { url, expiresAt } = await invitePerson(context, origin, person, administrator.name);
  return { ...outcome, link: url, expiresAt: expiresAt.toISOString() };
}

/** Takes every second factor of a person away, for somebody who has lost them all, and ends their sessions. */
export async function resetSecondFactors(
  acting: Acting,
  personId: string,
): Promise<Outcome | Refusal<'not_found' | 'role_missing'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const described = await describePerson(context, personId);
  if (isRefusal(described)) return described;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const refusal = mayNotRenew(acting, found);
  if (refusal !== null) return refusal;
  const factors = described.secondFactors.map(({ kind, name }) => `${kind}: ${name}`);
  const changes = changesBetween({ secondFactors: factors }, { secondFactors: [] });
  const outcome: Outcome = {
    isDryRun,
    changes,
    warnings: changes.length === 0 ? [] : ['They set a new one up at the next sign-in, where one is asked for.'],
  };
  if (!isDryRun && changes.length > 0) await resetFactors(context, origin, found.person, administrator.name);
  return outcome;
}

/** Says which account at the company's own identity provider a person has; null: none, they sign in here. */
export async function linkPerson(
  acting: Acting,
  personId: string,
  link: { readonly upstreamId: string; readonly subject: string } | null,
): Promise<Outcome | Refusal<'not_found' | 'role_missing' | 'already_there'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const refusal = mayNotRenew(acting, found);
  if (refusal !== null) return refusal;
  const { upstreamId, upstreamSubject } = found.person;
  const before = upstreamId === null ? null : { upstreamId, subject: upstreamSubject };
  const outcome: Outcome = { isDryRun, changes: changesBetween({ link: before }, { link }), warnings: [] };
  if (isDryRun || outcome.changes.length === 0) return outcome;
  const refused = await linkPersonToUpstream(context, origin, administrator.name, found.person, link);
  if (refused === null) return outcome;
  return refused.refused === 'not_found'
    ? refuse('not_found', refused.message)
    : refuse('already_there', refused.message);
}

/** Ends everything a person has open, on this and every other server. */
async function endEverything(database: Database, context: ServerContext, personId: string): Promise<void> {
  await revokeWebSessionsOf(database, context.company.id, personId, context.now());
  await endDeviceSessionsOf(database, context.company.id, personId, context.now());
}

/** Says to every open page of a person that the session is over. */
async function sayOver({ context }: Acting, personId: string, outcome: Outcome | Refusal): Promise<void> {
  if (isRefusal(outcome) || outcome.isDryRun || outcome.changes.length === 0) return;
  await context.events.publish({ companyId: context.company.id, personId, subject: 'session' });
}

export async function setBlocked(
  acting: Acting,
  personId: string,
  { isBlocked, reason }: z.infer<typeof ADMIN_CALLS.adminBlockPerson.body>,
): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const { context, administrator } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  if (isBlocked && administrator.personId === personId) return refuse('not_possible', 'You cannot block yourself.');
  const changes = changesBetween({ isBlocked: person.disabledAt !== null }, { isBlocked });
  const open = await countOpenSessions(context.database, context.company.id, personId, context.now());
  const outcome = await carryOut(
    acting,
    {
      action: 'person-block',
      target: person.login,
      changes,
      details: { personId, reason, endedSessions: isBlocked ? open : 0 },
      warnings: isBlocked && changes.length > 0 ? [...endsOf(open), APPLICATIONS_GO_ON] : [],
    },
    async (transaction) => {
      await updatePerson(transaction, person, { disabledAt: isBlocked ? context.now() : null });
      if (!isBlocked) return null;
      await endEverything(transaction, context, personId);
      await withdrawInvitations(transaction, context.company.id, personId);
      return null;
    },
  );
  await sayOver(acting, personId, outcome);
  return outcome;
}

function endsOf(open: number): string[] {
  if (open === 0) return [];
  return [
    open === 1
      ? 'They are signed in once, and that ends at once.'
      : `They are signed in ${open} times, and that ends at once.`,
  ];
}

const APPLICATIONS_GO_ON = 'Work applications that are open already keep their own sessions until they end.';

export async function endSessions(acting: Acting, personId: string): Promise<Outcome | Refusal<'not_found'>> {
  const { context } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const open = await countOpenSessions(context.database, context.company.id, personId, context.now());
  const outcome = await carryOut(
    acting,
    {
      action: 'sessions-ended',
      target: found.person.login,
      changes: changesBetween({ sessions: open }, { sessions: 0 }),
      details: { personId },
      warnings: open === 0 ? [] : [APPLICATIONS_GO_ON],
    },
    async (transaction) => {
      await endEverything(transaction, context, personId);
      return null;
    },
  );
  await sayOver(acting, personId, outcome);
  return outcome;
}

/**
 * Gives or takes a role. A token may not: whoever finds one must not be able to make administrators. Only who runs all
 * companies of a provider gives a role with that reach.
 */
export async function setRole(
  acting: Acting,
  personId: string,
  { role, reach }: z.infer<typeof ADMIN_CALLS.adminSetRole.body>,
): Promise<Outcome | Refusal<'not_found' | 'not_possible' | 'role_missing'>> {
  const { context, administrator } = acting;
  const { company } = context;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  if (isByToken(acting)) return refuse('role_missing', 'Roles are given by a person or at the server, not by a token.');
  const concernsProvider = (role !== null && reach === 'msp') || found.role?.reach === 'msp';
  if (concernsProvider && administrator.reach === 'company') {
    return refuse('role_missing', 'This role reaches over all companies of the provider, and yours does not.');
  }
  if (role !== null && reach === 'msp' && company.mspId === null) {
    return refuse('not_possible', 'No managed-service provider runs this company, so a role reaches over it alone.');
  }
  if (administrator.personId === personId) return refuse('not_possible', 'Nobody changes their own role.');
  const { person } = found;
  const before = { role: found.role?.role ?? null, reach: found.role?.reach ?? null };
  const after = { role, reach: role === null ? null : reach };
  return carryOut(
    acting,
    {
      action: 'role',
      target: person.login,
      changes: changesBetween(before, after),
      details: { personId },
      warnings: role === null ? [] : ['It works once they have signed in with a second factor.'],
    },
    async (transaction) => {
      if (role === null) await deleteRole(transaction, company.id, personId);
      else await putRole(transaction, { companyId: company.id, personId, role, reach, createdAt: context.now() });
      return null;
    },
  );
}

export async function listSessions(context: ServerContext, personId: string) {
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { database, company, now } = context;
  const [sessions, deviceSessions] = await Promise.all([
    findWebSessionsOf(database, company.id, personId, now()),
    findRunningDeviceSessions(database, company.id, personId, now()),
  ]);
  return sessions.map(({ id, authenticatedAt, expiresAt, lastSeenAt, factors, awaits, address, userAgent }) => ({
    id,
    startedAt: authenticatedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    factors,
    awaits,
    address,
    userAgent,
    devices: deviceSessions
      .filter(({ session }) => session.webSessionId === id)
      .map(({ session, device }) => ({
        name: device.label ?? device.name,
        state: device.state,
        kind: session.kind,
        openedAt: session.createdAt.toISOString(),
      })),
  }));
}
