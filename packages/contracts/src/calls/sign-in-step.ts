import * as z from 'zod/mini';

/** What a person may hold next to a password. */
export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** A second factor that is asked for. */
export const secondFactorChallengeSchema = z.object({
  /** Those that can be used now; where one has to be set up first, those that can be. */
  methods: z.array(z.enum(SECOND_FACTOR_METHODS)),
  /** True when the person has none yet: the page sets one up, and that counts as having given it. */
  mustEnroll: z.boolean(),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallengeSchema>;

/**
 * What follows a step of signing in: an address of this site to go to, or the next factor. With the latter the session
 * cookie is set already, and opens nothing but the calls marked 'first-factor'.
 */
export const signInStepSchema = z.union([
  z.object({ continueTo: z.string() }),
  z.object({ secondFactor: secondFactorChallengeSchema }),
]);
export type SignInStep = z.infer<typeof signInStepSchema>;

/**
 * Someone is signed out here. The browser goes to this address of the site: by way of the applications that are told to
 * end their sessions, or straight to the sign-in page.
 */
export const signedOutSchema = z.object({ continueTo: z.string() });

/** Handle of the pending sign-in, when a work application sent the person here. */
export const loginMarkerSchema = z.optional(z.uuid());
