import { PUBLIC_DOMAINS } from '../../settings/public-domains.ts';
import type { PeopleSettings } from './settings.ts';

type Domains = Pick<PeopleSettings, 'allowedDomains'>;

/** Plain addresses only: a domain that only looks like an allowed one has letters that are not compared here. */
function domainOf(email: string): string | null {
  return /^[\x21-\x3f\x41-\x7e]{1,200}@([A-Za-z\d.-]{1,253})$/.exec(email)?.[1]?.toLowerCase() ?? null;
}

/** Whether an identity provider speaks for the domain of an address. */
export function isOfDomain({ allowedDomains }: Domains, email: string): boolean {
  const domain = domainOf(email);
  return domain !== null && allowedDomains.includes(domain);
}

/** Whether an identity provider speaks for the domain of an address, and that domain can be a company's own. */
export function isOfOwnDomain(settings: Domains, email: string): boolean {
  return isOfDomain(settings, email) && !PUBLIC_DOMAINS.includes(domainOf(email) ?? '');
}

/** Whether two addresses are the same, letter by letter; only the capitals of plain letters do not count. */
export function isSameAddress(left: string, right: string): boolean {
  const [one, other] = [domainOf(left), domainOf(right)];
  return one !== null && one === other && left.toLowerCase() === right.toLowerCase();
}
