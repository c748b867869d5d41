import { lookup } from 'node:dns/promises';
import { type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { type Refusal, refuse } from '../server-context.ts';

const TIMEOUT_MS = 10_000;
/** Larger than this no metadata of one application is. */
const MAXIMUM_BYTES = 600_000;

type FetchRefusal = Refusal<'metadata_refused'>;

/**
 * Fetches metadata for an administrator. The server stands inside a network that the administrator of one company may not
 * look into, so: https, no redirect, and an address that the whole internet could ask as well. The address is looked up
 * once and asked at exactly that number, so that no second answer of the name server leads elsewhere.
 * @param mayReachInside for whoever sits at the server and could ask from there anyway
 */
export async function fetchMetadata(
  address: string,
  { mayReachInside }: { readonly mayReachInside: boolean },
): Promise<{ readonly xml: string } | FetchRefusal> {
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return no('Only https addresses without a user name are fetched. Download the metadata and add it as a file.');
  }
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const found =
    isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host, family: isIP(host) }];
  const [first] = found;
  if (first === undefined) return no(`${host} cannot be found.`);
  if (!mayReachInside && found.some((one) => isInside(one.address))) {
    return no(
      `${host} is within a private network, where this server does not look. Download the metadata and add it as a file.`,
    );
  }
  return ask(url, first);
}

function no(message: string): FetchRefusal {
  return refuse('metadata_refused', message);
}

async function ask(
  url: URL,
  place: { readonly address: string; readonly family: number },
): Promise<{ readonly xml: string } | FetchRefusal> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      {
        headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml', 'user-agent': 'vestibule' },
        lookup: (_name, options, give) => {
          if (options.all === true) give(null, [place]);
          else give(null, place.address, place.family);
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        void read(url, response).then(resolve, () => resolve(no(`${url.host} broke off its answer.`)));
      },
    );
    asked.once('error', (error) => {
      resolve(
        no(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? `${url.host} does not answer.`
            : `${url.host}: ${error.message}.`,
        ),
      );
    });
    asked.end();
  });
}

async function read(url: URL, response: IncomingMessage): Promise<{ readonly xml: string } | FetchRefusal> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    const isRedirect = statusCode >= 300 && statusCode < 400;
    return no(
      isRedirect
        ? `${url.host} sends on to ${headers.location ?? 'somewhere else'}. Give that address, if it is the right one.`
        : `${url.host} answers with the status ${statusCode}.`,
    );
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAXIMUM_BYTES) {
      response.destroy();
      return no(`${url.host} answers with more than ${MAXIMUM_BYTES} bytes: that is no metadata of one application.`);
    }
    chunks.push(chunk);
  }
  return { xml: Buffer.concat(chunks).toString('utf8') };
}

/** Addresses that are not out on the internet (IANA special-purpose registries). */
const INSIDE = createBlockList();

function createBlockList(): BlockList {
  const list = new BlockList();
  const four =
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
  const six =
    '::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';
  for (const [networks, family] of [
    [four, 'ipv4'],
    [six, 'ipv6'],
  ] as const) {
    for (const network of networks.split(' ')) {
      const [base = '', prefix] = network.split('/');
      list.addSubnet(base, Number(prefix), family);
    }
  }
  return list;
}

/** @param address of either kind; an IPv4 address within an IPv6 one counts as what it is */
export function isInside(address: string): boolean {
  if (isIP(address) === 4) return INSIDE.check(address, 'ipv4');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return INSIDE.check(mapped, 'ipv4');
  // Another way to write a mapped one, in hexadecimal: nobody needs it here.
  return /^::ffff:/i.test(address) || INSIDE.check(address, 'ipv6');
}
