import type { InstallerParameters } from '@vestibule/contracts';
import type { Answer, Times } from './http-connection.ts';
import { FACTS, type Person } from './sign-in.ts';

const PREFIX = '/api/device-compliance/v1';

/** Gives a person's computer an account of its own, as an installation does. @returns its id */
export async function installClient({ connection, device }: Person): Promise<string> {
  const path = `${PREFIX}/installer-parameters?mode=frontline&system=windows`;
  const { token } = parse(await connection.ask('installer-parameters', path, {}, null)) as InstallerParameters;
  const claim = { method: 'POST', body: JSON.stringify(await device.parameters()) } as const;
  const claimed = await connection.ask('device-account', `${PREFIX}/device-account/${token ?? ''}`, claim, null);
  return (parse(claimed) as { accountId: string }).accountId;
}

/** What an installed client does by itself, without a browser: it asks for an order, and reports. */
export async function reportByItself(
  { connection, device }: Person,
  accountId: string,
  times: Times | null,
): Promise<void> {
  const path = `${PREFIX}/agent/${accountId}`;
  const order = await connection.ask('agent', `${path}?deviceId=${device.deviceId}`, {}, times);
  const { nonce } = parse(order) as { nonce: string };
  const body = JSON.stringify(await device.sign({ sessionId: accountId, nonce }, FACTS));
  parse(await connection.ask('agent/report', `${path}/report`, { method: 'POST', body }, times));
}

function parse({ status, text }: Answer): unknown {
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
