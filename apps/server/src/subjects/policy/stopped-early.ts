import type { StoppedBeforeReport } from '@vestibule/contracts';
import { findStoppedEarly } from '../../repositories/without-report.ts';
import type { ServerContext } from '../../context/server-context.ts';

const EXAMPLES = 50;
/** Someone who has come since may be on their way. */
const ON_THE_WAY_MS = 2 * 60_000;

/** Who reached the gate since, and never got as far as a report: as a number, and by name. */
export async function describeStoppedEarly(
  { database, company, now }: ServerContext,
  from: Date,
): Promise<StoppedBeforeReport> {
  const until = new Date(now().getTime() - ON_THE_WAY_MS);
  const found = await findStoppedEarly(database, company.id, { from, until });
  return {
    people: new Set(found.map(({ login }) => login)).size,
    examples: found.slice(0, EXAMPLES).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  };
}
