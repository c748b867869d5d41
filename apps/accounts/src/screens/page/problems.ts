import type { Text } from '@vestibule/texts';
import type { Problem } from '../../adapters/outcome.ts';
import { problemTexts as texts } from './texts.ts';

export interface ProblemText {
  readonly title: Text;
  readonly text: Text;
}

const SERVER: ProblemText = { title: texts.server, text: texts.serverText };
const TOO_OLD: ProblemText = { title: texts.tooOld, text: texts.tooOldText };

const PROBLEMS: { readonly [problem in Problem]?: ProblemText } = {
  account_disabled: { title: texts.disabled, text: texts.disabledText },
  code_wrong: { title: texts.codeWrong, text: texts.codeWrongText },
  credentials_wrong: { title: texts.credentialsWrong, text: texts.credentialsWrongText },
  invitation_unknown: { title: texts.invitation, text: texts.invitationText },
  last_way_in: { title: texts.lastWayIn, text: texts.lastWayInText },
  network: { title: texts.network, text: texts.networkText },
  not_found: { title: texts.gone, text: texts.goneText },
  not_signed_in: { title: texts.notSignedIn, text: texts.notSignedInText },
  passkey_cancelled: { title: texts.passkeyCancelled, text: texts.passkeyCancelledText },
  passkey_impossible: { title: texts.passkeyImpossible, text: texts.passkeyImpossibleText },
  passkey_refused: { title: texts.passkeyRefused, text: texts.passkeyRefusedText },
  passkey_there: { title: texts.passkeyThere, text: texts.passkeyThereText },
  password_weak: { title: texts.passwordWeak, text: texts.passwordWeakText },
  password_wrong: { title: texts.passwordWrong, text: texts.passwordWrongText },
  second_factor_required: { title: texts.lastFactor, text: texts.lastFactorText },
  session_expired: { title: texts.sessionExpired, text: texts.sessionExpiredText },
  sign_in_expired: TOO_OLD,
  sign_in_unknown: { title: texts.notYours, text: texts.notYoursText },
  too_many_attempts: { title: texts.tooMany, text: texts.tooManyText },
  too_many_codes: { title: texts.tooManyCodes, text: texts.tooManyCodesText },
  upstream_clock_wrong: { title: texts.upstreamClock, text: texts.upstreamClockText },
  upstream_denied: { title: texts.upstreamDenied, text: texts.upstreamDeniedText },
  upstream_domain_wrong: { title: texts.upstreamDomain, text: texts.upstreamDomainText },
  upstream_failed: { title: texts.upstreamFailed, text: texts.upstreamFailedText },
  upstream_login_taken: { title: texts.upstreamTaken, text: texts.upstreamTakenText },
  upstream_not_fresh: { title: texts.upstreamNotFresh, text: texts.upstreamNotFreshText },
  upstream_person_unknown: { title: texts.upstreamPerson, text: texts.upstreamPersonText },
  upstream_unknown: { title: texts.upstreamOff, text: texts.upstreamOffText },
  upstream_unreachable: { title: texts.upstreamAway, text: texts.upstreamAwayText },
  xsrf_token_wrong: { title: texts.pageOld, text: texts.pageOldText },
};

/** What a problem means for the person; every one has a text. */
export function problemText(problem: Problem): ProblemText {
  return PROBLEMS[problem] ?? SERVER;
}

/** Codes with which another part of the product sends a person to the sign-in. */
const REASONS: readonly Problem[] = [
  'account_disabled',
  'not_signed_in',
  'session_expired',
  'sign_in_expired',
  'sign_in_unknown',
  'upstream_clock_wrong',
  'upstream_denied',
  'upstream_domain_wrong',
  'upstream_failed',
  'upstream_login_taken',
  'upstream_not_fresh',
  'upstream_person_unknown',
  'upstream_unknown',
  'upstream_unreachable',
];

/** Why the person was sent here; null for a reason that says nothing to a person. */
export function reasonText(code: Problem): ProblemText | null {
  return REASONS.includes(code) ? problemText(code) : null;
}
