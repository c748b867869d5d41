import { type ADMIN_CALLS, CHECK_TYPES, type CheckType, type Outcome } from '@vestibule/contracts';
import { ofPerson } from '../../repositories/audit-words.ts';
import { type Exempt, type Exemption, isExemptionOf, isOff, withExemption, withoutExemption } from '@vestibule/policy';
import type * as z from 'zod/mini';
import { hasDeviceId } from '../../repositories/admin-devices.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { findPersonByLogin } from '../../repositories/people.ts';
import { findPolicyToChange } from '../../repositories/policies.ts';
import { applyPolicy, policyFileOf, readPolicyFile, readPolicyText } from './policies.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { type Acting, carryOut } from '../audit/acting.ts';
import { isOver } from './describe-policy.ts';
import { whyNotAlone } from '../audit/second-approver.ts';

const DAY_MS = 86_400_000;

type ExemptionRefusal = Refusal<'request_malformed' | 'not_found' | 'not_possible' | 'role_missing'>;
type Addition = z.infer<typeof ADMIN_CALLS.adminAddExemption.body>;

/** Who is exempt from what, as the policy that holds says, in the order of its checks. */
export function listExemptions({ policy: { policy }, now }: ServerContext) {
  return CHECK_TYPES.flatMap((checkType) =>
    (policy.checks[checkType]?.exemptions ?? []).map((exemption) => ({
      checkType,
      login: 'login' in exemption ? exemption.login : null,
      deviceId: 'deviceId' in exemption ? exemption.deviceId : null,
      until: exemption.until,
      why: exemption.why,
      approvedBy: exemption.approvedBy,
      isOver: isOver(exemption, now()),
    })),
  );
}

/**
 * Exempts a person or a computer, in the policy itself: it stays the only place that says who is stopped, and every
 * exemption has a version, an end and someone who answers for it. Where temporary access needs a second approver, no one
 * does it alone.
 */
export async function addExemption(
  acting: Acting,
  checkType: CheckType,
  { days, why, ...named }: Addition,
): Promise<Outcome | ExemptionRefusal> {
  const { context, administrator } = acting;
  const alone = await whyNotAlone(acting, 'people and computers are exempted');
  if (alone !== null) return alone;
  const exempt = readExempt(named);
  if (isRefusal(exempt)) return exempt;
  const known = await findExempt(context, exempt);
  if (isRefusal(known)) return known;
  const check = context.policy.policy.checks[checkType];
  if (context.policy.source === 'built-in' || check === undefined || isOff(check)) {
    return refuse('not_possible', `The company’s policy does not ask for ${checkType}, so no one needs an exemption.`);
  }
  const until = new Date(context.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const exemption: Exemption = { ...known, until, why, approvedBy: administrator.name };
  return writePolicy(acting, checkType, exemption, {
    text: withExemption(context.policy.text, checkType, exemption),
    to: exemption,
  });
}

/** Ends an exemption: from now on the check is asked for like everybody else's. */
export async function endExemption(
  acting: Acting,
  checkType: CheckType,
  named: Pick<Addition, 'login' | 'deviceId'>,
): Promise<Outcome | ExemptionRefusal> {
  const exempt = readExempt(named);
  if (isRefusal(exempt)) return exempt;
  const { policy, text } = acting.context.policy;
  const isThere = policy.checks[checkType]?.exemptions.some((exemption) => isExemptionOf(exemption, exempt)) ?? false;
  if (!isThere) return refuse('not_found', `The policy has no such exemption from ${checkType}.`);
  return writePolicy(acting, checkType, exempt, { text: withoutExemption(text, checkType, exempt), to: null });
}

function readExempt({ login, deviceId }: Pick<Addition, 'login' | 'deviceId'>): Exempt | Refusal<'request_malformed'> {
  if (login !== undefined && deviceId === undefined) return { login };
  if (deviceId !== undefined && login === undefined) return { deviceId };
  return refuse('request_malformed', 'Name either a login or a deviceId: an exemption is for one of them.');
}

async function findExempt(
  { database, company }: ServerContext,
  exempt: Exempt,
): Promise<Exempt | Refusal<'not_found'>> {
  if ('login' in exempt) {
    const person = await findPersonByLogin(database, company.id, exempt.login);
    return person === null ? refuse('not_found', `No one has the login ${exempt.login}.`) : { login: person.login };
  }
  return (await hasDeviceId(database, company.id, exempt.deviceId))
    ? exempt
    : refuse('not_found', 'No computer of this company has this device id.');
}

async function writePolicy(
  acting: Acting,
  checkType: CheckType,
  exempt: Exempt,
  { text, to }: { readonly text: string | null; readonly to: Exemption | null },
): Promise<Outcome | Refusal<'not_possible'>> {
  const { context, administrator } = acting;
  const { policy: held, company } = context;
  const read = text === null ? null : readPolicyText(text, 'command');
  if (read?.ok !== true) {
    return refuse('not_possible', 'This policy shares parts by anchors. Write the exemption into it, and apply it.');
  }
  const { loaded } = read;
  const before = held.policy.checks[checkType]?.exemptions.find((exemption) => isExemptionOf(exemption, exempt));
  const field = `${checkType}, ${nameOf(exempt)}`;
  const person = 'login' in exempt ? await findPersonByLogin(context.database, company.id, exempt.login) : null;
  const outcome = await carryOut(
    acting,
    {
      action: 'policy',
      target: company.name,
      ...(person === null ? {} : { of: ofPerson(person.id), people: new Map([[field, person.id]]) }),
      changes: [{ field, from: describe(before), to: describe(to) }],
      // By these the entry is found, and erased with the person.
      details: { from: held.version, to: loaded.version, ...exemptOf(exempt) },
      warnings: await warnOfFile(context),
    },
    async (transaction) => {
      const newest = await findPolicyToChange(transaction, company.id);
      if (newest?.version !== held.version) {
        return refuse('not_possible', 'The policy was changed at this moment. Look at it, and try again.');
      }
      const change = { createdAt: context.now(), createdBy: administrator.name };
      await applyPolicy(transaction, company.id, loaded, change);
      return null;
    },
  );
  if (!isRefusal(outcome) && !outcome.isDryRun) {
    await context.events.publish({ companyId: company.id, personId: null, subject: 'policy' });
  }
  return outcome;
}

function exemptOf(exempt: Exempt): Exempt {
  return 'login' in exempt ? { login: exempt.login } : { deviceId: exempt.deviceId };
}

function nameOf(exempt: Exempt): string {
  return 'login' in exempt ? `login ${exempt.login}` : `device ${exempt.deviceId}`;
}

function describe(exemption: Exemption | null | undefined): string | null {
  return exemption === null || exemption === undefined ? null : `exempt until ${exemption.until}: ${exemption.why}`;
}

/** The file is a door to the policy: anyone who saves it next decides again. */
async function warnOfFile({ config, company, database }: ServerContext): Promise<string[]> {
  const [first] = await findCompanies(database);
  const file = policyFileOf(config, company, first?.company.id === company.id);
  if ((await readPolicyFile(file)).kind === 'missing') return [];
  return [`Write it into ${file} as well: when that is saved next, what stands there holds.`];
}
