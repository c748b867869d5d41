import type { MailLanguage, Outcome } from '@vestibule/contracts';
import type { MailProblem } from '../../operations/mail/mail-problem.ts';
import type { PersonWithRole } from '../../repositories/admin-people.ts';
import type { Database } from '../../database/database.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import { couldSignUp } from '../../repositories/people-in-bulk.ts';
import { findStranded } from '../../repositories/upstream-sessions.ts';
import { findUpstream, type UpstreamRow } from '../../repositories/upstreams.ts';
import { invitePerson } from './hand-out-invitations.ts';
import { NO_LOCAL_SIGN_IN, signsInHere } from './local-sign-in.ts';
import { resetFactors } from './factors/reset-factors.ts';
import { groupsClaimOf } from './identity-providers/groups-claim.ts';
import { judgeWhoSaysGroups } from '../policy/exempt-groups.ts';
import { type Link, linkPersonToUpstream, whenLinked } from './identity-providers/manage-upstreams.ts';
import { mailInvitation, openMailServer } from '../settings/mail-out.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, changesBetween, whoIs } from '../audit/acting.ts';
import { holdStanding } from '../audit/standing.ts';
import { mayNotRenew } from './may-not-renew.ts';
import { endingSessions, notesOnEnding } from './ending-sessions.ts';
import { guardLastAdministrator, withWays } from './administrators/last-administrator.ts';
import { describePerson, findOne } from './people.ts';
import { whyNotRenewAlone } from '../audit/second-approver.ts';
import { noteOnWhatStays } from './administrators/note-on-what-stays.ts';
import { endingTokens, notesOnTokens, tokensOf } from './administrators/token-owners.ts';
import { refusedWithout } from '../audit/wanted-word.ts';

/** How an invitation reaches whom it is for, next to the link that is shown. */
export interface Mailing {
  /** False: the link is only shown. */
  readonly isMailing: boolean;
  readonly language: MailLanguage | null;
}

type Invited = Outcome & { link: string | null; expiresAt: string | null; isMailed: boolean };

/**
 * Makes a link with which a person signs up, or chooses a password again. It is shown this once; the first one of someone
 * without a role is mailed as well, where a mail server is set.
 */
export async function invite(
  acting: Acting,
  personId: string,
  { isMailing, language }: Mailing,
): Promise<Invited | Refusal<'not_found' | 'not_possible' | 'role_missing'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const { person } = found;
  const refusal = await whyNotInvited(acting, found);
  if (refusal !== null) return refusal;
  const server = isMailing ? await openMailServer(context) : null;
  const whyNot = server === null ? null : await whyNotMailed(context, found);
  const isForMail = server !== null && whyNot === null;
  const outcome: Outcome = {
    isDryRun,
    changes: [
      { field: 'invitation', from: null, to: 'a link for seven days' },
      ...(isForMail ? [{ field: 'mail', from: null, to: person.email }] : []),
    ],
    warnings: [
      ...(person.passwordHash === null
        ? []
        : ['They have signed up before: the link lets them choose a new password. A second factor they have stays.']),
      ...(whyNot === null ? [] : [whyNot]),
    ],
  };
  if (isDryRun) return { ...outcome, link: null, expiresAt: null, isMailed: false };
  const actor = whoIs(administrator);
  let whyNotNow = whyNot;
  const invited = await invitePerson(context, origin, person, actor, async (transaction) => {
    await holdStanding(transaction, acting);
    const inside = { ...acting, context: { ...context, database: transaction } };
    const now = await findOne(inside.context, personId);
    if (isRefusal(now)) return now;
    // Since it was looked at they may have been given a role, or have signed up.
    if (isForMail) whyNotNow = await whyNotMailed(inside.context, now);
    return whyNotInvited(inside, now);
  });
  if (isRefusal(invited)) return invited;
  const { url: link, expiresAt } = invited;
  const isStillForMail = isForMail && whyNotNow === null;
  const problem = isStillForMail
    ? await mailInvitation(context, origin, server, { person, link, expiresAt, language, actor })
    : null;
  const later = whyNotNow !== null && whyNot === null ? [whyNotNow] : [];
  const warnings = [...outcome.warnings, ...later, ...(problem === null ? [] : notMailed(problem))];
  const isMailed = isStillForMail && problem === null;
  const changes = outcome.changes.filter(({ field }) => isMailed || field !== 'mail');
  return { ...outcome, changes, warnings, link, expiresAt: expiresAt.toISOString(), isMailed };
}

/** Why no one gets a link, as things stand. */
async function whyNotInvited(
  acting: Acting,
  found: PersonWithRole,
): Promise<Refusal<'not_possible' | 'role_missing'> | null> {
  const { person } = found;
  const refusal = mayNotRenew(acting, found) ?? (await whyNotRenewAlone(acting, found));
  if (refusal !== null) return refusal;
  if (person.disabledAt !== null) return refuse('not_possible', `${person.login} is blocked. Unblock them first.`);
  if (await signsInHere(acting.context, person)) return null;
  return person.upstreamId === null || !acting.context.configuration.isLocalSignInEnabled
    ? refuse('not_possible', NO_LOCAL_SIGN_IN)
    : refuse('not_possible', `${person.login} signs in at the company’s own identity provider and needs no link.`);
}

/** A mailbox is a way in for anyone who reads it: only those get a link by it who have none yet, and no role. */
async function whyNotMailed({ database }: Acting['context'], { person, role }: PersonWithRole): Promise<string | null> {
  if (role !== null) return `The link is not mailed, because ${person.login} has a role: hand it over yourself.`;
  return (await couldSignUp(database, person.companyId, person.id))
    ? null
    : `The link is not mailed, because ${person.login} has signed up before and a mailbox is no proof: hand it over yourself.`;
}

