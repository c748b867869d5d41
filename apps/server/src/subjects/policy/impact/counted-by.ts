import { isDeepStrictEqual } from 'node:util';
import { companyConfigurationSchema, type GateState } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import { readSettings } from '../../../repositories/admin-companies.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import { gateStateOf } from '../gate/gate-state.ts';
import { loadPolicy } from '../policies.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** What of the settings decides whether someone gets to work; with the others no one is looked for. */
export const DECIDING = [
  'secondFactor',
  'registration',
  'requireNativeAppInstallation',
  'skipping',
  'supportedVersions',
  'sessionType',
] as const;

/**
 * Whom a change keeps out is counted before it is written. Refuses it when what that was counted by holds no longer: the
 * policy, the gate, or a setting that decides. Others who change one of them wait until the transaction is over.
 * @param gate how the gate stood for the count
 */
export async function whyCountAnew(
  transaction: Database,
  context: ServerContext,
  gate: GateState = gateStateOf(context),
): Promise<Refusal<'not_possible'> | null> {
  const { company, configuration, policy, now } = context;
  await lockCompany(transaction, company.id);
  const stored = companyConfigurationSchema.parse(await readSettings(transaction, company.id));
  const isAsCounted =
    isDeepStrictEqual(gateStateOf({ configuration: stored, now }), gate) &&
    DECIDING.every((name) => isDeepStrictEqual(stored[name], configuration[name])) &&
    (await loadPolicy(transaction, company.id)).version === policy.version;
  return isAsCounted
    ? null
    : refuse(
        'not_possible',
        'Nothing was changed: a colleague has just changed the gate, the policy or a setting, so who is stopped has to be counted again. Look with `vestibule gate show`, and run the command again.',
      );
}
