import type { Application } from '../../repositories/companies.ts';
import { findUpstreams } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { complianceOf, reliesOnUpstream } from '../people/identity-providers/unsupported-system.ts';

/** Says of an application that newly lets phones in by the word of an identity provider that none is asked for it. */
export async function noteOnPhones(
  { database, company }: ServerContext,
  { before, after }: { readonly before: Application; readonly after: Application },
): Promise<string[]> {
  if (reliesOnUpstream(before) || !reliesOnUpstream(after)) return [];
  const upstreams = await findUpstreams(database, company.id);
  return upstreams.some((upstream) => upstream.isEnabled && complianceOf(upstream) !== null)
    ? []
    : [
        'No identity provider that is switched on is asked for its word for phones and tablets (compliance in its settings): they stay blocked. vestibule identity-provider set --help',
      ];
}
