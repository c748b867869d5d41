import type { DeviceEvidence } from './device-statement.ts';
import { SAML_LIMITS } from './limits.ts';

/**
 * How the person proved who they are: the first factor, and what came with it. `upstream`: at another identity provider;
 * `upstream+second-factor`: there, in a way that the administrator counts as two factors. `password+device`: the password,
 * and the key of a computer that belongs to them (mfa mode, where the device check is the second factor).
 */
export type SignInMethod =
  | 'password'
  | 'one-time-code'
  | 'passkey'
  | 'password+passkey'
  | 'password+device'
  | 'upstream'
  | 'upstream+one-time-code'
  | 'upstream+passkey'
  | 'upstream+second-factor';

export interface RequestedAuthnContext {
  readonly comparison: 'exact' | 'minimum' | 'maximum' | 'better';
  /** None: the request names declarations, which are not known here, so that nothing meets it. */
  readonly classes: readonly string[];
}

const SAML_CLASSES = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const UNSPECIFIED = `${SAML_CLASSES}unspecified`;
const PASSWORD = `${SAML_CLASSES}Password`;
const PROTECTED_PASSWORD = `${SAML_CLASSES}PasswordProtectedTransport`;
const CODE = `${SAML_CLASSES}TimeSyncToken`;
const MFA = 'https://refeds.org/profile/mfa';

const CLASS_OF_METHOD = Object.freeze({
  password: PROTECTED_PASSWORD,
  'one-time-code': CODE,
  passkey: MFA,
  'password+passkey': MFA,
  'password+device': MFA,
  upstream: UNSPECIFIED,
  'upstream+one-time-code': CODE,
  'upstream+passkey': MFA,
  'upstream+second-factor': MFA,
} satisfies Record<SignInMethod, string>);

/** Something the person knows and something they have, which is what the REFEDS profile calls several factors. */
const CODE_METHODS: readonly SignInMethod[] = ['one-time-code', 'upstream+one-time-code'];

/** What each method begins with. */
const FIRST_FACTOR: Readonly<Record<SignInMethod, 'password' | 'passkey' | 'upstream'>> = {
  password: 'password',
  'one-time-code': 'password',
  passkey: 'passkey',
  'password+passkey': 'password',
  'password+device': 'password',
  upstream: 'upstream',
  'upstream+one-time-code': 'upstream',
  'upstream+passkey': 'upstream',
  'upstream+second-factor': 'upstream',
};

/** SAML leaves the order of classes to the identity provider. Ours, the weakest first. */
const BY_STRENGTH: readonly string[] = [UNSPECIFIED, PASSWORD, PROTECTED_PASSWORD, CODE, MFA];

/** Said of an upstream sign-in by the administrator's word alone, whatever the upstream calls it. */
const SECOND_FACTOR_CLASSES: readonly string[] = [CODE, MFA];

/**
 * What is left of a method when the device proved nothing: a password without the second factor is a password. Ask
 * `satisfiesAuthnContext` with this one before issuing.
 */
export function provenSignInMethod(method: SignInMethod, evidence: DeviceEvidence): SignInMethod {
  const isProvenHere = evidence === 'hardware-key' || evidence === 'software-key';
  return method === 'password+device' && !isProvenHere ? 'password' : method;
}

/**
 * The class that is stated: of those that were proven, the one that answers the request; the sign-in's own where that
 * answers it, where nothing was asked, and where nothing proven would answer.
 * @param upstreamLevel what another identity provider said of its own sign-in, if that is how the person signed in: its
 *   class of context, or its `acr`. Passed on where it is an address and claims no second factor
 * @param countsProviderPassword whether another identity provider's `Password` or `unspecified` counts as a password that
 *   went over a protected connection: every provider is asked over https (the settings see to that)
 */
