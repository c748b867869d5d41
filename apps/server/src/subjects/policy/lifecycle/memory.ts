import { LIFECYCLE, type Lifecycle, lifecycleAt } from '@vestibule/checks';
import type { LifecycleMemory, LoadedLifecycle } from '../../../context/lifecycle-memory.ts';
import type { Installation } from '../../../context/server-context.ts';
import { createShortMemory } from '../../../context/short-memory.ts';
import { findLifecycle, type LifecycleRow } from '../../../repositories/lifecycle-data.ts';
import { readSigned } from './read-signed.ts';

/** As long as a company is remembered. */
const KEPT_FOR_MS = 2000;

type Place = Pick<Installation, 'config' | 'database' | 'now'>;

export function createLifecycleMemory(place: Place, elapsedMs: () => number): LifecycleMemory {
  const known = createShortMemory<{ row: LifecycleRow | null }>({ elapsedMs, keptForMs: KEPT_FOR_MS, maximum: 1 });
  let last: { readonly mark: string; readonly loaded: LoadedLifecycle } | null = null;
  return {
    problem: null,
    read: async () => {
      const found = await known.recall('stored', async () => ({ row: await findLifecycle(place.database) }));
      const row = found?.row ?? null;
      // The same row of the same day comes to the same: its signature is looked at once.
      const mark = JSON.stringify([row, place.now().toISOString().slice(0, 10)]);
      if (last?.mark !== mark) last = { mark, loaded: await loadLifecycle(place, row) };
      return last.loaded;
    },
    forget: () => known.forget(),
  };
}

/** What judges with this row. A row that nothing here signed judges nothing, anyone who wrote it into the database. */
export async function loadLifecycle(
  { config, now }: Pick<Place, 'config' | 'now'>,
  row: LifecycleRow | null,
): Promise<LoadedLifecycle> {
  if (row === null) return builtIn(null);
  const read = await readSigned(row.document, config.lifecycle.keys, now());
  if (!read.ok) return builtIn(`Data on ends of support that was taken is not used. ${read.why}`);
  const data: Lifecycle = lifecycleAt(LIFECYCLE, read.data, now());
  return data === LIFECYCLE ? builtIn(null) : { data, taken: { at: row.takenAt, from: row.takenFrom }, unused: null };
}

function builtIn(unused: string | null): LoadedLifecycle {
  return { data: LIFECYCLE, taken: null, unused };
}
