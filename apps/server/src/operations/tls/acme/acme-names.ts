import { isIP } from 'node:net';
import { findCompanies } from '../../../repositories/companies.ts';
import type { Installation } from '../../../context/server-context.ts';

/**
 * The names that want a certificate: those of every company, and of the further addresses for their computers.
 * @returns where each leads, by name: an origin without a slash at the end
 */
export async function findNames({ database }: Pick<Installation, 'database'>): Promise<ReadonlyMap<string, string>> {
  const addresses = (await findCompanies(database)).flatMap(({ company, silo }) => [
    company.publicUrl,
    ...(silo?.endpoints ?? []).map(({ url }) => url),
  ]);
  const names = new Map<string, string>();
  for (const { protocol, hostname, origin } of addresses.map((address) => new URL(address))) {
    const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
    if (protocol === 'https:' && isName && !names.has(hostname)) names.set(hostname, origin);
  }
  return names;
}
