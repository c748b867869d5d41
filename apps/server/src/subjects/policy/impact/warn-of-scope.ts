import { CHECK_TYPES } from '@vestibule/contracts';
import type { Policy } from '@vestibule/policy';
import { isSameName, namesInChecks } from '@vestibule/policy';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { findDeviceIdsAmong } from '../../../repositories/admin-devices.ts';
import { findIdsOfLogins, hasGroup } from '../../../repositories/admin-people.ts';
import { normalizeLogin } from '../../../repositories/people.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { isOver } from '../describe-policy.ts';

/** What a policy names and the company has not: a slip there lets everybody through, or exempts no one. */
export async function warnOfScope(context: ServerContext, policy: Policy): Promise<string[]> {
  const rules = namesInChecks(policy);
  return [
    ...(await warnOfNames(context, policy.enforceFor ?? {}, 'enforceFor names')),
    ...(await warnOfNames(context, rules, 'A check has a rule for')),
    ...(await warnOfExempt(context, policy)),
  ];
}

async function warnOfNames(
  { database, company }: ServerContext,
  {
    groups = [],
    applications = [],
  }: { readonly groups?: readonly string[] | undefined; readonly applications?: readonly string[] | undefined },
  where: string,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const group of groups) {
    if (await hasGroup(database, company.id, group)) continue;
    warnings.push(`${where} the group ${group}, and no one is in it: vestibule person show --help`);
  }
  const known = applications.length === 0 ? [] : await findAllApplications(database, company.id);
  for (const name of applications) {
    if (known.some((application) => isSameName(application.name, name))) continue;
    warnings.push(`${where} the application ${name}, and there is none by that name: vestibule application list`);
  }
  return warnings;
}

/** Exemptions that are not over, of a login or a computer that is none. */
async function warnOfExempt({ database, company, now }: ServerContext, { checks }: Policy): Promise<string[]> {
  const logins = new Map<string, Set<string>>();
  const deviceIds = new Map<string, Set<string>>();
  for (const checkType of CHECK_TYPES) {
    for (const exemption of checks[checkType]?.exemptions ?? []) {
      if (isOver(exemption, now())) continue;
      const isLogin = 'login' in exemption;
      const [named, key] = isLogin
        ? [logins, normalizeLogin(exemption.login)]
        : [deviceIds, exemption.deviceId.toLowerCase()];
      named.set(key, (named.get(key) ?? new Set()).add(checkType));
    }
  }
  const knownLogins = await findIdsOfLogins(database, company.id, [...logins.keys()]);
  const knownIds = await findDeviceIdsAmong(database, company.id, [...deviceIds.keys()]);
  return [
    ...without(logins, knownLogins).map(
      ([login, types]) =>
        `The policy exempts the login ${login} from ${types}, and no one has it: vestibule person list. A person who gets it is exempt.`,
    ),
    ...without(deviceIds, knownIds).map(
      ([id, types]) =>
        `The policy exempts the device ${id} from ${types}, and no computer of this company has that id: vestibule device list`,
    ),
  ];
}

function without(
  named: ReadonlyMap<string, ReadonlySet<string>>,
  known: { has(name: string): boolean },
): (readonly [name: string, checkTypes: string])[] {
  return [...named].flatMap(([name, types]) => (known.has(name) ? [] : [[name, [...types].join(', ')] as const]));
}
