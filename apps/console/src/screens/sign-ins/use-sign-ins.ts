import { adminSignInsCall, type CallInput, CHECK_TYPES, PAGE_STANDARD, SIGN_IN_OUTCOMES } from '@vestibule/contracts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { type Answer, keyOf, useAnswer } from '../../hooks/use-answer.ts';
import { useSearched } from '../../hooks/use-settled.ts';
import { type Days, momentsOf } from './days.ts';

const OUTCOMES = new RegExp(`^(?:${SIGN_IN_OUTCOMES.join('|')})(?:,(?:${SIGN_IN_OUTCOMES.join('|')})){0,8}$`);
const id = z.optional(z.uuid());

/** What of the list stands in its address. */
const SHAPE = {
  search: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
  view: z.optional(z.enum(['stopped-now', 'around'])),
  /** One or several, with commas between them. */
  outcome: z.optional(z.string().check(z.regex(OUTCOMES))),
  application: id,
  person: id,
  computer: id,
  check: z.optional(z.enum(CHECK_TYPES)),
  /** Days, both included, in the zone of the browser. */
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  /** The one whose story is open. */
  open: id,
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  from: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
};

type Filters = ReturnType<typeof useAddress<typeof SHAPE>>[0];
type Change = { readonly [name in keyof typeof SHAPE]?: string | undefined };
type Query = NonNullable<CallInput<typeof adminSignInsCall>['query']>;

export interface SignIns {
  readonly answer: Answer<typeof adminSignInsCall>;
  readonly filters: Filters;
  /** The same filters as the server takes them, without a page. */
  readonly which: Query;
  readonly days: Days;
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Counted with the first page; null where that was never asked for. */
  readonly total: number | null;
  readonly isFiltered: boolean;
  /** Another filter begins on the first page again. */
  readonly filterBy: (change: Change, options?: { readonly isSameStep: boolean }) => void;
  readonly open: (id: string | undefined) => void;
}

const FIRST = { after: undefined, from: undefined } as const;

/** The page of sign-ins that the address asks for. */
export function useSignIns(): SignIns {
  const [filters, change] = useAddress(SHAPE);
  const queries = useQueryClient();
  const { open: _open, after, from, ...chosen } = filters;
  const which = queryOf({ ...filters, search: useSearched(filters.search) });
  const first = { query: { limit: String(PAGE_STANDARD), ...which } };
  const answer = useAnswer(adminSignInsCall, after === undefined ? first : { query: { ...first.query, after } }, {
    rows: 'still',
  });
  const counted = queries.getQueryData<NonNullable<typeof answer.data>>(keyOf(adminSignInsCall, first));
  return {
    answer,
    filters,
    which,
    days: { since: filters.since, until: filters.until },
    before: Number((after !== undefined && from) || '0'),
    total: answer.data?.total ?? counted?.total ?? null,
    isFiltered: Object.values(chosen).some((value) => value !== undefined),
    filterBy: (filter, options) => change({ ...FIRST, ...filter }, options),
    open: (one) => change({ open: one }),
  };
}

/** Every filter taken out. */
export const NO_FILTERS: Change = Object.fromEntries(
  Object.keys(SHAPE)
    .filter((name) => name !== 'open')
    .map((name) => [name, undefined]),
);

function queryOf({ search = '', view, outcome, application, person, computer, check, since, until }: Filters): Query {
  const days = momentsOf({ since, until });
  return {
    ...(search !== '' && { search }),
    ...(view === 'stopped-now' && { isStoppedNow: 'true' }),
    ...(view === 'around' && { isAround: 'true' }),
    ...(outcome !== undefined && { outcome }),
    ...(application !== undefined && { applicationId: application }),
    ...(person !== undefined && { personId: person }),
    ...(computer !== undefined && { deviceId: computer }),
    ...(check !== undefined && { checkType: check }),
    ...days,
  };
}
