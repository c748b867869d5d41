import * as z from 'zod';
import { PROGRAM_LIMITS } from '@vestibule/contracts';
import { createToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/open.ts';
import type { Caller } from '../../context/caller.ts';
import { beginCeremony, type CeremonyKind, readCeremony, takeCeremony } from '../people/factors/ceremonies.ts';
import type { ServerContext } from '../../context/server-context.ts';

const ACTIVATION = {
  kind: 'activation',
  lifeMs: PROGRAM_LIMITS.permitLifeMs,
  content: z.object({
    /** The sign-in request for which the computer proved itself: no other. */
    pendingSignInId: z.uuid(),
    webSessionId: z.uuid(),
    personId: z.uuid(),
    deviceSessionId: z.uuid(),
    /** Of the key that opened the permit, or signed the report. */
    keyThumbprint: z.string(),
  }),
} satisfies CeremonyKind<unknown>;

/** What an activation was given for. */
export type ActivationProof = z.infer<typeof ACTIVATION.content>;

/**
 * What the page that activated goes on with, once: the session has the factor afterwards, and its cookie can be anywhere.
 * @returns the handle: it is stored hashed
 */
export async function giveActivationProof(
  context: ServerContext,
  transaction: Database,
  proof: ActivationProof,
): Promise<string> {
  const handle = createToken();
  await beginCeremony({ ...context, database: transaction }, ACTIVATION, handle, proof);
  return handle;
}

/** Takes it, for the session and the sign-in request that it was given to. @returns null otherwise; nothing is spent then */
export async function takeActivationProof(
  context: ServerContext,
  transaction: Database,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  shown: { readonly handle: string; readonly pendingSignInId: string },
): Promise<ActivationProof | null> {
  const within = { ...context, database: transaction };
  const found = await readCeremony(within, ACTIVATION, shown.handle);
  const isOwn = found !== null && found.webSessionId === session.id && found.personId === person.id;
  if (!isOwn || found.pendingSignInId !== shown.pendingSignInId) return null;
  return takeCeremony(within, ACTIVATION, shown.handle);
}
