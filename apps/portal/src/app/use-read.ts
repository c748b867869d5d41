import type { CallBody, CallInput, CallResult, PortalCallName } from '@vestibule/flows';
import { useCallback, useSyncExternalStore } from 'react';
import { usePorts } from './ports-context.tsx';
import { readCacheOf } from './read-cache.ts';

const keepSilent = () => undefined;

/**
 * What the server answers to an independent read: asked once in a visit, whoever looks. What is polled or follows from
 * something else belongs to a chart.
 * @param input null asks nothing
 * @returns null while nobody has answered
 */
export function useRead<N extends PortalCallName>(name: N, input: CallInput<N> | null): CallResult<CallBody<N>> | null {
  const { server } = usePorts();
  const cache = readCacheOf(server);
  const inputText = JSON.stringify(input);
  const listen = useCallback(
    (tell: () => void) => {
      const wanted = JSON.parse(inputText) as CallInput<N> | null;
      return wanted === null ? keepSilent : cache.listen(name, wanted, tell);
    },
    [cache, name, inputText],
  );
  return useSyncExternalStore(listen, () => (input === null ? null : cache.read(name, input)));
}

/** The body of an independent read; null while there is none, and when it was refused. */
export function useReadBody<N extends PortalCallName>(name: N, input: CallInput<N>): CallBody<N> | null {
  const result = useRead(name, input);
  return result?.kind === 'answer' ? result.body : null;
}
