import type { Lifecycle } from '@vestibule/checks';
import type { Installation, ServerContext } from '../../../context/server-context.ts';
import { findCompanies } from '../../../repositories/companies.ts';
import { readPastReports } from '../../../repositories/report-history.ts';
import { placesUnder, standingOf } from '../impact/judged-computer.ts';
import { IMPACT_DAYS } from '../impact/judged-change.ts';

const DAY_MS = 86_400_000;
/** In so many companies it is counted whom newer data stops: each reads the reports of days. */
const COUNTED_COMPANIES = 20;
const NAMED = 3;

/** Whom newer data stops or frees, company by company, in sentences: by the last reports and the policy that holds. */
export async function measureStopped(
  { companies, database }: Pick<Installation, 'companies' | 'database'>,
  lifecycle: Lifecycle,
): Promise<string[]> {
  const all = await findCompanies(database);
  const sentences: string[] = [];
  for (const { company } of all.slice(0, COUNTED_COMPANIES)) {
    const context = await companies.byId(company.id);
    const sentence = context === null ? null : await measureCompany(context, lifecycle);
    if (sentence !== null) sentences.push(sentence);
  }
  const left = all.length - COUNTED_COMPANIES;
  return left > 0 ? [...sentences, `Not counted: ${left} further companies.`] : sentences;
}

async function measureCompany(context: ServerContext, lifecycle: Lifecycle): Promise<string | null> {
  const { policy } = context.policy;
  const places = await placesUnder(context, policy);
  const since = new Date(context.now().getTime() - IMPACT_DAYS * DAY_MS);
  const stopped: string[] = [];
  let [computers, freed] = [0, 0];
  for await (const ofDevice of readPastReports(context.database, context.company.id, since)) {
    const past = ofDevice.at(-1);
    if (past === undefined) continue;
    computers += 1;
    const was = standingOf(context, policy, past, places).isBlocked;
    const is = standingOf({ ...context, lifecycle }, policy, past, places).isBlocked;
    if (is && !was) stopped.push(past.person.login);
    if (was && !is) freed += 1;
  }
  if (stopped.length === 0 && freed === 0) return null;
  const named =
    stopped.length === 0 ? '' : ` (${stopped.slice(0, NAMED).join(', ')}${stopped.length > NAMED ? '…' : ''})`;
  return `${context.company.displayName}: of ${computers} computers of the last ${IMPACT_DAYS} days it stops ${stopped.length}${named} by the policy and frees ${freed}.`;
}
