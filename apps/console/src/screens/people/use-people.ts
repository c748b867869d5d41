import { ADMIN_ROLES, adminPeopleCall, BROUGHT, PAGE_STANDARD, VERDICTS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { type Answer, useAnswer } from '../../hooks/use-answer.ts';
import { useSearched } from '../../hooks/use-settled.ts';

const line = z.optional(z.string().check(z.minLength(1), z.maxLength(120)));

/** What of the list stands in its address. */
const SHAPE = {
  search: line,
  view: z.optional(z.enum(['blocked', 'not-blocked'])),
  role: z.optional(z.enum(ADMIN_ROLES)),
  verdict: z.optional(z.enum(VERDICTS)),
  group: line,
  without: z.optional(z.enum(BROUGHT)),
  /** Behind whom the page begins, as the answer before named them, and how many there were up to there. */
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  from: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
};

type Change = { readonly [name in keyof typeof SHAPE]?: string | undefined };

export interface People {
  readonly answer: Answer<typeof adminPeopleCall>;
  readonly filters: ReturnType<typeof useAddress<typeof SHAPE>>[0];
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Another filter begins on the first page again. */
  readonly filterBy: (change: Change, options?: { readonly isSameStep: boolean }) => void;
  readonly turnTo: (place: { readonly after: string | undefined; readonly from: string | undefined }) => void;
}

const FIRST = { after: undefined, from: undefined } as const;

/** The page of people that the address asks for. */
export function usePeople(): People {
  const [filters, change] = useAddress(SHAPE);
  const { view, role, verdict, without, after } = filters;
  const search = useSearched(filters.search);
  const group = filters.group?.trim() ?? '';
  const answer = useAnswer(
    adminPeopleCall,
    {
      query: {
        limit: String(PAGE_STANDARD),
        ...(search !== '' && { search }),
        ...(group !== '' && { group }),
        ...(view !== undefined && { isBlocked: view === 'blocked' ? 'true' : 'false' }),
        ...(role !== undefined && { role }),
        ...(verdict !== undefined && { verdict }),
        ...(without !== undefined && { without }),
        ...(after !== undefined && { after }),
      },
    },
    { rows: 'held' },
  );
  return {
    answer,
    filters,
    before: Number((after !== undefined && filters.from) || '0'),
    filterBy: (filter, options) => change({ ...FIRST, ...filter }, options),
    turnTo: (place) => change(place),
  };
}
