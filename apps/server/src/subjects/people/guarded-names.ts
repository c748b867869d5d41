import { type CompanyConfiguration, companyConfigurationSchema } from '@vestibule/contracts';
import { isSameName, namesInChecks } from '@vestibule/policy';
import type { Database } from '../../database/open.ts';
import { changeSettings } from '../../repositories/admin-companies.ts';
import type { Application } from '../../repositories/companies.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import type { Acting } from '../audit/acting.ts';

/** A change of what an application is called. Null: it is new. */
export interface Naming {
  readonly before: string | null;
  readonly after: string | undefined;
}

/** A change of what stands behind the name as well: where people are led, and with what. */
export interface Leading extends Naming {
  readonly leadsElsewhere: boolean;
}

/**
 * Whether temporary access would lead to another application by this. Its rules go by names, and while it needs a second
 * approver no one changes them alone: what an application is called is one of them, and so is what a name leads to.
 * @param transaction keeps the rules as they are until its end; left out: as they were read last
 */
export async function whyNameIsGuarded(
  { context, administrator }: Acting,
  { before, after, leadsElsewhere }: Leading,
  transaction?: Database,
): Promise<Refusal<'request_malformed'> | null> {
  const isSame = (after === undefined || after === before) && !leadsElsewhere;
  if (isSame || administrator.reach === 'installation') return null;
  const look = ({ temporaryAccess }: CompanyConfiguration) => {
    if (temporaryAccess.secondApprover === 'off') return null;
    const named = [before, after].find(
      (name) => typeof name === 'string' && temporaryAccess.applications?.includes(name),
    );
    return named === undefined
      ? null
      : refuse(
          'request_malformed',
          `temporaryAccess.applications names ${named}. While temporary access needs a second approver, what goes by that name is changed at the server alone, by its own command line.`,
        );
  };
  if (transaction === undefined) return look(context.configuration);
  let refusal: Refusal<'request_malformed'> | null = null;
  await changeSettings(transaction, context.company.id, (stored) => {
    refusal = look(companyConfigurationSchema.parse(stored));
    return null;
  });
  return refusal;
}

/** The policy and the ways around it find applications by their names: one that goes by another is another to them. */
export function warnOfNewName({ context }: Acting, { before, after }: Naming): string[] {
  if (after === undefined || after === before) return [];
  const { temporaryAccess, skipping } = context.configuration;
  const ways = [
    { setting: 'temporaryAccess.applications', names: temporaryAccess.applications, way: 'Temporary access' },
    { setting: 'skipping.applications', names: skipping.applications, way: 'Skipping the installation' },
  ].flatMap(({ setting, names, way }) => {
    const [was, is] = [before, after].map((name) => name !== null && (names?.includes(name) ?? false));
    if (was === is) return [];
    return is === true
      ? [`${setting} names ${after}: ${way.toLowerCase()} leads to it from now on.`]
      : [`${setting} names ${before}. ${way} does not lead to ${after}: change the setting as well.`];
  });
  const { policy } = context.policy;
  return [
    ...warnOfPolicy(policy.enforceFor?.applications ?? [], { before, after }),
    ...warnOfRules(namesInChecks(policy).applications, { before, after }),
    ...ways,
  ];
}

/** Rules of checks go by the application's name as well. */
function warnOfRules(named: readonly string[], { before, after }: Naming & { readonly after: string }): string[] {
  const isNamed = (name: string | null) => name !== null && named.some((own) => isSameName(own, name));
  if (isNamed(before) === isNamed(after)) return [];
  return [
    isNamed(before)
      ? `Checks of the policy have rules for ${before}. They do not hold for ${after}: change the policy as well.`
      : `Checks of the policy have rules for ${after}, which hold there from now on.`,
  ];
}

function warnOfPolicy(named: readonly string[], { before, after }: Naming & { readonly after: string }): string[] {
  const isNamed = (name: Application['name'] | null) => name !== null && named.some((own) => isSameName(own, name));
  if (before === null || isNamed(before) === isNamed(after)) return [];
  return [
    isNamed(before)
      ? `The policy names ${before} in enforceFor. As ${after} it is only observed: change the policy as well.`
      : `The policy names ${after} in enforceFor, so that it is enforced there from now on.`,
  ];
}
