import type { CallBody, CallInput, CallResult, PortalCallName, ServerPort } from '@vestibule/flows';

/** Answers that are asked for once in a visit and looked at by many screens. */
export interface ReadCache {
  /** @returns null while no one has answered */
  read<N extends PortalCallName>(name: N, input: CallInput<N>): CallResult<CallBody<N>> | null;
  /**
   * Asks, unless that has been done, and tells when there is an answer. One that never came is asked for again with the
   * next listener; so is one that was refused, as someone may have signed in since.
   * @returns ends the telling
   */
  listen<N extends PortalCallName>(name: N, input: CallInput<N>, tell: () => void): () => void;
}

interface Entry {
  isUnderWay: boolean;
  result: CallResult<unknown> | null;
  readonly listeners: Set<() => void>;
}

const caches = new WeakMap<ServerPort, ReadCache>();

/** The cache of a server: screens that ask the same server share what it says. */
export function readCacheOf(server: ServerPort): ReadCache {
  const known = caches.get(server);
  if (known !== undefined) return known;
  const cache = createReadCache(server);
  caches.set(server, cache);
  return cache;
}

function createReadCache(server: ServerPort): ReadCache {
  const entries = new Map<string, Entry>();

  function entryOf(name: PortalCallName, input: unknown): Entry {
    const key = `${name} ${JSON.stringify(input)}`;
    const entry = entries.get(key) ?? { isUnderWay: false, result: null, listeners: new Set() };
    entries.set(key, entry);
    return entry;
  }

  async function ask<N extends PortalCallName>(name: N, input: CallInput<N>, entry: Entry): Promise<void> {
    entry.isUnderWay = true;
    entry.result = await server.call(name, input);
    entry.isUnderWay = false;
    for (const tell of entry.listeners) tell();
  }

  return {
    read: <N extends PortalCallName>(name: N, input: CallInput<N>) =>
      entryOf(name, input).result as CallResult<CallBody<N>> | null,
    listen(name, input, tell) {
      const entry = entryOf(name, input);
      entry.listeners.add(tell);
      if (entry.result?.kind === 'refused' && entry.listeners.size === 1) entry.result = null;
      const isSettled = entry.result !== null && entry.result.kind !== 'unreachable';
      if (!isSettled && !entry.isUnderWay) void ask(name, input, entry);
      return () => entry.listeners.delete(tell);
    },
  };
}
