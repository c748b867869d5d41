import { type LookupAddress, promises as dns } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { isLoopbackName } from '../config/public-address.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { reasonOf } from '../log/reason-of.ts';

const CHECK = 'Name';

/**
 * Whether the name leads to an address, and whether that is one of this computer. Asked of this computer's own resolver:
 * what others are told may differ.
 */
export async function lookAtName(
  publicUrl: string,
  hasProxy: boolean,
  resolve: (name: string) => Promise<LookupAddress[]> = (name) => dns.lookup(name, { all: true }),
): Promise<Finding> {
  const { hostname } = new URL(publicUrl);
  if (isLoopbackName(hostname)) {
    return look(
      CHECK,
      `${publicUrl} is reached from this computer alone.`,
      'For other people: vestibule setup --help (with --from-trial for the data of a trial, else --change)',
    );
  }
  let found: LookupAddress[];
  try {
    found = await resolve(hostname);
  } catch (error) {
    return wrong(
      CHECK,
      `${hostname} leads nowhere: ${reasonOf(error)}.`,
      `Add an address record (A or AAAA) for ${hostname} that leads to this computer, or to the proxy in front of it.`,
    );
  }
  const addresses = [...new Set(found.map(({ address }) => address))];
  const own = new Set(Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address)));
  const sentence = `${hostname} leads to ${addresses.join(', ')}`;
  if (addresses.some((address) => own.has(address))) return good(CHECK, `${sentence}, which is this computer.`);
  if (hasProxy) return good(CHECK, `${sentence}: not this computer, but there is a proxy in front.`);
  return look(
    CHECK,
    `${sentence}, which is no address of this computer.`,
    'Right behind a router or a load balancer that passes it on. Otherwise let the record lead here.',
  );
}
