import { isDeepStrictEqual } from 'node:util';
import type { ADMIN_CALLS, Change, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { hasProviderRoleAtUpstream } from '../../repositories/admin-people.ts';
import { countStranded } from '../../repositories/upstream-sessions.ts';
import {
  countPeopleAtUpstream,
  findAdministratorsAtUpstream,
  findPeopleAtUpstream,
  findUpstream,
  type UpstreamRow,
} from '../../repositories/upstreams.ts';
import { updateUpstream, whenSwitchedOff } from '../identity/upstream/manage-upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { type Acting, changesBetween } from './acting.ts';
import { endingSessions, notesOnEnding } from './ending-sessions.ts';
import { notesOnDomains, whyUpstreamIsDead } from './judge-upstream.ts';
import { guardLastAdministrator, withWays } from './last-administrator.ts';
import { lockedOut, lockedText } from './locked-out.ts';
import { whyNotAlone } from './second-approver.ts';
import { mayNotTouch, readUpstreamSettings, type UpstreamRefusal } from './upstreams.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminUpdateUpstream.body>;

/** What of the settings decides who comes in, and as whom; the secret does as well. The rest is about new people and claims. */
const DECIDING = [
  'issuer',
  'clientId',
  'clientAuthentication',
  'entityId',
  'ssoUrl',
  'certificates',
  'nameIdFormat',
  'secondFactor',
] as const;

/** Under which name of its own an identity provider says who people are. */
const NAMED_BY = { oidc: 'issuer', saml: 'entityId' } as const;

/** A change of an identity provider that whoever asks for it may make, and that leads somewhere. */
interface PlannedUpstream {
  readonly before: UpstreamRow;
  readonly after: Pick<UpstreamRow, 'name' | 'isEnabled' | 'settings'>;
  readonly linked: LinkedPeople;
}

/**
 * Looks whether somebody may change an identity provider so. If somebody who runs all companies of a provider signs in
 * there, whoever changes it could come in as them: so that takes the same reach. The same goes for another administrator
 * where temporary access needs a second approver. What people sign in at is looked at before it changes, as when it is
 * switched on.
 * @param acceptLinked how many people may stay linked by what the former issuer, or entity id, calls them
 */
export async function planUpstream(
  acting: Acting,
  id: string,
  wanted: Wanted,
  acceptLinked: number,
): Promise<PlannedUpstream | Refusal<'request_malformed' | 'role_missing' | 'not_found' | 'not_possible'>> {
  const { context, administrator, isDryRun } = acting;
  const { database, company } = context;
  const before = await findUpstream(database, company.id, id);
  if (before === null) return refuse('not_found', 'There is no such identity provider.');
  const untouchable = mayNotTouch(acting);
  if (untouchable !== null) return untouchable;
  if (administrator.reach === 'company' && (await hasProviderRoleAtUpstream(database, company.id, id))) {
    return refuse('role_missing', 'Somebody signs in there whose role reaches over all companies of the provider.');
  }
  const settings = readUpstreamSettings(before.kind, wanted.settings ?? before.settings);
  if (isRefusal(settings)) return settings;
  const after = { name: wanted.name ?? before.name, isEnabled: wanted.isEnabled ?? before.isEnabled, settings };
  const { secret } = wanted;
  const isDeciding = secret !== undefined || decides(before, settings);
  const alone = isDeciding ? await whyNotChangedAlone(acting, id) : null;
  if (alone !== null) return alone;
  const linked = await guardLinked(context, before, settings, acceptLinked);
  const kept = isDryRun ? null : await linked.check(database);
  if (kept !== null) return kept;
  if (after.isEnabled && (isDeciding || !before.isEnabled)) {
    const hasSecret = secret === undefined ? before.sealedSecret !== null : secret !== null;
    const dead = await whyUpstreamIsDead(context, { ...after, kind: before.kind, hasSecret });
    const stays = before.isEnabled ? 'Nothing was changed, because people sign in there.' : 'It stays switched off.';
    if (dead !== null) return refuse('request_malformed', `${stays} ${dead}`);
  }
  return { before, after, linked };
}

function decides({ kind, settings: stored }: UpstreamRow, after: Readonly<Record<string, unknown>>): boolean {
  const read = readUpstreamSettings(kind, stored);
  const before: Readonly<Record<string, unknown>> = isRefusal(read) ? stored : read;
  return DECIDING.some((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Whoever changes who says that somebody is a colleague comes in as the colleague, and approves. */
async function whyNotChangedAlone(acting: Acting, id: string): Promise<Refusal<'role_missing'> | null> {
  const { context, administrator } = acting;
  const linked = await findAdministratorsAtUpstream(context.database, context.company.id, id);
  return linked.some((personId) => personId !== administrator.personId)
    ? whyNotAlone(acting, 'an identity provider at which another administrator signs in is changed')
    : null;
}

/** What keeps people from being somebody else's whom another identity provider calls the same. */
interface LinkedPeople {
  /** For a dry run, and for whoever accepts it. */
  readonly warnings: readonly string[];
  /** Asked once more in the transaction: somebody may have been linked meanwhile. */
  readonly check: (database: Database) => Promise<Refusal<'not_possible'> | null>;
}

/** People are linked by what one issuer, or entity id, calls them. Another one may call somebody else the same. */
async function guardLinked(
  { database, company }: ServerContext,
  { id, kind, settings: before }: UpstreamRow,
  after: Readonly<Record<string, unknown>>,
  accepted: number,
): Promise<LinkedPeople> {
  const [from, to] = [before[NAMED_BY[kind]], after[NAMED_BY[kind]]];
  if (from === to) return { warnings: [], check: async () => null };
  const say = (linked: number) =>
    `${linked === 1 ? '1 person is' : `${linked} people are`} linked by what ${String(from)} calls them. Whom ${String(to)} calls the same would come in as them.`;
  const found = await countPeopleAtUpstream(database, company.id, id);
  return {
    warnings: found === 0 ? [] : [say(found)],
    check: async (transaction) => {
      const linked = await countPeopleAtUpstream(transaction, company.id, id);
      return linked <= accepted
        ? null
        : refuse(
            'not_possible',
            `Nothing was changed: ${say(linked)} Add the other one beside it, under a name of its own (vestibule connect --help), and link people anew (vestibule person link --help). If it is the same one under another address, and calls everybody as before: --accept-linked ${linked}.`,
          );
    },
  };
}

/** Whoever signs in only there could not while it is switched off. @param upstream null: it stays on */
async function guardLockedOut(acting: Acting, upstream: UpstreamRow | null, accepted: number): Promise<LinkedPeople> {
  if (upstream === null) return { warnings: [], check: async () => null };
  const { company, database } = acting.context;
  const find = async (from: Database) => lockedOut(acting, await findPeopleAtUpstream(from, company.id, upstream.id));
  const found = await find(database);
  return {
    warnings: found.length === 0 ? [] : [lockedText(found)],
    check: async (transaction) => {
      const locked = await find(transaction);
      return locked.length <= accepted
        ? null
        : refuse(
            'not_possible',
            `Nothing was changed: ${lockedText(locked)} Invite them first (vestibule person invite --help), or switch it off all the same: --accept-locking-out ${locked.length}.`,
          );
    },
  };
}

/** What somebody has said may be. */
export interface AcceptedAtUpstream {
  /** As `planUpstream` takes it. */
  readonly acceptLinked: number;
  /** How many people may be left without a way to sign in. */
  readonly acceptLocked: number;
  readonly acceptsNoAdministrator: boolean;
}

/** Changes an identity provider, and ends the sessions that began there where it is switched off. */
export async function changeUpstream(
  acting: Acting,
  id: string,
  wanted: Wanted,
  { acceptLinked, acceptLocked, acceptsNoAdministrator }: AcceptedAtUpstream,
): Promise<Outcome | UpstreamRefusal | Refusal<'not_found' | 'not_possible'>> {
  const { context, administrator, origin, isDryRun } = acting;
  const { database, company, now } = context;
  const planned = await planUpstream(acting, id, wanted, acceptLinked);
  if (isRefusal(planned)) return planned;
  const { before, after, linked } = planned;
  const isEnding = before.isEnabled && !after.isEnabled;
  const open = isEnding ? await countStranded(database, company.id, whenSwitchedOff(id), now()) : 0;
  const last = await guardLastAdministrator(
    acting,
    withWays(({ upstreamId }) => isEnding && upstreamId === id, { signsInThere: false }),
    acceptsNoAdministrator,
  );
  const locked = await guardLockedOut(acting, isEnding ? before : null, acceptLocked);
  const outcome: Outcome = {
    isDryRun,
    changes: [...changesBetween({ ...before }, after), ...secretChange(before, wanted), ...endingSessions(open)],
    warnings: [
      ...last.warnings,
      ...linked.warnings,
      ...locked.warnings,
      ...(after.isEnabled || !before.isEnabled
        ? []
        : ['While it is switched off, people who sign in there can do so only with a password or passkey of here.']),
      ...notesOnEnding(open),
      ...(wanted.settings === undefined ? [] : notesOnDomains(context, after.settings)),
    ],
  };
  if (isDryRun || outcome.changes.length === 0) return outcome;
  const input = { kind: before.kind, ...after, secret: wanted.secret };
  const check = async (transaction: Database) =>
    (await linked.check(transaction)) ?? (await last.check(transaction)) ?? locked.check(transaction);
  const refused = await updateUpstream(context, origin, administrator.name, id, input, check);
  return refused ?? outcome;
}

function secretChange({ sealedSecret }: UpstreamRow, { secret }: Wanted): Change[] {
  if (secret === undefined) return [];
  return [{ field: 'secret', from: sealedSecret === null ? null : '(set)', to: secret === null ? null : '(set) anew' }];
}
