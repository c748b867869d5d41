import { availableParallelism } from 'node:os';

const MAXIMUM = 64;

type WorkersRead = { readonly ok: true; readonly workers: number } | { readonly ok: false; readonly problem: string };

/** With how many processes a server serves. @param given `auto`: one for each processor, or a number */
export function readWorkers(given: string, databaseUrl: string | undefined): WorkersRead {
  const isEmbedded = databaseUrl === undefined;
  if (given === 'auto') return { ok: true, workers: isEmbedded ? 1 : Math.min(availableParallelism(), MAXIMUM) };
  const workers = /^\d{1,2}$/.test(given) ? Number(given) : 0;
  if (workers < 1 || workers > MAXIMUM) {
    return { ok: false, problem: `must be auto or a number from 1 to ${MAXIMUM}.` };
  }
  return isEmbedded && workers > 1
    ? {
        ok: false,
        problem: 'the embedded database serves one process. For several, use PostgreSQL: DATABASE_URL.',
      }
    : { ok: true, workers };
}
