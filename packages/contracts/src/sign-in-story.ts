/**
 * What a sign-in came to, or where it stands.
 * - `arrived`: on the way, or given up; nothing has stopped it
 * - `asked-to-install`: the page has asked for the extension or Workplace, and no computer has answered since
 * - `stopped`: checks or a refusal keep the person out
 * - `fixing`: as stopped, and a fix was allowed for it; until the application's request is too old
 * - `through`: let in by a computer that met the policy, at once
 * - `fixed`: the same after a fix
 * - `access`: let in by temporary access, or without Workplace
 * - `observed`: let in because nothing was enforced; a computer that met the policy all the same is `through` or `fixed`
 * - `not-checked`: let in on the word of the identity provider
 */
export const SIGN_IN_OUTCOMES = [
  'arrived',
  'asked-to-install',
  'stopped',
  'fixing',
  'through',
  'fixed',
  'access',
  'observed',
  'not-checked',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** What led around the gate, where something did. */
export const SIGN_IN_WAYS = [
  'temporary-access',
  'skip-installation',
  /** The whole gate was report-only. */
  'report-only',
  /** The policy was not enforced for this person or application. */
  'not-enforced',
  /** A phone or tablet, on the word of the identity provider. */
  'phone',
] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export const SIGN_IN_PROTOCOLS = ['saml', 'oidc', 'second-step', 'launched'] as const;
export type SignInProtocol = (typeof SIGN_IN_PROTOCOLS)[number];

/** The steps of a sign-in, each with its sentence; `{name}` stands for what differs. */
export const SIGN_IN_SENTENCES = {
  'arrived-saml': '{application} asked to sign in, by SAML.',
  'arrived-oidc': '{application} asked to sign in, by OpenID Connect.',
  'arrived-second-step': 'The identity provider asked for the second step of a sign-in.',
  'arrived-launched': '{application} was opened from here.',
  'signed-in': 'Signed in: {factors}.',
  'signed-in-before': 'Was signed in here already: {factors}.',
  'computer-answered': 'Extension and Workplace answered.',
  'install-asked': 'The page asked to install what is missing.',
  'met-policy': 'Computer read: {passed} of {checks} checks passed. It meets the policy.',
  'kept-out': 'Computer read: {passed} of {checks} checks passed. Kept out by {count}: {stoppers}.',
  'would-keep-out': 'Computer read: {passed} of {checks} checks passed. Not enforced: {stoppers}.',
  'fix-allowed': 'A fix was allowed: {fixes}.',
  fixed: 'Fixed: {checks}.',
  'access-asked': 'Asked for temporary access.',
  refused: 'Refused: {code}.',
  declined: '{application} was told no: {code}.',
  'let-in': 'Let in.',
  'let-in-by-access': 'Let in by temporary access.',
  'let-in-without-workplace': 'Let in without Workplace.',
  'let-in-report-only': 'Let in: the gate is report-only.',
  'let-in-not-enforced': 'Let in: the policy is not enforced for this person or application.',
  'let-in-by-provider': 'Let in on the word of the identity provider.',
  'answered-again': 'The answer was lost on the way, and given again.',
} as const;
export type SignInSentence = keyof typeof SIGN_IN_SENTENCES;

/** Which kind of step it is, for its icon. */
export const SIGN_IN_STEP_KINDS = [
  'arrived',
  'signed-in',
  'computer',
  'install',
  'passed',
  'stopped',
  'fix',
  'fixed',
  'access',
  'refused',
  'let-in',
] as const;
export type SignInStepKind = (typeof SIGN_IN_STEP_KINDS)[number];

/** @returns the English of a step, such as ‘Fixed: FirewallEnable.’ */
export function saySignInStep({
  id,
  values,
}: {
  readonly id: SignInSentence;
  readonly values: Readonly<Record<string, string | number | readonly string[]>>;
}): string {
  return SIGN_IN_SENTENCES[id].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return Array.isArray(value) ? value.join(', ') : String(value ?? '');
  });
}
