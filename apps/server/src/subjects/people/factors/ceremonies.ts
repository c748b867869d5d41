import * as z from 'zod';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import { isOverBy } from '../../../repositories/age.ts';
import { findCeremonyRow, storeCeremony, takeCeremonyRow } from '../../../repositories/ceremonies.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** What someone begins in a browser and finishes in a second request. */
export interface CeremonyKind<Content> {
  readonly kind: string;
  readonly lifeMs: number;
  readonly content: z.ZodType<Content>;
}

const PASSKEY_LIFE_MS = 300_000;

export const PASSKEY_SIGN_IN = {
  kind: 'passkey-sign-in',
  lifeMs: PASSKEY_LIFE_MS,
  content: z.object({}),
} satisfies CeremonyKind<unknown>;

export const PASSKEY_SECOND_FACTOR = {
  kind: 'passkey-second-factor',
  lifeMs: PASSKEY_LIFE_MS,
  content: z.object({ sessionId: z.uuid() }),
} satisfies CeremonyKind<unknown>;

export const PASSKEY_REGISTRATION = {
  kind: 'passkey-registration',
  lifeMs: PASSKEY_LIFE_MS,
  /** The session, or the hash of the invitation, that the passkey is set up in. */
  content: z.object({ personId: z.uuid(), owner: z.string() }),
} satisfies CeremonyKind<unknown>;

/** @param key the random secret that comes back: stored hashed */
export async function beginCeremony<Content>(
  context: ServerContext,
  { kind, lifeMs }: CeremonyKind<Content>,
  key: string,
  content: Content,
): Promise<void> {
  const keyHash = hashToken(key);
  await storeCeremony(context.database, {
    companyId: context.company.id,
    keyHash,
    kind,
    sealed: context.masterKey.seal(JSON.stringify(content), keyHash),
    expiresAt: new Date(context.now().getTime() + lifeMs),
    usedAt: null,
  });
}

/** Takes what was begun, once. @returns null when it is of another kind or company, unknown, over or was taken before */
export async function takeCeremony<Content>(
  context: ServerContext,
  { kind, lifeMs, content }: CeremonyKind<Content>,
  key: string,
): Promise<Content | null> {
  const keyHash = hashToken(key);
  const row = await takeCeremonyRow(context.database, context.company.id, kind, keyHash, context.now());
  if (row === null || isOverBy(row.expiresAt, lifeMs, context.now())) return null;
  return content.parse(JSON.parse(context.masterKey.unseal(row.sealed, keyHash)));
}

/** Reads what may be read more than once. @returns null when it is of another kind or company, unknown or over */
export async function readCeremony<Content>(
  context: ServerContext,
  kind: CeremonyKind<Content>,
  key: string,
): Promise<Content | null> {
  return (await read(context, kind, key))?.content ?? null;
}

/** Reads what no one has taken yet. @returns null when it is of another kind or company, unknown, over or was taken */
export async function readOpenCeremony<Content>(
  context: ServerContext,
  kind: CeremonyKind<Content>,
  key: string,
): Promise<Content | null> {
  const found = await read(context, kind, key);
  return found?.usedAt === null ? found.content : null;
}

/** Reads what no one has taken, or someone a moment ago. @param withinMs how long ago, in milliseconds */
export async function readRecentCeremony<Content>(
  context: ServerContext,
  kind: CeremonyKind<Content>,
  key: string,
  withinMs: number,
): Promise<Content | null> {
  const found = await read(context, kind, key);
  if (found === null) return null;
  const isRecent = found.usedAt === null || found.usedAt.getTime() > context.now().getTime() - withinMs;
  return isRecent ? found.content : null;
}

async function read<Content>(context: ServerContext, { kind, lifeMs, content }: CeremonyKind<Content>, key: string) {
  const keyHash = hashToken(key);
  const row = await findCeremonyRow(context.database, context.company.id, kind, keyHash, context.now());
  if (row === null || isOverBy(row.expiresAt, lifeMs, context.now())) return null;
  return { usedAt: row.usedAt, content: content.parse(JSON.parse(context.masterKey.unseal(row.sealed, keyHash))) };
}
