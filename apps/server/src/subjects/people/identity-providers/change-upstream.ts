import type { ADMIN_CALLS, Change, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { findStranded } from '../../../repositories/upstream-sessions.ts';
import { findUpstream, type UpstreamRow } from '../../../repositories/upstreams.ts';
import { updateUpstream, whenSwitchedOff } from './manage-upstreams.ts';
import { isRefusal, type Refusal, refuse } from '../../../context/server-context.ts';
import { type Acting, changesBetween, whoIs } from '../../audit/acting.ts';
import { holdStanding } from '../../audit/standing.ts';
import { endingSessions, NOTHING_ENDS, notesOnEnding } from '../ending-sessions.ts';
import { decides, decidesGroups, guardLinked, guardLockedOut, whyNotTheirs } from './guard-upstream.ts';
import { notesOnDomains, whyUpstreamIsDead } from './judge-upstream.ts';
import { judgeWhoSaysGroups } from '../../policy/exempt-groups.ts';
import { guardLastAdministrator, withWays } from '../administrators/last-administrator.ts';
import { warnOfNoWayInWith } from '../administrators/no-way-in.ts';
import { versionOf, whyLookAnew } from './upstream-version.ts';
import { readUpstreamSettings, type UpstreamRefusal } from './upstreams.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminUpdateUpstream.body>;

/** A change of an identity provider that the caller may make, and that leads somewhere. */
interface PlannedUpstream {
  readonly before: UpstreamRow;
  readonly after: Pick<UpstreamRow, 'name' | 'isEnabled' | 'settings'>;
  /** About those who are linked there. */
  readonly warnings: readonly string[];
  /** Asked once more where it is written. @param stored how the identity provider stands then */
  readonly check: (
    transaction: Database,
    stored: UpstreamRow,
  ) => Promise<Refusal<'role_missing' | 'not_possible'> | null>;
}

/** What the caller has said of a change. */
interface AcceptedPlan {
  /** How many people may stay linked by what the former issuer, or entity id, calls them. */
  readonly acceptLinked: number;
  /** Which version of the identity provider they looked at; undefined: they do not say. */
  readonly ifVersion: string | undefined;
}

/**
 * Looks whether someone may change an identity provider so. What people sign in at is looked at before it changes, as when
 * it is switched on. That takes a while, so that whatever was asked is asked again by `check`.
 */
export async function planUpstream(
  acting: Acting,
  id: string,
  wanted: Wanted,
  { acceptLinked, ifVersion }: AcceptedPlan,
): Promise<PlannedUpstream | Refusal<'request_malformed' | 'role_missing' | 'not_found' | 'not_possible'>> {
  const { context, isDryRun } = acting;
  const { database, company } = context;
  const before = await findUpstream(database, company.id, id);
  if (before === null) return refuse('not_found', 'There is no such identity provider.');
  const lookAnew = whyLookAnew(before, ifVersion);
  if (lookAnew !== null) return lookAnew;
  const settings = readUpstreamSettings(before.kind, wanted.settings ?? before.settings);
  if (isRefusal(settings)) return settings;
  const after = { name: wanted.name ?? before.name, isEnabled: wanted.isEnabled ?? before.isEnabled, settings };
  const { secret } = wanted;
  const isDeciding = secret !== undefined || decides(before, settings);
  const theirs = async (from: Database) =>
    (decidesGroups(before, settings) ? await judgeWhoSaysGroups(acting) : null) ??
    whyNotTheirs(acting, id, isDeciding, from);
  const linked = await guardLinked(context, before, settings, acceptLinked);
  const refused = (await theirs(database)) ?? (isDryRun ? null : await linked.check(database));
  if (refused !== null) return refused;
  if (after.isEnabled && (isDeciding || !before.isEnabled)) {
    const hasSecret = secret === undefined ? before.sealedSecret !== null : secret !== null;
    const dead = await whyUpstreamIsDead(context, { ...after, kind: before.kind, hasSecret });
    const stays = before.isEnabled ? 'Nothing was changed, because people sign in there.' : 'It stays switched off.';
    if (dead !== null) return refuse('request_malformed', `${stays} ${dead}`);
  }
  const check: PlannedUpstream['check'] = async (transaction, stored) =>
    whyLookAnew(stored, versionOf(before)) ?? (await theirs(transaction)) ?? linked.check(transaction);
  return { before, after, warnings: linked.warnings, check };
}

/** What someone has said may be. */
export interface AcceptedAtUpstream extends AcceptedPlan {
  /** How many people may be left without a way to sign in. */
  readonly acceptLocked: number;
  readonly acceptsNoAdministrator: boolean;
}

/**
 * Changes an identity provider, and ends the sessions that began there where it is switched off. Refused where another person
 * has changed it since it was looked at: it is written whole, and what they were told is done would be taken back.
 */
export async function changeUpstream(
  acting: Acting,
  id: string,
  wanted: Wanted,
  { acceptLocked, acceptsNoAdministrator, ...accepted }: AcceptedAtUpstream,
): Promise<Outcome | UpstreamRefusal | Refusal<'not_found' | 'not_possible'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const { database, company, now } = context;
  const planned = await planUpstream(acting, id, wanted, accepted);
  if (isRefusal(planned)) return planned;
  const { before, after } = planned;
  const isEnding = before.isEnabled && !after.isEnabled;
  const ending = isEnding ? await findStranded(database, company.id, whenSwitchedOff(id), now()) : NOTHING_ENDS;
  const last = await guardLastAdministrator(
    acting,
    withWays(({ upstreamId }) => upstreamId === id, { signsInThere: after.isEnabled }),
    acceptsNoAdministrator,
  );
  const locked = await guardLockedOut(acting, isEnding ? before : null, acceptLocked);
  const outcome: Outcome = {
    isDryRun,
    changes: [...changesBetween({ ...before }, after), ...secretChange(before, wanted), ...endingSessions(ending)],
    warnings: [
      ...last.warnings,
      ...last.notes,
      ...planned.warnings,
      ...locked.warnings,
      ...(after.isEnabled || !before.isEnabled
        ? []
        : ['While it is switched off, people who sign in there can do so only with a password or passkey of here.']),
      ...notesOnEnding(ending),
      ...(wanted.settings === undefined ? [] : notesOnDomains(context, after.settings)),
      ...(await warnOfNoWayInWith(context, { ...before, ...after, isEnabled: wanted.isEnabled !== false })),
    ],
  };
  if (isDryRun || outcome.changes.length === 0) return outcome;
  const input = { kind: before.kind, ...after, secret: wanted.secret };
  const check: typeof planned.check = async (transaction, stored) => {
    await holdStanding(transaction, acting);
    return (await planned.check(transaction, stored)) ?? (await last.check(transaction)) ?? locked.check(transaction);
  };
  const refused = await updateUpstream(context, origin, whoIs(administrator), id, input, check);
  return refused ?? outcome;
}

function secretChange({ sealedSecret }: UpstreamRow, { secret }: Wanted): Change[] {
  if (secret === undefined) return [];
  return [
    { field: 'secret', from: sealedSecret === null ? null : '(set)', to: secret === null ? null : '(set) again' },
  ];
}
