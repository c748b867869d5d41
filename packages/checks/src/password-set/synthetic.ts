import type { Synthetic } from '../synthetic.ts';

/** An automatic sign-in has a fix and is the commoner defect; where the policy allows it, there is no password at all. */
export function syntheticSignInSecret({ isBad, look, parametersOf }: Synthetic): unknown {
  if (!isBad('PasswordSet')) return { secret: 'set', automaticSignIn: null };
  const isAllowed = parametersOf('PasswordSet')['allowAutomaticSignIn'] === true;
  return isAllowed
    ? { secret: 'none', automaticSignIn: null }
    : { secret: 'set', automaticSignIn: look.automaticSignIn };
}
