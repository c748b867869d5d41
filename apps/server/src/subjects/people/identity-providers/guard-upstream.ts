import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../database/database.ts';
import { hasProviderRoleAtUpstream } from '../../../repositories/admin-people.ts';
import {
  countPeopleAtUpstream,
  findAdministratorsAtUpstream,
  findPeopleAtUpstream,
  issuerOf,
  type UpstreamRow,
} from '../../../repositories/upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import type { Acting } from '../../audit/acting.ts';
import { lockedOut, lockedText, lockedWarnings } from '../locked-out.ts';
import { whyNotAlone } from '../../audit/second-approver.ts';
import { groupsClaimOf } from './groups-claim.ts';
import { readUpstreamSettings } from './upstreams.ts';
import { refusedWithout } from '../../audit/wanted-word.ts';

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

/** Whether other settings change who comes in, and as whom. */
export function decides(stored: UpstreamRow, after: Readonly<Record<string, unknown>>): boolean {
  const before = withStandards(stored);
  return DECIDING.some((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Whether other settings change who says which groups people are in, or by what. */
export function decidesGroups(before: UpstreamRow, after: Readonly<Record<string, unknown>>): boolean {
  const claim = groupsClaimOf(after);
  return claim !== null && (decides(before, after) || groupsClaimOf(withStandards(before)) !== claim);
}

function withStandards({ kind, settings }: UpstreamRow): Readonly<Record<string, unknown>> {
  const read = readUpstreamSettings(kind, settings);
  return isRefusal(read) ? settings : read;
}

/**
 * Whether the caller may change who says that someone is someone: they could come in as them. So someone who runs all
 * companies of a provider takes the same reach, and another administrator, who approves, is not touched alone.
 * @param isDeciding whether the change decides who comes in
 * @param database asked once more in the transaction: someone may have been linked, or given a role, meanwhile
 */
export async function whyNotTheirs(
  acting: Acting,
  id: string,
  isDeciding: boolean,
  database: Database,
): Promise<Refusal<'role_missing'> | null> {
  const { context, administrator } = acting;
  const { company } = context;
  if (administrator.reach === 'company' && (await hasProviderRoleAtUpstream(database, company.id, id))) {
    return refuse('role_missing', 'A person signs in there whose role covers all companies of the provider.');
  }
  if (!isDeciding) return null;
  const linked = await findAdministratorsAtUpstream(database, company.id, id);
  return linked.some((personId) => personId !== administrator.personId)
    ? whyNotAlone(
        { ...acting, context: { ...context, database } },
        'an identity provider at which another administrator signs in is changed',
      )
    : null;
}

/** What keeps people from being another person's whom another identity provider calls the same, and from being locked out. */
export interface LinkedPeople {
  /** For a dry run, and for anyone who accepts it. */
  readonly warnings: readonly string[];
  /** Asked once more in the transaction: someone may have been linked meanwhile. */
  readonly check: (database: Database) => Promise<Refusal<'not_possible'> | null>;
}

/** People are linked by what one issuer, or entity id, calls them. Another one may call another person the same. */
export async function guardLinked(
  { database, company }: ServerContext,
  { id, kind, settings: before }: UpstreamRow,
  after: Readonly<Record<string, unknown>>,
  accepted: number,
): Promise<LinkedPeople> {
  const [from, to] = [before, after].map((settings) => issuerOf({ kind, settings }));
  if (from === to) return { warnings: [], check: async () => null };
  const say = (linked: number) =>
    `${linked === 1 ? '1 person is' : `${linked} people are`} linked by what ${String(from)} calls them. Whom ${String(to)} calls the same would come in as them.`;
  const found = await countPeopleAtUpstream(database, company.id, id);
  return {
    warnings:
      found === 0
        ? []
        : [found <= accepted ? say(found) : `${say(found)} ${refusedWithout(`--accept-linked ${found}`)}`],
    check: async (transaction) => {
      const linked = await countPeopleAtUpstream(transaction, company.id, id);
      return linked <= accepted
        ? null
        : refuse(
            'not_possible',
            `Nothing was changed: ${say(linked)} Add the other one under another name (vestibule connect --help), and link people again (vestibule person link --help). If it is the same one under another address, and names everyone as before: --accept-linked ${linked}.`,
          );
    },
  };
}

/** Anyone who signs in only there could not while it is switched off. @param upstream null: it stays on */
export async function guardLockedOut(
  acting: Acting,
  upstream: UpstreamRow | null,
  accepted: number,
): Promise<LinkedPeople> {
  if (upstream === null) return { warnings: [], check: async () => null };
  const { company, database } = acting.context;
  const find = async (from: Database) => lockedOut(acting, await findPeopleAtUpstream(from, company.id, upstream.id));
  const found = await find(database);
  return {
    warnings: lockedWarnings(found, accepted),
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
