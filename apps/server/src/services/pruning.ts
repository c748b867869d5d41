import type { FastifyBaseLogger } from 'fastify';
import { pruneOldRows } from '../database/prune.ts';
import { DEFAULT_RETENTION } from '../database/retention.ts';
import { findCompanies } from '../repositories/companies.ts';
import { pruneEvidence } from '../storage/prune-evidence.ts';
import type { Installation } from './server-context.ts';

const EVERY_MS = 86_400_000;
/** Not at once: a server that starts has people waiting. */
const FIRST_AFTER_MS = 600_000;
/** Reports are kept as long as their rows; what was uploaded and never judged, a day. */
const EVIDENCE_DAYS = { reports: 90, incoming: 1 } as const;

/** Takes away what has aged, once a day, in bounded batches. @returns ends it */
export function startPruning(installation: Installation, logger: FastifyBaseLogger): () => void {
  const run = () => {
    void prune(installation, logger).catch((error: unknown) => logger.error({ error }, 'pruning failed'));
  };
  const first = setTimeout(run, FIRST_AFTER_MS);
  const daily = setInterval(run, EVERY_MS);
  first.unref();
  daily.unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

/** One run. What it does not get done, the next one does. */
export async function prune({ database, evidence, now }: Installation, logger: FastifyBaseLogger): Promise<void> {
  const rows = await pruneOldRows(database, { now: now(), retention: DEFAULT_RETENTION });
  logger.info({ rows }, 'old rows were taken away');
  const companyIds = (await findCompanies(database)).map(({ company }) => company.id);
  for (const kind of ['reports', 'incoming'] as const) {
    const outcome = await pruneEvidence(evidence, { kind, companyIds, now: now(), days: EVIDENCE_DAYS[kind] });
    if (!outcome.ok) logger.error({ kind, code: outcome.code }, 'old evidence could not be taken away');
  }
}
