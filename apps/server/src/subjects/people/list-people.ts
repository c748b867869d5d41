import { type ADMIN_CALLS, PAGE_STANDARD } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { normalizeLogin } from '../../repositories/people.ts';
import { countFacets, countPeopleWanted, findPeoplePage, momentOf } from '../../repositories/people-list.ts';
import { countOfOtherBasis } from '../../repositories/verdict-queue.ts';
import { isRefusal, type ServerContext } from '../../context/server-context.ts';
import { basisOf } from '../policy/verdicts/basis.ts';
import { readPlace, writePlace } from '../policy/verdicts/page-place.ts';
import { describe } from './people.ts';
import { showPersonVerdict } from './show-person-verdict.ts';

type PeopleQuery = z.infer<typeof ADMIN_CALLS.adminPeople.query>;

const flag = (text: 'true' | 'false' | undefined) => (text === undefined ? undefined : text === 'true');

function seenIn(text: string | undefined): Date | 'never' | undefined {
  if (text === undefined) return undefined;
  return text === 'never' ? 'never' : new Date(text);
}

export async function listPeople({ database, company, now }: ServerContext, query: PeopleQuery) {
  const limit = Number(query.limit ?? PAGE_STANDARD);
  const { search, login, group, role, verdict, without, sort = 'login' } = query;
  const after = readPlace(query.after, sort);
  if (isRefusal(after)) return after;
  const wanted = {
    search,
    login: login === undefined ? undefined : normalizeLogin(login),
    group,
    role,
    isBlocked: flag(query.isBlocked),
    verdict,
    isEnforced: flag(query.isEnforced),
    seen: seenIn(query.seen),
    hasAccess: flag(query.hasAccess),
    without,
  };
  const rows = await findPeoplePage(database, company.id, wanted, { sort, after, limit: limit + 1, now: now() });
  const total = after?.total ?? (await countPeopleWanted(database, company.id, wanted, now()));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    people: page.map((found) => ({ ...describe(found), ...showPersonVerdict(found.verdict, found.person) })),
    total,
    next: last === undefined ? null : writePlace(sort, { at: momentOf(sort, last), id: last.person.id, total }),
  };
}

/** How many people there are in each view of the list. */
export async function countViews(context: ServerContext) {
  const { database, company, now } = context;
  const { text: basis } = await basisOf(context);
  return {
    ...(await countFacets(database, company.id, now())),
    beingJudged: await countOfOtherBasis(database, company.id, basis),
    at: now().toISOString(),
  };
}
