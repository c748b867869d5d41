import type { Company } from '../../repositories/companies.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';

/** What becomes of the address of an installation. */
export interface AddressChange {
  readonly from: string;
  readonly to: string;
  /** The company that gets another address; null: none does. */
  readonly moving: Company | null;
  /** The company whose address the file takes over, since it said another; null: the file was not behind. */
  readonly followed: Company | null;
}

/**
 * Plans what `--change` does to the address. What the database says of a company holds: another server's folder may have
 * changed it, and the file here is behind then.
 * @param companies the oldest first
 */
export function planAddress(
  companies: readonly [Company, ...Company[]],
  { noted, said }: { readonly noted: string | null; readonly said: string | null },
): AddressChange | Refusal<'not_possible'> {
  const [first] = companies;
  const from = noted ?? first.publicUrl;
  const own = companies.find(({ publicUrl }) => publicUrl === from);
  const to = said ?? (own === undefined ? first.publicUrl : from);
  const owner = companies.find(({ publicUrl }) => publicUrl === to) ?? null;
  if (own === undefined)
    return owner === null ? behind(companies, from, to) : { from, to, moving: null, followed: owner };
  const others = companies.filter((company) => company !== own);
  const { protocol } = new URL(to);
  const stranger = others.find(({ publicUrl }) => new URL(publicUrl).protocol !== protocol);
  if (stranger !== undefined) {
    return refuse(
      'not_possible',
      `${stranger.name} is at ${stranger.publicUrl}, and all companies have to be at ${protocol}//.`,
    );
  }
  if (owner !== null && owner !== own) return refuse('not_possible', `${to} is the address of ${owner.name}.`);
  return { from, to, moving: own.publicUrl === to ? null : own, followed: null };
}

function behind(companies: readonly [Company, ...Company[]], noted: string, to: string) {
  const [first] = companies;
  const all = companies.map(({ displayName, publicUrl }) => `${displayName} is at ${publicUrl}`).join(', ');
  return refuse(
    'not_possible',
    `vestibule.json of this folder says ${noted}, and ${all} in the database, which is what holds: the address was changed from another folder. Nothing was changed. To let this folder follow: --change --url ${first.publicUrl}. To move to ${to}, do that afterwards.`,
  );
}
