import type { Call, CallInput } from '@vestibule/contracts';
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Problem } from '../adapters/outcome.ts';
import { type Answered, answeredOf } from './answered.ts';
import { useIsLive } from './live-context.ts';
import { usePorts } from './ports-context.ts';

/** TanStack Query knows failures as what is thrown: this carries ours through it, and no further. */
export class CallFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

const TRIES = 2;

/** What is worth asking again by itself: no answer, or one of a server that is in trouble. */
function isPassing(error: unknown): boolean {
  const code = error instanceof CallFailed ? error.problem.code : '';
  return code === 'network' || code === 'database_unreachable' || code === 'server_error';
}

/** @param isPatient false in tests: a failure is shown at once */
export function createQueryClient(isPatient = true): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => isPatient && isPassing(error) && failures < TRIES,
      },
    },
  });
}

/** Names what is asked: the same call with the same input is asked once and shared. */
export function keyOf({ method, path }: Call, input: unknown = {}): readonly unknown[] {
  return [`${method} ${path}`, input];
}

/** What ends by the clock is said by no one. */
const LIVE_EVERY_MS = 60_000;

export type Answer<C extends Call> = UseQueryResult<Answered<C>, CallFailed>;

export interface AnswerOptions {
  /** Asked again after so long, as long as the page is looked at: seldom while the server says by itself what changes. */
  readonly everyMs?: number;
  /** Rows do not move under the pointer: `held` wait until it has gone, `still` until the person asks for them. */
  readonly rows?: 'held' | 'still';
  readonly isWanted?: boolean;
  /** It is dear to answer: asked again only when the page says so. */
  readonly isKept?: boolean;
}

/** What the server answers to a question. What was there before stays while another one is asked of the same call. */
export function useAnswer<const C extends Call>(
  call: C,
  input: CallInput<C> = {},
  { everyMs, isWanted = true, isKept = false, rows }: AnswerOptions = {},
): Answer<C> {
  const { server } = usePorts();
  const isLive = useIsLive();
  return useQuery<Answered<C>, CallFailed>({
    queryKey: keyOf(call, input),
    queryFn: async () => {
      const outcome = answeredOf(call, await server.ask(call, input));
      if (outcome.ok) return outcome.body;
      throw new CallFailed(outcome.problem);
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: isLive ? Math.max(everyMs, LIVE_EVERY_MS) : everyMs }),
    ...(rows !== undefined && { meta: { rows } }),
    ...(isKept && { staleTime: Number.POSITIVE_INFINITY }),
  });
}
