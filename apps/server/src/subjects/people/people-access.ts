import { commandLine, type ADMIN_CALLS, ADMIN_ROLES, type AdminRole, type Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { tellByBackChannel } from './back-channel-logout.ts';
import { countAccounts, endDeviceSessions, findRunningDeviceSessions } from '../../repositories/admin-devices.ts';
import { countOpenSessions, deleteRole, putRole } from '../../repositories/admin-people.ts';
import { countDeviceTokens, withdrawDeviceTokens } from '../../repositories/device-accounts.ts';
import { isInvited, withdrawInvitations } from '../../repositories/invitations.ts';
import { type AdminToken, endTokensElsewhere, endTokensMadeBy } from '../../repositories/admin-tokens.ts';
import { findLiveAssertions, type LiveAssertion } from '../../repositories/logout.ts';
import { updatePerson } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { findWebSessionsOf, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween, isThemselves } from '../audit/acting.ts';
import { APPLICATIONS_GO_ON } from './ending-sessions.ts';
import { guardLastAdministrator, without } from './administrators/last-administrator.ts';
import { findOne } from './people.ts';
import { whyBeyondReach } from '../audit/provider-reach.ts';
import { whyNotAlone } from '../audit/second-approver.ts';
import { noteOnWhatStays } from './administrators/note-on-what-stays.ts';
import { endingTokens, namesOf, notesOnTokens, tokensOf } from './administrators/token-owners.ts';

/**
 * Ends everything a person has open, on this and every other server, and the tokens that they made.
 * @param accounts those of installed clients: whether they end too, and need a new device token
 * @returns what applications were given in it
 */
async function endEverything(
  database: Database,
  { company, now }: ServerContext,
  personId: string,
  accounts: 'kept' | 'ended',
): Promise<LiveAssertion[]> {
  // What is being opened for them at this moment is opened before this, and told of below, or not at all.
  await lockPerson(database, company.id, personId);
  const webSessionIds = await revokeWebSessionsOf(database, company.id, personId, now());
  await endDeviceSessions(database, company.id, { personId }, { now: now(), accounts });
  await endTokensMadeBy(database, { companyId: company.id, personId }, now());
  await withdrawDeviceTokens(database, company.id, personId);
  return findLiveAssertions(database, company.id, { webSessionIds });
}

/** Says to every open page of a person, and to the applications that can be told without a browser, that it is over. */
async function sayOver(
  { context }: Acting,
  personId: string,
  outcome: Outcome | Refusal,
  live: readonly LiveAssertion[],
): Promise<void> {
  if (isRefusal(outcome) || outcome.isDryRun || outcome.changes.length === 0) return;
  await context.events.publish({ companyId: context.company.id, personId, subject: 'session' });
  await tellByBackChannel(context, live);
}

export async function setBlocked(
  acting: Acting,
  personId: string,
  { isBlocked, reason, acceptsNoAdministrator = false }: z.infer<typeof ADMIN_CALLS.adminBlockPerson.body>,
): Promise<Outcome | Refusal<'not_found' | 'not_possible' | 'role_missing'>> {
  const { context } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const beyond = whyBeyondReach(acting, found.role);
  if (beyond !== null) return beyond;
  const { person } = found;
  if (isBlocked && isThemselves(acting, personId)) return refuse('not_possible', 'You cannot block yourself.');
  const changes = changesBetween({ isBlocked: person.disabledAt !== null }, { isBlocked });
  const open = await countOpenSessions(context.database, context.company.id, personId, context.now());
  const tokens = isBlocked && person.disabledAt === null ? await tokensOf(context, person) : [];
  const stays = isBlocked ? await noteOnWhatStays(context, person, tokens) : [];
  const last = await guardLastAdministrator(acting, without(personId), acceptsNoAdministrator);
  let live: LiveAssertion[] = [];
  const outcome = await carryOut(
    acting,
    {
      action: 'person-block',
      target: person,
      changes: [...changes, ...endingTokens(tokens)],
      details: { personId, reason, endedSessions: isBlocked ? open : 0, endedTokens: namesOf(tokens) },
      warnings:
        isBlocked && changes.length > 0
          ? [...last.warnings, ...last.notes, ...endsOf(open), ...notesOnTokens(tokens), ...stays, APPLICATIONS_GO_ON]
          : [],
    },
    async (transaction) => {
      const refusal = isBlocked ? await last.check(transaction) : null;
      if (refusal !== null) return refusal;
      await updatePerson(transaction, person, { disabledAt: isBlocked ? context.now() : null });
      if (!isBlocked) return null;
      live = await endEverything(transaction, context, personId, 'kept');
      await withdrawInvitations(transaction, context.company.id, personId);
      return null;
    },
  );
  await sayOver(acting, personId, outcome, live);
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

/** Signs a person out everywhere. @param endsAccounts of their installed clients as well: they are set up again then */
export async function endSessions(
  acting: Acting,
  personId: string,
  endsAccounts: boolean,
): Promise<Outcome | Refusal<'not_found'>> {
  const { context } = acting;
  const { database, company, now } = context;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const open = await countOpenSessions(database, company.id, personId, now());
  let live: LiveAssertion[] = [];
  const tokens = await tokensOf(context, found.person);
  const deviceTokens = await countDeviceTokens(database, company.id, personId, now());
  const accounts = endsAccounts ? await countAccounts(database, company.id, personId, now()) : 0;
  const outcome = await carryOut(
    acting,
    {
      action: 'sessions-ended',
      target: found.person,
      changes: [
        ...changesBetween({ sessions: open, accounts, deviceTokens }, { sessions: 0, accounts: 0, deviceTokens: 0 }),
        ...endingTokens(tokens),
      ],
      details: { personId, endedTokens: namesOf(tokens) },
      warnings: [
        ...(open === 0 ? [] : [APPLICATIONS_GO_ON]),
        ...notesOnTokens(tokens),
        ...(await noteOnWhatStays(context, found.person, tokens)),
        ...(accounts === 0
          ? []
          : ['Their computers report by themselves no longer until each has a new device token.']),
      ],
    },
    async (transaction) => {
      live = await endEverything(transaction, context, personId, endsAccounts ? 'ended' : 'kept');
      return null;
    },
  );
  await sayOver(acting, personId, outcome, live);
  return outcome;
}

/**
 * Gives or takes a role. Only who runs all companies of a provider gives one with that reach. No token does it: anyone who
 * finds one must not be able to make administrators.
 */
export async function setRole(
  acting: Acting,
  personId: string,
  { role, reach, acceptsNoAdministrator = false }: z.infer<typeof ADMIN_CALLS.adminSetRole.body>,
): Promise<Outcome | Refusal<'not_found' | 'not_possible' | 'role_missing'>> {
  const { context } = acting;
  const { company } = context;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const beyond = whyBeyondReach(acting, found.role) ?? whyBeyondReach(acting, role === null ? null : { reach });
  if (beyond !== null) return beyond;
  if (role !== null && reach === 'msp' && company.mspId === null) {
    return refuse('not_possible', 'No managed-service provider runs this company, so a role reaches over it alone.');
  }
  if (isThemselves(acting, personId)) return refuse('not_possible', 'You can’t change your own role.');
  const isNew = role === 'administrator' && found.role?.role !== 'administrator';
  const alone = isNew ? await whyNotAlone(acting, 'administrators are made') : null;
  if (alone !== null) return alone;
  const { person } = found;
  const isDrawnIn = found.role?.reach === 'msp' && reach === 'company' && role !== null;
  const tokens = role === found.role?.role && !isDrawnIn ? [] : await tokensOf(context, person);
  const ending = isDrawnIn ? tokens.filter(({ companyId }) => companyId !== company.id) : role === null ? tokens : [];
  const before = { role: found.role?.role ?? null, reach: found.role?.reach ?? null };
  const after = { role, reach: role === null ? null : reach };
  const last = await guardLastAdministrator(acting, without(personId), acceptsNoAdministrator);
  const isTaken = role !== 'administrator';
  // Anyone who had it made, or reads the mailbox it went to, would come in with the role.
  const isVoid =
    role !== null && role !== before.role && (await isInvited(context.database, company.id, personId, context.now()));
  return carryOut(
    acting,
    {
      action: 'role',
      target: person,
      changes: [...changesBetween(before, after), ...endingTokens(ending)],
      details: { personId, ...(role === null || isDrawnIn ? { endedTokens: namesOf(ending) } : {}) },
      warnings: [
        ...(role === null
          ? [...notesOnTokens(tokens), ...(await noteOnWhatStays(context, person, tokens))]
          : [...notesOnTokens(ending), ...noteOnNarrowed(tokens, role)]),
        ...(isTaken ? [...last.warnings, ...last.notes] : []),
        ...(role === null || found.role !== null ? [] : ['It works once they have signed in with a second factor.']),
        ...(isVoid
          ? [
              `The link of their invitation, made before they had this role, opens nothing any more. A new one: ${commandLine({ command: ['person', 'invite'], names: [person.login] })}`,
            ]
          : []),
      ],
    },
    async (transaction) => {
      const refusal = isTaken ? await last.check(transaction) : null;
      if (refusal !== null) return refusal;
      // Anyone who makes a link for them at this moment makes it before this, so that it is void below, or sees the role.
      await lockPerson(transaction, company.id, personId);
      if (role === null) {
        await deleteRole(transaction, company.id, personId);
        await endTokensMadeBy(transaction, { companyId: company.id, personId }, context.now());
        return null;
      }
      await withdrawInvitations(transaction, company.id, personId);
      if (isDrawnIn) await endTokensElsewhere(transaction, { companyId: company.id, personId }, context.now());
      await putRole(transaction, { companyId: company.id, personId, role, reach, createdAt: context.now() });
      return null;
    },
  );
}

/** A token does no more than who made it may do. */
function noteOnNarrowed(tokens: readonly AdminToken[], role: AdminRole): string[] {
  const beyond = tokens.filter((token) => ADMIN_ROLES.indexOf(token.role) > ADMIN_ROLES.indexOf(role));
  return beyond.length === 0
    ? []
    : [`Tokens that they made do no more than ${role} from now on: ${namesOf(beyond).join(', ')}.`];
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
