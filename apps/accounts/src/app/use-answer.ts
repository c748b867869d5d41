import type { Call, CallBody, CallInput } from '@vestibule/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../adapters/outcome.ts';
import { usePorts } from './ports-context.ts';

export type Loaded<Body> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly body: Body }
  | { readonly state: 'problem'; readonly problem: Problem };

/**
 * What the server answers to what a screen needs before it can be shown. What was there before stays while it is asked
 * again; of several answers the newest counts.
 * @param input the same values ask nothing again
 * @returns the answer, and asks again
 */
export function useAnswer<const C extends Call>(
  call: C,
  input: CallInput<C> = {},
): readonly [Loaded<CallBody<C>>, () => Promise<void>] {
  const { server } = usePorts();
  const [loaded, setLoaded] = useState<Loaded<CallBody<C>>>({ state: 'loading' });
  const newest = useRef(0);
  const inputText = JSON.stringify(input);

  const ask = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    const outcome = await server.ask(call, JSON.parse(inputText) as CallInput<C>);
    if (mine !== newest.current) return;
    setLoaded(outcome.ok ? { state: 'ready', body: outcome.body } : { state: 'problem', problem: outcome.problem });
  }, [server, call, inputText]);

  useEffect(() => {
    void ask();
    return () => {
      newest.current += 1;
    };
  }, [ask]);

  return [loaded, ask];
}
