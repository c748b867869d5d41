import { CHECK_TYPES, type CheckType } from '@vestibule/contracts';
import { type Exempt, isExemptionOf } from '@vestibule/policy';
import { normalizeLogin } from '../../repositories/people.ts';
import type { Refusal, ServerContext } from '../../context/server-context.ts';
import type { Acting } from '../audit/acting.ts';
import { isOver } from './describe-policy.ts';
import { whyNotAlone } from '../audit/second-approver.ts';

/** What comes with a login that the policy exempts: exemptions are for logins, and so for anyone who has them. */
export interface ExemptLogin {
  /** It is as if anyone who gives the login exempted its owner. */
  readonly refusal: Refusal<'role_missing'> | null;
  readonly warnings: readonly string[];
}

/** Looks whether someone may be given a login that no one, or another person, has had. */
export async function judgeExemptLogin(acting: Acting, login: string): Promise<ExemptLogin> {
  const held = findExemptions(acting.context, { login: normalizeLogin(login) }).map(
    ({ checkType, until }) => `${checkType} until ${until}`,
  );
  if (held.length === 0) return { refusal: null, warnings: [] };
  return {
    refusal: await whyNotAlone(acting, `someone is given ${login}, a login that the policy exempts,`),
    warnings: [`The policy exempts ${login} from ${held.join(', ')}: that holds for this person from now on.`],
  };
}

/** What the policy exempts a person or a computer from, as long as that is not over. */
export function findExemptions(
  { policy, now }: Pick<ServerContext, 'policy' | 'now'>,
  exempt: Exempt,
): readonly { readonly checkType: CheckType; readonly until: string }[] {
  return CHECK_TYPES.flatMap((checkType) =>
    (policy.policy.checks[checkType]?.exemptions ?? [])
      .filter((exemption) => isExemptionOf(exemption, exempt) && !isOver(exemption, now()))
      .map(({ until }) => ({ checkType, until })),
  );
}
