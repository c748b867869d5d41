import type { Config } from '../config/config.ts';
import { isLoopbackName } from '../config/public-address.ts';
import type { Database } from '../../database/database.ts';
import { isOnlyCompany } from '../../repositories/companies.ts';
import { isAmong, isForNobody, isInside, networkList } from './inner-networks.ts';

/** Whether this server asks at an address of the network when a company names it. */
export type MayReach = (address: string) => boolean;

/** For anyone who sits at the server and could ask from there anyway. */
export const reachesAll: MayReach = () => true;

/**
 * Where the server goes on the word of a company. Out on the internet always. Within the network it stands in: to what the
 * operator has named; if nothing is named, anywhere in the installation of one company, whose own network that is, and
 * nowhere in one of several. Cloud metadata services answer no one who has not named them.
 */
export function createReach({
  config: { privateNetworks, publicUrl },
  isOnlyCompany: isAlone,
}: {
  readonly config: Pick<Config, 'privateNetworks' | 'publicUrl'>;
  readonly isOnlyCompany: boolean;
}): MayReach {
  const named = networkList(privateNetworks ?? []);
  // A gate that is itself on this computer is there to try things out.
  const isTrial = isLoopbackName(new URL(publicUrl).hostname);
  const isOpen = privateNetworks === null && (isAlone || isTrial);
  return (address) => !isInside(address) || isAmong(named, address) || (isOpen && !isForNobody(address));
}

/** Where the server goes as it is set, and with the companies that it has, at this moment. */
export async function findReach({
  config,
  database,
}: {
  readonly config: Config;
  readonly database: Database;
}): Promise<MayReach> {
  return createReach({ config, isOnlyCompany: config.privateNetworks === null && (await isOnlyCompany(database)) });
}
