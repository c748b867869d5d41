import { isIP } from 'node:net';

/**
 * Reads the proxies in front. Anyone who is named may say who a visitor is, so "everybody" is not taken: anybody could then
 * pick the address that limits and audit entries see.
 * @param text addresses or networks, with commas between
 */
export function readTrustedProxies(
  text: string,
): { readonly ok: true; readonly proxies: string[] } | { readonly ok: false; readonly problem: string } {
  const proxies = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const wrong = proxies.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return { ok: true, proxies };
  return {
    ok: false,
    problem: `${wrong} is no address or network of a proxy. Name the proxy itself, such as 127.0.0.1 or 10.0.4.0/24: the named address may say who a client is.`,
  };
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  if (bits === undefined) return address !== '0.0.0.0' && address !== '::';
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= (family === 4 ? 32 : 128);
}
