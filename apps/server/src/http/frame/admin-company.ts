import { findCompanies } from '../../repositories/companies.ts';
import type { Administrator } from '../../subjects/audit/acting.ts';
import { type Installation, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** The company that is acted on. Who may act on one alone learns nothing of others, not even that they are there. */
export async function findCompanyFor(
  installation: Installation,
  administrator: Administrator,
  home: ServerContext | null,
  name: string | undefined,
): Promise<ServerContext | Refusal | null> {
  const { companies } = installation;
  if (home === null) {
    if (name !== undefined) return (await companies.byName(name)) ?? unknownCompany(name);
    return companies.only();
  }
  if (name === undefined || name === home.company.name) return home;
  const named = administrator.reach === 'msp' ? await companies.byName(name) : null;
  const { mspId } = home.company;
  return named !== null && mspId !== null && named.company.mspId === mspId ? named : unknownCompany(name);
}

function unknownCompany(name: string): Refusal {
  return refuse('company_unknown', `No company within your reach is called ${name}.`);
}

/** Says which companies there are, to someone at the socket who named none. */
export async function nameTheCompany({ database }: Installation): Promise<Refusal> {
  const all = await findCompanies(database);
  if (all.length === 0) return refuse('company_unknown', 'There is no company yet. Add one: vestibule company create.');
  const names = all.map(({ company }) => company.name).join(', ');
  return refuse('company_unknown', `There are several companies. Name one of them: ${names}.`);
}
