import type { SecondFactorChallenge, SecondFactorMethod, SecondFactorRule } from '@vestibule/contracts';
import type { Database } from '../../../database/open.ts';
import type { Application } from '../../../repositories/companies.ts';
import type { PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import type { Person, WebSession } from '../../../repositories/people.ts';
import { findRole } from '../../../repositories/roles.ts';
import { countRecoveryCodes, type FactorsAndRole, findFactorsAndRole } from '../../../repositories/second-factors.ts';
import { secondFactorRule } from '../../settings/factor-rule.ts';
import type { ServerContext } from '../../../context/server-context.ts';

export type Factor = WebSession['factors'][number];

/** The sign-in that a work application began, if one did. */
export type Awaited = { readonly pending: PendingSignInRow; readonly application: Application } | null;

export interface FactorNeeds {
  /** Null: no second factor is missing. */
  readonly challenge: SecondFactorChallenge | null;
  /** The device check is asked for as a factor, and was not given yet. */
  readonly isDeviceMissing: boolean;
}

const SECOND: readonly Factor[] = ['totp', 'passkey', 'recovery-code', 'upstream-mfa'];

/** A passkey is one by itself: it was opened with a fingerprint or a PIN. */
export function hasSecondFactor(factors: readonly Factor[]): boolean {
  return factors.some((factor) => SECOND.includes(factor));
}

/** Whether a second factor is asked of this person: by the company, by the application, or by a role they hold. */
export async function isSecondFactorRequired(
  context: ServerContext,
  database: Database,
  person: Person,
  awaited: Awaited,
): Promise<boolean> {
  return ruleOf(context, awaited) === 'required' || (await findRole(database, context.company.id, person.id)) !== null;
}

/**
 * What is missing of a sign-in, next to the factors given. Anyone who has set a factor up is always asked for it.
 * @param proofs as they were read in this call; left out: they are read
 */
export async function findFactorNeeds(
  context: ServerContext,
  database: Database,
  person: Person,
  factors: readonly Factor[],
  awaited: Awaited,
  proofs?: FactorsAndRole,
): Promise<FactorNeeds> {
  const rule = ruleOf(context, awaited);
  return {
    challenge: hasSecondFactor(factors) ? null : await challengeFor(database, person, rule, proofs),
    isDeviceMissing: rule === 'device' && !factors.includes('device'),
  };
}

function ruleOf(context: ServerContext, awaited: Awaited): SecondFactorRule {
  return awaited === null
    ? context.configuration.secondFactor
    : secondFactorRule(context, awaited.application, awaited.pending);
}

async function challengeFor(
  database: Database,
  person: Person,
  rule: SecondFactorRule,
  proofs?: FactorsAndRole,
): Promise<SecondFactorChallenge | null> {
  const holder = { companyId: person.companyId, personId: person.id };
  const { kinds, hasRole } = proofs ?? (await findFactorsAndRole(database, holder));
  if (kinds.length > 0) {
    const methods = new Set<SecondFactorMethod>(kinds);
    if ((await countRecoveryCodes(database, holder)) > 0) methods.add('recovery-code');
    return { methods: [...methods], mustEnroll: false };
  }
  return rule === 'required' || hasRole ? { methods: ['totp', 'passkey'], mustEnroll: true } : null;
}
