import { asSentence } from '@vestibule/contracts';
import { countWithoutSecondFactor } from '../../repositories/admin-counts.ts';
import type { Application } from '../../repositories/companies.ts';
import { isDeviceTheFactor, secondFactorRule } from '../settings/factor-rule.ts';
import { gateStateOf } from '../policy/gate/gate-state.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { signInModeOf } from '../settings/sign-in-mode.ts';
import { whyWayIsShut } from '../settings/way-around.ts';
import { keepsUnknownOut } from '../policy/impact/keeps-unknown-out.ts';
import { findPlaces } from '../policy/impact/who-gets-in.ts';

/** What a password that was stolen opens today, by itself: one sentence, and whether it is anything at all. */
interface StolenPassword {
  readonly opens: boolean;
  readonly sentence: string;
}

/** Says what anyone who knows one password, and nothing else, opens in this company as it is set up today. */
export async function describeStolenPassword(context: ServerContext): Promise<StolenPassword> {
  const { here } = await countWithoutSecondFactor(context.database, context.company.id);
  const places = (await findPlaces(context)).filter(({ disabledAt }) => disabledAt === null);
  const byReason = new Map<string, string[]>();
  for (const application of places) {
    const reason = whyItOpens(context, application, here);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), application.name]);
  }
  if (byReason.size === 0) {
    return {
      opens: false,
      sentence: 'A stolen password alone opens nothing: it takes a second factor, or a computer that is registered.',
    };
  }
  const sentences = [...byReason].map(([reason, names]) => {
    const what = names.length === places.length ? 'every application' : names.join(', ');
    return `A stolen password alone opens ${what}: ${reason}`;
  });
  return { opens: true, sentence: sentences.map(asSentence).join(' ') };
}

/** @param unset people who sign in here and have set up no second factor @returns null: it does not */
function whyItOpens(context: ServerContext, application: Application, unset: number): string | null {
  const isSelfRegistering = context.configuration.registration.mode === 'automatic';
  if (isDeviceTheFactor(context, application, { mode: signInModeOf(context, application) })) {
    return isSelfRegistering ? FIRST_COMPUTER : null;
  }
  const isFactorAsked = secondFactorRule(context, application) === 'required';
  if (isFactorAsked && unset === 0) return null;
  const takesAny = isSelfRegistering || !keepsUnknownOut(context);
  const reason = whyUnchecked(context, application, takesAny) ?? (takesAny ? ANY_COMPUTER : null);
  return reason !== null && isFactorAsked
    ? `of ${unset === 1 ? 'one person' : `${unset} people`} who set up no second factor yet: ${reason}`
    : reason;
}

/** Why some or all get in without a computer that meets the policy; null: they do not. */
function whyUnchecked(context: ServerContext, application: Application, takesAny: boolean): string | null {
  const { configuration, policy, now } = context;
  if (gateStateOf(context).state === 'observing') return 'the gate is report-only';
  const { skipping } = configuration;
  const mayBeSkipped =
    skipping.isAllowed &&
    policy.policy.workplaceAccessPolicy !== 'Strict' &&
    whyWayIsShut(skipping, application.name, now()) === null;
  if (mayBeSkipped) return 'going on without Workplace is allowed, see the setting skipping.isAllowed';
  return policy.policy.enforceFor === undefined || takesAny
    ? null
    : 'of people whom enforceFor of the policy leaves out';
}

const CURE = 'To end that: vestibule company settings set registration.mode=verified --dry-run';
const FIRST_COMPUTER = `of people who have no computer here yet, because the first one registers itself. ${CURE}`;
const ANY_COMPUTER = `any computer gets in with it. ${CURE}`;
