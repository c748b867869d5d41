import { dayOfEvidence, type EvidenceKind, evidencePrefix } from './evidence-key.ts';
import type { EvidenceStore, StoreAnswer } from './evidence-store.ts';

const DAY_MS = 86_400_000;
/** A run ends after this many deletions; the next run goes on. */
const DELETIONS_MAXIMUM = 50_000;

/**
 * Deletes evidence of days that lie wholly more than `days` back, oldest first. It goes by the names alone, so it also
 * finds what no row of the database speaks of any more.
 * @returns how much was deleted, and whether that was all; or the store's failure, after which the next run goes on
 */
export async function pruneEvidence(
  store: EvidenceStore,
  options: {
    readonly kind: EvidenceKind;
    readonly companyIds: readonly string[];
    readonly now: Date;
    readonly days: number;
    readonly deletionsMaximum?: number;
  },
): Promise<StoreAnswer<{ readonly deleted: number; readonly isDone: boolean }>> {
  const { kind, companyIds, now, days, deletionsMaximum = DELETIONS_MAXIMUM } = options;
  const firstDayKept = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  let deleted = 0;
  for (const companyId of companyIds) {
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<EvidenceStore['list']>> = await store.list(
        evidencePrefix(kind, companyId),
        cursor,
      );
      if (!page.ok) return page;
      const old = page.keys.filter((key) => dayOfEvidence(key) < firstDayKept);
      for (const key of old) {
        if (deleted === deletionsMaximum) return { ok: true, deleted, isDone: false };
        const answer = await store.delete(key);
        if (!answer.ok) return answer;
        deleted += 1;
      }
      // Keys come in the order of their days: the first young one ends this company.
      cursor = old.length === page.keys.length ? page.cursor : null;
    } while (cursor !== null);
  }
  return { ok: true, deleted, isDone: true };
}
