import { findObserved } from '../../repositories/report-counts.ts';
import {
  type findComputerOf,
  type findNewestVisit,
  findRefusedReport,
  findResponseTo,
} from '../../repositories/support-cases.ts';
import type { Person, WebSession } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { Given } from './support-chain.ts';

/** What the application was given already, and what for. It is told as it was then: leave may be used up since. */
export async function responseTo(
  { database, company }: ServerContext,
  visit: Awaited<ReturnType<typeof findNewestVisit>>,
): Promise<Given | null> {
  const completedAt = visit?.pending.completedAt ?? null;
  if (visit === null || completedAt === null) return null;
  const at = completedAt.toISOString();
  const issued = await findResponseTo(database, visit.pending);
  if (issued === null) return { at, by: 'computer' };
  const { assertionId, standing, evidence } = issued;
  if (standing === 'temporary' || standing === 'skipped') return { at, by: standing };
  if (evidence === 'upstream') return { at, by: 'upstream' };
  const observed = (await findObserved(database, company.id, completedAt, [assertionId])).get(assertionId);
  return { at, by: observed === 'gate' || observed === 'scope' ? observed : 'computer' };
}

/** Why the newest report was not taken; null: it was. Of this sign-in's computer, or where none has spoken of any of theirs. */
export async function whyRefused(
  { database, company }: ServerContext,
  { id }: Person,
  { authenticatedAt }: WebSession,
  computer: Awaited<ReturnType<typeof findComputerOf>>,
): Promise<string | null> {
  const takenAt = computer?.report?.receivedAt ?? null;
  const deviceId = computer?.device.deviceId ?? null;
  const found = await findRefusedReport(database, company.id, id, { deviceId, since: takenAt ?? authenticatedAt });
  if (found === null || (takenAt !== null && found.at <= takenAt)) return null;
  const { code, reason } = found.details;
  const named = typeof code === 'string' ? ` (${code})` : '';
  return typeof reason === 'string' ? `refused${named}: ${reason}` : `refused${named}.`;
}
