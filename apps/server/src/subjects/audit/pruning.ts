import type { FastifyBaseLogger } from 'fastify';
import { pruneOldRows } from '../../database/prune.ts';
import { DEFAULT_RETENTION } from '../../database/retention.ts';
import { thinAgentReports } from '../../database/thin-reports.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { pruneEvidence } from '../../operations/storage/prune-evidence.ts';
import type { Installation } from '../../context/server-context.ts';

const EVERY_MS = 86_400_000;
/** Not at once: a server that starts has people waiting. */
const FIRST_AFTER_MS = 600_000;
/** A run is bounded. After one that did not get everything done, people have this long before the next. */
const NEXT_AFTER_MS = 60_000;
/** Reports are kept as long as their rows; what was uploaded and never judged, a day. */
const EVIDENCE_DAYS = { reports: 90, incoming: 1 } as const;

/**
 * Takes away what has aged, once a day, in bounded runs one after another until nothing is left.
 * @param runOnce says whether it got everything done
 * @returns ends it
 */
export function startPruning(
  installation: Installation,
  logger: FastifyBaseLogger,
  runOnce: typeof prune = prune,
): () => void {
  let isEnded = false;
  let timer: NodeJS.Timeout;
  const wait = (milliseconds: number) => {
    if (isEnded) return;
    timer = setTimeout(() => void run(), milliseconds);
    timer.unref();
  };
  const run = async () => {
    const isDone = await runOnce(installation, logger).catch((error: unknown) => {
      logger.error({ err: error }, 'pruning failed');
      return true;
    });
    wait(isDone ? EVERY_MS : NEXT_AFTER_MS);
  };
  wait(FIRST_AFTER_MS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** One run. @returns whether everything is done that there was to do */
export async function prune({ database, evidence, now }: Installation, logger: FastifyBaseLogger): Promise<boolean> {
  const companyIds = (await findCompanies(database)).map(({ company }) => company.id);
  const superseded = await thinAgentReports(database, { companyIds, now: now() });
  const rows = await pruneOldRows(database, { now: now(), retention: DEFAULT_RETENTION });
  logger.info({ rows, superseded }, 'old rows were taken away');
  let isDone = rows.every((table) => table.isDone);
  for (const kind of ['reports', 'incoming'] as const) {
    const outcome = await pruneEvidence(evidence, { kind, companyIds, now: now(), days: EVIDENCE_DAYS[kind] });
    if (outcome.ok) isDone &&= outcome.isDone;
    else logger.error({ kind, code: outcome.code }, 'old evidence could not be taken away');
  }
  return isDone;
}
