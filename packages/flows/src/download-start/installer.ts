import type { InstallerParameters, SignInMode } from '@vestibule/contracts';
import type { CallInput, CallResult, Ports } from '../ports.ts';
import { fromCall, type StepFailure } from '../device-flow/step-result.ts';

export interface InstallerInput {
  readonly ports: Ports;
  readonly mode: SignInMode;
  /** The Windows updater, whatever the browser says it runs on. */
  readonly isUpdater: boolean;
  /** The client is to report by itself, so that it needs a device token in every mode. */
  readonly isAgent: boolean;
}

export type InstallerAnswer =
  | { readonly kind: 'parameters'; readonly parameters: InstallerParameters }
  /** The company offers none for this computer. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failure: StepFailure };

/**
 * Asks where the installer is and what it is told, and keeps what the wait for the account id needs. Frontline has no
 * device token, but for a client that reports by itself; where the feature `fci` is on for this person its own installer
 * is asked for.
 */
export async function fetchInstaller(input: InstallerInput): Promise<InstallerAnswer> {
  const { ports } = input;
  const query = queryOf(input, await readIsFci(ports));
  const result = await ports.server.call('installerParameters', { query });
  const answer = sort(result);
  if (answer.kind === 'parameters') keep(ports, answer.parameters);
  return answer;
}

/** The address of the file, with everything the installer is told. */
export function installerAddress({ url, params }: Pick<InstallerParameters, 'url' | 'params'>): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? url : `${url}?${query}`;
}

function queryOf(
  { mode, isUpdater, isAgent }: InstallerInput,
  isFci: boolean,
): NonNullable<CallInput<'installerParameters'>['query']> {
  const system = isUpdater ? { system: 'windows' as const } : {};
  if (isFci) return { mode: 'fci', ...system };
  return mode === 'frontline' && !isAgent ? { mode, noToken: 'true', ...system } : { mode, ...system };
}

/** The flag of this company and person, asked once in a session. */
async function readIsFci({ memory, server }: Ports): Promise<boolean> {
  const known = memory.read('isFci');
  if (known !== null) return known;
  const flag = await server.call('featureFlag', { parameters: { key: 'fci' } });
  if (flag.kind !== 'answer') return false;
  memory.write('isFci', flag.body.active);
  return flag.body.active;
}

function sort(result: CallResult<InstallerParameters>): InstallerAnswer {
  if (result.kind === 'refused' && result.code === 'installer_missing') return { kind: 'missing' };
  const step = fromCall(result, false);
  return step.ok ? { kind: 'parameters', parameters: step.value } : { kind: 'failed', failure: step.failure };
}

function keep({ memory }: Ports, { url, params, token, deviceUserId }: InstallerParameters): void {
  memory.write('downloadParameters', { url, params });
  memory.write('deviceUserId', deviceUserId);
  if (token === null) memory.forget('deviceToken');
  else memory.write('deviceToken', token);
}
