import { adminDevicesCall, CHECK_TYPES, OPERATING_SYSTEMS, PAGE_STANDARD, VERDICTS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { useAddress } from '../../hooks/use-address.ts';
import { type Answer, useAnswer } from '../../hooks/use-answer.ts';
import { useSearched } from '../../hooks/use-settled.ts';

/** What of the list stands in its address. */
const SHAPE = {
  search: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
  view: z.optional(z.enum(['waiting', 'blocked'])),
  verdict: z.optional(z.enum(VERDICTS)),
  system: z.optional(z.enum(OPERATING_SYSTEMS)),
  /** This check stops them from a day to come. */
  deadline: z.optional(z.enum(CHECK_TYPES)),
  /** Behind which the page begins, as the answer before named it, and how many there were up to there. */
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  from: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
};

type Change = { readonly [name in keyof typeof SHAPE]?: string | undefined };

export interface Computers {
  readonly answer: Answer<typeof adminDevicesCall>;
  readonly filters: ReturnType<typeof useAddress<typeof SHAPE>>[0];
  /** How many there are before the first one that is shown. */
  readonly before: number;
  /** Another filter begins on the first page again. */
  readonly filterBy: (change: Change, options?: { readonly isSameStep: boolean }) => void;
}

const FIRST = { after: undefined, from: undefined } as const;

/** The page of computers that the address asks for. */
export function useComputers(): Computers {
  const [filters, change] = useAddress(SHAPE);
  const { view, verdict, system, deadline, after } = filters;
  const search = useSearched(filters.search);
  const answer = useAnswer(
    adminDevicesCall,
    {
      query: {
        limit: String(PAGE_STANDARD),
        ...(search !== '' && { search }),
        ...(view !== undefined && { state: view }),
        ...(verdict !== undefined && { verdict }),
        ...(system !== undefined && { system }),
        ...(deadline !== undefined && { deadline }),
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
  };
}