/** What an administrator reads where a mail could not be sent. */
export function notMailed({ sentence, next }: MailProblem): string[] {
  return [`The link was not mailed: ${sentence} It is good all the same; hand it over yourself.`, next];
}

/** Takes every second factor of a person away, for a person who has lost them all, and ends their sessions. */
export async function resetSecondFactors(
  acting: Acting,
  personId: string,
  acceptsNoAdministrator: boolean,
): Promise<Outcome | Refusal<'not_found' | 'role_missing' | 'not_possible'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const described = await describePerson(context, personId);
  if (isRefusal(described)) return described;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const refusal = mayNotRenew(acting, found) ?? (await whyNotRenewAlone(acting, found));
  if (refusal !== null) return refusal;
  const factors = described.secondFactors.map(({ kind, name }) => `${kind}: ${name}`);
  const tokens = await tokensOf(context, found.person);
  const changes = [...changesBetween({ secondFactors: factors }, { secondFactors: [] }), ...endingTokens(tokens)];
  const last = await guardLastAdministrator(
    acting,
    withWays(({ id }) => id === personId, { hasPasskey: false }),
    acceptsNoAdministrator,
  );
  const outcome: Outcome = {
    isDryRun,
    changes,
    warnings:
      changes.length === 0
        ? []
        : [
            ...(last.warnings.length === 0 ? [] : [untilInvited(found.person.login, acting, acceptsNoAdministrator)]),
            ...last.notes,
            ...notesOnTokens(tokens),
            ...(await noteOnWhatStays(context, found.person, tokens)),
            'They set a new one up at the next sign-in, where one is asked for.',
          ],
  };
  if (isDryRun || changes.length === 0) return outcome;
  const check = checkFor(acting, last);
  return (await resetFactors(context, origin, found.person, whoIs(administrator), check)) ?? outcome;
}

/** Asks, where it is written, whether who calls may still do it, and whether someone is left who runs the company. */
function checkFor(acting: Acting, last: Awaited<ReturnType<typeof guardLastAdministrator>>) {
  return async (transaction: Database) => {
    await holdStanding(transaction, acting);
    return last.check(transaction);
  };
}

/** The general sentence speaks of no one for good, and an invitation gives this way in back. */
function untilInvited(login: string, { isDryRun }: Acting, isAccepted: boolean): string {
  const refused = isAccepted ? '' : ` ${refusedWithout('--accept-no-administrator')}`;
  return isDryRun
    ? `${login} is the only administrator who can sign in: until they have made a new passkey by an invitation, no one can run this company from a browser.${refused}`
    : `Until ${login} has made a new passkey by an invitation, no one can run this company from a browser.`;
}

/** Says which account at the company's own identity provider a person has; null: none, they sign in here. */
export async function linkPerson(
  acting: Acting,
  personId: string,
  link: Link,
  acceptsNoAdministrator: boolean,
): Promise<Outcome | Refusal<'not_found' | 'role_missing' | 'already_there' | 'not_possible'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const { database, company } = context;
  const found = await findOne(context, personId);
  if (isRefusal(found)) return found;
  const refusal = mayNotRenew(acting, found) ?? (await whyNotRenewAlone(acting, found));
  if (refusal !== null) return refusal;
  const { upstreamId, upstreamSubject } = found.person;
  const before = upstreamId === null ? null : { upstreamId, subject: upstreamSubject };
  const changes = changesBetween({ link: before }, { link });
  if (changes.length === 0) return { isDryRun, changes, warnings: [] };
  const upstream = link === null ? null : await findUpstream(database, company.id, link.upstreamId);
  const groups =
    upstream === null || groupsClaimOf(upstream.settings) === null ? null : await judgeWhoSaysGroups(acting);
  if (groups !== null) return groups;
  const ending = await findStranded(database, company.id, whenLinked(personId, upstream), context.now());
  const last = await guardLastAdministrator(
    acting,
    withWays(({ id }) => id === personId, {
      upstreamId: link?.upstreamId ?? null,
      signsInThere: upstream?.isEnabled === true,
    }),
    acceptsNoAdministrator,
  );
  const outcome: Outcome = {
    isDryRun,
    changes: [...changes, ...endingSessions(ending)],
    warnings: [
      ...last.warnings,
      ...last.notes,
      ...warningsOf(found.person, upstream, await ownsPasskey(database, found.person)),
      ...notesOnEnding(ending),
    ],
  };
  if (isDryRun) return outcome;
  const check = checkFor(acting, last);
  const refused = await linkPersonToUpstream(context, origin, whoIs(administrator), found.person, link, check);
  if (refused === null) return outcome;
  if (refused.refused === 'upstream_login_taken') return refuse('already_there', refused.message);
  return refuse(refused.refused, refused.message);
}

async function ownsPasskey(
  database: Database,
  { companyId, id: personId }: PersonWithRole['person'],
): Promise<boolean> {
  const factors = await findConfirmedFactors(database, { companyId, personId });
  return factors.some(({ kind }) => kind === 'passkey');
}

/** @param hasPasskey it opens the account by itself as well */
function warningsOf(
  { passwordHash }: PersonWithRole['person'],
  upstream: Pick<UpstreamRow, 'name' | 'isEnabled'> | null,
  hasPasskey: boolean,
): string[] {
  if (upstream?.isEnabled === true) {
    return ['From now on they sign in there: a password, a passkey or an invitation of here lets them in no more.'];
  }
  const hasWayIn = passwordHash !== null || hasPasskey;
  const off = upstream === null ? [] : [`${upstream.name} is off as a way to sign in: they sign in here as before.`];
  return hasWayIn ? off : [...off, 'They have no password or passkey here: invite them.'];
}