export function authnContextClassOf(
  method: SignInMethod,
  upstreamLevel: string | null = null,
  requested: RequestedAuthnContext | null = null,
  countsProviderPassword = true,
): string {
  const own = ownClassOf(method, upstreamLevel);
  if (requested === null || answers(own, own, requested)) return own;
  const answering = provenClasses(method, upstreamLevel, countsProviderPassword).filter((name) =>
    answers(name, own, requested),
  );
  // Of what is asked exactly, what is named first is preferred (SAML core 3.3.2.2.1); else the strongest.
  const preferred =
    requested.comparison === 'exact'
      ? requested.classes.find((name) => answering.includes(name))
      : answering.toSorted((left, right) => BY_STRENGTH.indexOf(right) - BY_STRENGTH.indexOf(left))[0];
  return preferred ?? own;
}

/** Whether a sign-in is what the request asks for. Where it is not, the application is told `NoAuthnContext`. */
export function satisfiesAuthnContext(
  requested: RequestedAuthnContext | null,
  method: SignInMethod,
  upstreamLevel: string | null = null,
  countsProviderPassword = true,
): boolean {
  if (requested === null) return true;
  const own = ownClassOf(method, upstreamLevel);
  return provenClasses(method, upstreamLevel, countsProviderPassword).some((name) => answers(name, own, requested));
}

function ownClassOf(method: SignInMethod, level: string | null): string {
  return (method === 'upstream' ? passedOn(level) : null) ?? CLASS_OF_METHOD[method];
}

/** Every class that is true of a sign-in, its own first. `unspecified` is true of each: it says nothing. */
function provenClasses(method: SignInMethod, level: string | null, countsProviderPassword: boolean): readonly string[] {
  const firstFactor = FIRST_FACTOR[method];
  const said = firstFactor === 'upstream' ? passedOn(level) : null;
  const isPassword =
    firstFactor === 'password' || (firstFactor === 'upstream' && countsProviderPassword && mayBePassword(method, said));
  return [
    ...new Set([
      ownClassOf(method, level),
      ...(CODE_METHODS.includes(method) ? [MFA] : []),
      ...(said === null ? [] : [said]),
      ...(isPassword ? [PROTECTED_PASSWORD, PASSWORD] : []),
      UNSPECIFIED,
    ]),
  ];
}

/** Whether what a provider said is a password's class, or none. What it calls a counted second factor names no first one. */
function mayBePassword(method: SignInMethod, said: string | null): boolean {
  if (said === null || said === UNSPECIFIED || said === PASSWORD || said === PROTECTED_PASSWORD) return true;
  return method === 'upstream+second-factor' && !said.startsWith(SAML_CLASSES);
}

/** Another identity provider's own word, where an application may be told it; else null. */
function passedOn(level: string | null): string | null {
  if (
    level === null ||
    level.length > SAML_LIMITS.requestedClassMaximumCharacters ||
    SECOND_FACTOR_CLASSES.includes(level)
  )
    return null;
  return /^(?:urn|https?):[\x21-\x7e]+$/i.test(level) ? level : null;
}

/**
 * Whether stating this class would answer the request. Classes that have no place in our order answer only themselves, and
 * `unspecified` of a sign-in that has a class of its own answers only who asks for exactly that: it says nothing of strength.
 * @param own the class of the sign-in itself
 */
function answers(name: string, own: string, { comparison, classes }: RequestedAuthnContext): boolean {
  if (comparison === 'exact') return classes.includes(name);
  if (name === UNSPECIFIED && own !== UNSPECIFIED) return false;
  const rank = BY_STRENGTH.indexOf(name);
  const ranks = classes.map((one) => BY_STRENGTH.indexOf(one));
  switch (comparison) {
    case 'minimum':
      // Whatever someone did is at least unspecified.
      return (
        classes.includes(name) || classes.includes(UNSPECIFIED) || ranks.some((other) => other !== -1 && rank >= other)
      );
    case 'maximum':
      return classes.includes(name) || (rank !== -1 && ranks.some((other) => rank <= other));
    case 'better':
      return classes.length > 0 && ranks.every((other) => other !== -1 && rank > other);
    default:
      return comparison satisfies never;
  }
}
