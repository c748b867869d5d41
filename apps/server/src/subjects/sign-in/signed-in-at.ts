import * as z from 'zod';
import type { WebSession } from '../../repositories/people.ts';
import type { Intent, UpstreamIdentity } from '../people/identity-providers/intent.ts';

const NEVER = new Date(0);

const keptSchema = z.object({ signedInAt: z.iso.datetime() });

/**
 * When the person of a session signed in: what a work application that asks for a new sign-in, or a young one, is held
 * against. A session is as young as its page; who came from an identity provider may have signed in there long before.
 * @returns the beginning of time where no one has said when, and where a link has opened the session
 */
export function signedInAt({
  authenticatedAt,
  upstreamClaims,
  openedFrom,
}: Pick<WebSession, 'authenticatedAt' | 'upstreamClaims' | 'openedFrom'>): Date {
  if (openedFrom !== null) return NEVER;
  const kept = keptSchema.safeParse(upstreamClaims);
  const there = kept.success ? new Date(kept.data.signedInAt) : authenticatedAt;
  return there < authenticatedAt ? there : authenticatedAt;
}

/**
 * What is kept of a sign-in at an identity provider. Its clock may be behind ours, within what its settings allow: who signed in
 * there after they were sent did so no earlier than that.
 * @param provenAt the moment that the provider names
 */
export function signedInThereAt(
  provenAt: Date,
  { isFresh }: Pick<UpstreamIdentity, 'isFresh'>,
  { startedAt }: Pick<Intent, 'startedAt'>,
): string {
  const sentAt = new Date(startedAt);
  return (isFresh && provenAt < sentAt ? sentAt : provenAt).toISOString();
}
