import { isIP } from 'node:net';

/**
 * Reads the inner networks where the server asks on the word of a company.
 * @param text addresses or networks, with commas between; `none`; undefined: not said
 */
export function readPrivateNetworks(
  text: string | undefined,
):
  | { readonly ok: true; readonly networks: readonly string[] | null }
  | { readonly ok: false; readonly problem: string } {
  if (text === undefined) return { ok: true, networks: null };
  if (text.trim() === 'none') return { ok: true, networks: [] };
  const networks = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const wrong = networks.find((entry) => !isNetwork(entry));
  if (wrong === undefined && networks.length > 0) return { ok: true, networks };
  return {
    ok: false,
    problem: `${wrong ?? text} is no network. Name those in which an identity provider or a mail server of yours is, such as 10.20.0.0/16,fd12:3456::/32; or none.`,
  };
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
