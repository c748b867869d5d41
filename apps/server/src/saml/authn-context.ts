import type { DeviceEvidence } from './device-statement.ts';

/**
 * How the person proved who they are. `upstream+second-factor`: at another identity provider, in a way that the
 * administrator counts as two factors. `password+device`: the password, and the key of a computer that belongs to them
 * (mfa mode, where the device check is the second factor).
 */
export type SignInMethod =
  | 'password'
  | 'one-time-code'
  | 'passkey'
  | 'upstream'
  | 'upstream+second-factor'
  | 'password+device';

export interface RequestedAuthnContext {
  readonly comparison: 'exact' | 'minimum' | 'maximum' | 'better';
  readonly classes: readonly string[];
}

const CLASS_OF_METHOD = Object.freeze({
  upstream: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
  password: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
  'one-time-code': 'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken',
  passkey: 'https://refeds.org/profile/mfa',
  'upstream+second-factor': 'https://refeds.org/profile/mfa',
  'password+device': 'https://refeds.org/profile/mfa',
} satisfies Record<SignInMethod, string>);

const PASSWORD_CLASSES: readonly string[] = [
  CLASS_OF_METHOD.password,
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
];

/**
 * What a method proves beside its own class. Libraries that ask for exactly a password by default would otherwise turn
 * away everyone who gave a password and more.
 */
const ALSO_PROVEN: Readonly<Record<SignInMethod, readonly string[]>> = {
  upstream: [],
  'upstream+second-factor': [],
  passkey: [],
  password: PASSWORD_CLASSES,
  'one-time-code': PASSWORD_CLASSES,
  'password+device': PASSWORD_CLASSES,
};

/** SAML leaves the order of classes to the identity provider. Ours, the weakest first. */
const BY_STRENGTH: readonly string[] = [
  CLASS_OF_METHOD.upstream,
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  CLASS_OF_METHOD.password,
  CLASS_OF_METHOD['one-time-code'],
  CLASS_OF_METHOD.passkey,
];

/** Said of an upstream sign-in by the administrator's word alone, whatever the upstream calls it. */
const SECOND_FACTOR_CLASSES: readonly string[] = [CLASS_OF_METHOD['one-time-code'], CLASS_OF_METHOD.passkey];
const MAXIMUM_CLASS_LENGTH = 255;

/**
 * What is left of a method when the device proved nothing: a password without the second factor is a password. Ask
 * `satisfiesAuthnContext` with this one before issuing.
 */
export function provenSignInMethod(method: SignInMethod, evidence: DeviceEvidence): SignInMethod {
  const isProvenHere = evidence === 'hardware-key' || evidence === 'software-key';
  return method === 'password+device' && !isProvenHere ? 'password' : method;
}

/**
 * The class that is stated.
 * @param upstreamLevel what another identity provider said of its own sign-in, if that is how the person signed in: its
 *   class of context, or its `acr`. Passed on where it is an address and claims no second factor
 * @param requested who asks for exactly a weaker class that was proven as well is told that one
 */
export function authnContextClassOf(
  method: SignInMethod,
  upstreamLevel: string | null = null,
  requested: RequestedAuthnContext | null = null,
): string {
  const isFromUpstream = method === 'upstream' && upstreamLevel !== null && isPassedOn(upstreamLevel);
  const own = isFromUpstream ? upstreamLevel : CLASS_OF_METHOD[method];
  if (requested?.comparison !== 'exact' || requested.classes.includes(own)) return own;
  return requested.classes.find((name) => ALSO_PROVEN[method].includes(name)) ?? own;
}

function isPassedOn(level: string): boolean {
  const isAddress = /^(?:urn|https?):[\x21-\x7e]+$/i.test(level) && level.length <= MAXIMUM_CLASS_LENGTH;
  return isAddress && !SECOND_FACTOR_CLASSES.includes(level);
}

/**
 * Whether a sign-in is what the request asks for. When no method can satisfy it, the answer to the application is
 * `issueErrorResponse` with NoAuthnContext. Classes we do not know count for `exact` only.
 */
export function satisfiesAuthnContext(
  requested: RequestedAuthnContext | null,
  method: SignInMethod,
  upstreamLevel: string | null = null,
): boolean {
  if (requested === null) return true;
  const own = authnContextClassOf(method, upstreamLevel, requested);
  if (requested.comparison === 'exact') return requested.classes.includes(own);
  const rank = BY_STRENGTH.indexOf(own);
  const ranks = requested.classes.map((name) => BY_STRENGTH.indexOf(name)).filter((known) => known !== -1);
  if (ranks.length === 0 || rank === -1) return false;
  switch (requested.comparison) {
    case 'minimum':
      return ranks.some((known) => rank >= known);
    case 'maximum':
      return ranks.some((known) => rank <= known);
    case 'better':
      return ranks.length === requested.classes.length && ranks.every((known) => rank > known);
    default:
      return requested.comparison satisfies never;
  }
}
