import { CHECK_TYPES, companyConfigurationSchema } from '@vestibule/contracts';
import { type Exemption, isExemptionOf, type Policy } from '@vestibule/policy';
import type { PersonWithRole } from '../../repositories/admin-people.ts';
import { findCompany } from '../../repositories/companies.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import type { Acting } from './acting.ts';

/**
 * Why an administrator or a token does not do this alone: it would come to the same as leave that no one else approved. The
 * settings are read again, since another server may have been told a moment ago.
 * @param what is done, as the end of a sentence
 * @returns null: no one has to approve such leave, or it is done at the server itself
 */
export async function whyNotAlone(
  { context, administrator }: Acting,
  what: string,
): Promise<Refusal<'role_missing'> | null> {
  if (administrator.reach === 'installation') return null;
  const found = await findCompany(context.database, context.company.id);
  const { temporaryAccess } = companyConfigurationSchema.parse(found?.company.settings ?? {});
  return temporaryAccess.secondApprover === 'off'
    ? null
    : refuse(
        'role_missing',
        `While temporary access needs a second approver, ${what} at the server alone, by its own command line.`,
      );
}

/** Anyone who comes in as a colleague approves what they gave themselves. */
export async function whyNotRenewAlone(
  acting: Acting,
  { person, role }: PersonWithRole,
): Promise<Refusal<'role_missing'> | null> {
  return role?.role !== 'administrator' || person.id === acting.administrator.personId
    ? null
    : whyNotAlone(acting, 'another administrator gets a new way in');
}

/** Whether a policy exempts someone whom the one before did not, or for longer. */
export function exemptsAnew(before: Policy, after: Policy): boolean {
  return CHECK_TYPES.some((type) => {
    const held = before.checks[type]?.exemptions ?? [];
    const isHeld = (exemption: Exemption) =>
      held.some((one) => isExemptionOf(one, exemption) && one.until >= exemption.until);
    return (after.checks[type]?.exemptions ?? []).some((exemption) => !isHeld(exemption));
  });
}
