import type { Call, CallInput } from '@vestibule/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outcome, Problem } from '../adapters/outcome.ts';
import { type Answered, answeredOf } from './answered.ts';
import { usePorts } from './ports-context.ts';

export interface Change<C extends Call> {
  /** Says what would change, and changes nothing. */
  readonly rehearse: (input: CallInput<C>) => Promise<Outcome<Answered<C>>>;
  /** Does it. What is old afterwards is asked again. */
  readonly carryOut: (input: CallInput<C>) => Promise<Outcome<Answered<C>>>;
  readonly isBusy: boolean;
  /** Why the last try came to nothing. */
  readonly problem: Problem | null;
}

/**
 * A call that changes something: first what it would do, in the server's own words, then the thing itself. Where the server
 * wants a fresh proof, the guard asks for it, and the call goes on.
 * @param makesOld the calls whose answers are of before
 */
export function useChange<const C extends Call>(call: C, makesOld: readonly Call[]): Change<C> {
  const { server } = usePorts();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function ask(input: CallInput<C>): Promise<Outcome<Answered<C>>> {
    setIsBusy(true);
    setProblem(null);
    const outcome = answeredOf(call, await server.ask(call, input));
    setIsBusy(false);
    if (!outcome.ok) setProblem(outcome.problem);
    return outcome;
  }

  return {
    isBusy,
    problem,
    rehearse: (input) => ask(asRehearsal(input)),
    async carryOut(input) {
      const outcome = await ask(input);
      // Also after a refusal: a colleague may have been quicker.
      for (const { method, path } of makesOld) void queries.invalidateQueries({ queryKey: [`${method} ${path}`] });
      return outcome;
    },
  };
}

function asRehearsal<C extends Call>(input: CallInput<C>): CallInput<C> {
  const query = 'query' in input && typeof input.query === 'object' ? input.query : {};
  // Every call that changes something takes `dryRun`; of a call that is not known the compiler cannot see it.
  return { ...input, query: { ...query, dryRun: 'true' } } as CallInput<C>;
}
