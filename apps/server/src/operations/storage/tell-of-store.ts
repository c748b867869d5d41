import type { Unwritten } from '../log/unwritten.ts';
import type { EvidenceStore } from './evidence-store.ts';

/** The same store; what it could not write is told. Reports go on without it, so nothing else would say it. */
export function tellOfStore(store: EvidenceStore, unwritten: Unwritten): EvidenceStore {
  return {
    ...store,
    put: async (key, bytes) => {
      const kept = await store.put(key, bytes);
      if (kept.ok) unwritten.good('evidence');
      else if (kept.code !== 'too_large') {
        unwritten.note('evidence', `A signed report could not be kept as evidence. ${kept.message}`);
      }
      return kept;
    },
  };
}
