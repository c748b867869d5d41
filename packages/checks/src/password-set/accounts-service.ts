import { memberOf, parseJson } from '../json.ts';
import type { SystemPort } from '../system-port.ts';

const SERVICE = 'org.freedesktop.Accounts';
const TIMEOUT_MS = 5000;

/**
 * What the accounts service of the desktop says of an account; it tells everybody.
 * @returns the properties in the order they were asked for; null where the service does not know the account, or does not run
 */
export async function askAccountsService(
  system: SystemPort,
  name: string,
  properties: readonly string[],
): Promise<readonly unknown[] | null> {
  const ask = (verb: readonly string[]) =>
    system.run({ tool: 'busctl', arguments: ['--system', '--json=short', ...verb], timeoutMs: TIMEOUT_MS });
  const found = await ask(['call', SERVICE, '/org/freedesktop/Accounts', SERVICE, 'FindUserByName', 's', name]);
  const path = found.ok && found.value.code === 0 ? memberOf(parseJson(found.value.stdout), 'data', 0) : undefined;
  if (typeof path !== 'string' || !/^\/org\/freedesktop\/Accounts\/User\d+$/.test(path)) return null;
  // One line for each, until one that it does not have.
  const answer = await ask(['get-property', SERVICE, path, `${SERVICE}.User`, ...properties]);
  const lines = answer.ok ? answer.value.stdout.split('\n') : [];
  return properties.map((_, at) => memberOf(parseJson(lines[at] ?? ''), 'data'));
}
