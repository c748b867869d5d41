import * as z from 'zod';
import { hashToken, isSameText } from '../../../operations/crypto/tokens.ts';
import { beginCeremony, type CeremonyKind, readCeremony, takeCeremony } from '../factors/ceremonies.ts';
import type { ServerContext } from '../../../context/server-context.ts';

const UPSTREAM_LIFE_MS = 10 * 60_000;
/** From the posted answer to the page that follows it. */
const ARRIVAL_LIFE_MS = 60_000;

/**
 * What was begun, kept on the server. An answer is judged by this and by nothing it says about itself: which identity
 * provider, which browser, which work application waits.
 */
export const intentSchema = z.object({
  upstreamId: z.uuid(),
  /** SHA-256 of the cookie of the browser that began. */
  browserHash: z.string(),
  loginMarker: z.uuid().nullable(),
  startedAt: z.iso.datetime(),
  /** The application wants the person to sign in again; a trial wants to know whether that works. */
  isFresh: z.boolean(),
  /** The person may have to prove who they are: the provider is asked not to answer by an old session. */
  wantsRecent: z.boolean().default(false),
  /** The person has signed in there again since `startedAt`, and is not asked to do so twice. */
  isAskedAlready: z.boolean().default(false),
  /** The session whose place it may take, and whom the page named: the person has said so there. */
  replaces: z.object({ sessionId: z.uuid(), subject: z.string() }).nullable().default(null),
  /** OpenID Connect. */
  codeVerifier: z.string().nullable(),
  nonce: z.string().nullable(),
  /** A trial of an administrator: no one is signed in by its answer. Null: a sign-in. */
  trialId: z.string().nullable(),
});
export type Intent = z.infer<typeof intentSchema>;

const UPSTREAM_INTENT = {
  kind: 'upstream-sign-in',
  lifeMs: UPSTREAM_LIFE_MS,
  content: intentSchema,
} satisfies CeremonyKind<unknown>;

/** What an identity provider said about someone, once it is proven that it did. */
export const upstreamIdentitySchema = z.object({
  /** Who said it: issuer of OpenID Connect, entity id of SAML. */
  issuer: z.string(),
  subject: z.string(),
  login: z.string().nullable(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  /** The provider itself said, in this very answer, that the address is the person's. The settings assume nothing here. */
  isEmailProven: z.boolean().default(false),
  displayName: z.string().nullable(),
  groups: z.array(z.string()).nullable(),
  userType: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /** The claim that the settings name says that the device is in order. */
  isDeviceVouchedFor: z.boolean().default(false),
  /** AuthnContext or acr, for the record. */
  level: z.string().nullable(),
  /** The names of everything that was said, for a trial. */
  received: z.array(z.string()),
  /** There are more groups than the provider puts into a token. */
  hasTooManyGroups: z.boolean(),
  /** The answer says that the person signed in there after they were sent. */
  isFresh: z.boolean().default(false),
  /** When the person signed in there, as far as the provider says it. */
  signedInAt: z.iso.datetime().nullable().default(null),
});
export type UpstreamIdentity = z.infer<typeof upstreamIdentitySchema>;

const UPSTREAM_ARRIVAL = {
  kind: 'upstream-arrival',
  lifeMs: ARRIVAL_LIFE_MS,
  content: z.object({ intent: intentSchema, identity: upstreamIdentitySchema }),
} satisfies CeremonyKind<unknown>;
type UpstreamArrival = z.infer<typeof UPSTREAM_ARRIVAL.content>;

/** @param state comes back with the answer: state of OpenID Connect, RelayState of SAML */
export async function rememberIntent(context: ServerContext, state: string, intent: Intent): Promise<void> {
  await beginCeremony(context, UPSTREAM_INTENT, state, intent);
}

/** Takes an intent, once. @returns null when it is not of this company or this identity provider, over, or was taken */
export async function takeIntent(context: ServerContext, state: string, upstreamId: string): Promise<Intent | null> {
  const intent = await takeCeremony(context, UPSTREAM_INTENT, state);
  return intent?.upstreamId === upstreamId ? intent : null;
}

/** Reads an intent that was taken: its answer has come back, by the back button say. @returns null where it is not known */
export async function readTakenIntent(
  context: ServerContext,
  state: string,
  upstreamId: string,
): Promise<Intent | null> {
  const intent = await readCeremony(context, UPSTREAM_INTENT, state);
  return intent?.upstreamId === upstreamId ? intent : null;
}

/** A posted answer carries no cookie of ours: what it proved waits for the same browser's next request. */
export async function rememberArrival(context: ServerContext, handle: string, arrival: UpstreamArrival): Promise<void> {
  await beginCeremony(context, UPSTREAM_ARRIVAL, handle, arrival);
}

export async function takeArrival(
  context: ServerContext,
  handle: string,
  upstreamId: string,
): Promise<UpstreamArrival | null> {
  const arrival = await takeCeremony(context, UPSTREAM_ARRIVAL, handle);
  return arrival?.intent.upstreamId === upstreamId ? arrival : null;
}

/** Reads an arrival that was taken, as {@link readTakenIntent} does. */
export async function readTakenArrival(
  context: ServerContext,
  handle: string,
  upstreamId: string,
): Promise<UpstreamArrival | null> {
  const arrival = await readCeremony(context, UPSTREAM_ARRIVAL, handle);
  return arrival?.intent.upstreamId === upstreamId ? arrival : null;
}

/** Whether it is the browser that began: another person's answer, slipped to this one, is no one's. */
export function isSameBrowser({ browserHash }: Pick<Intent, 'browserHash'>, browserToken: string | undefined): boolean {
  return browserToken !== undefined && isSameText(browserHash, hashToken(browserToken));
}
