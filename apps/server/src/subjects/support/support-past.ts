import type { SignInWay } from '@vestibule/contracts';
import { findOneSignIn } from '../../repositories/sign-in-lists.ts';
import { type findComputerOf, type findNewestVisit, findRefusedReport } from '../../repositories/support-cases.ts';
import type { Person, WebSession } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { Given } from './support-chain.ts';

/** By what each way around the gate is told. */
const WAYS = {
  'temporary-access': 'temporary',
  'skip-installation': 'skipped',
  'report-only': 'gate',
  'not-enforced': 'scope',
  phone: 'upstream',
} as const satisfies Record<SignInWay, Given['by']>;

/** What the application was given already, and what for. It is told as it was then: leave may be used up since. */
export async function responseTo(
  { database, company, now }: ServerContext,
  visit: Awaited<ReturnType<typeof findNewestVisit>>,
): Promise<Given | null> {
  const completedAt = visit?.pending.completedAt ?? null;
  if (visit === null || completedAt === null) return null;
  const found = await findOneSignIn(database, company.id, visit.pending.id, now());
  const [way] = found?.row.ways ?? [];
  return { at: completedAt.toISOString(), by: way === undefined ? 'computer' : WAYS[way] };
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
