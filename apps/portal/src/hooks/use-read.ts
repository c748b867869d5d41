import type { CallBody, CallInput, CallResult, PortalCallName } from '@vestibule/flows';
import { fromCall, pathOfFailure } from '@vestibule/flows';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { usePorts } from './ports-context.ts';
import { readCacheOf } from './read-cache.ts';
import { useRoute } from './route-context.ts';

const keepSilent = () => undefined;

/**
 * What the server answers to an independent read: asked once in a visit, no matter who looks. What is polled or follows from
 * something else belongs to a chart. A refusal that says who may not be here leads to the page that says so, as in every
 * chart (specification, section 8: 401 on any call).
 * @param input null asks nothing
 * @returns null while no one has answered
 */
export function useRead<N extends PortalCallName>(name: N, input: CallInput<N> | null): CallResult<CallBody<N>> | null {
  const { server, page } = usePorts();
  const { isForAnybody } = useRoute();
  const cache = readCacheOf(server);
  const inputText = JSON.stringify(input);
  const listen = useCallback(
    (tell: () => void) => {
      const wanted = JSON.parse(inputText) as CallInput<N> | null;
      return wanted === null ? keepSilent : cache.listen(name, wanted, tell);
    },
    [cache, name, inputText],
  );
  const result = useSyncExternalStore(listen, () => (input === null ? null : cache.read(name, input)));
  const path = isForAnybody ? null : pathOf(result);
  useEffect(() => {
    if (path !== null) page.goTo(path);
  }, [page, path]);
  return result;
}

function pathOf(result: CallResult<unknown> | null): string | null {
  const step = result === null ? null : fromCall(result, false);
  return step === null || step.ok ? null : pathOfFailure(step.failure);
}

/** The body of an independent read; null while there is none, and when it was refused. */
export function useReadBody<N extends PortalCallName>(name: N, input: CallInput<N>): CallBody<N> | null {
  const result = useRead(name, input);
  return result?.kind === 'answer' ? result.body : null;
}
