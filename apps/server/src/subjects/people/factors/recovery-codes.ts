import { randomInt, randomUUID } from 'node:crypto';
import { authenticate } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import {
  countRecoveryCodes,
  type Holder,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '../../../repositories/second-factors.ts';
import type { ServerContext } from '../../../context/server-context.ts';

const CODES = 10;
/** Without letters and digits that are taken for each other. 16 of 30 are 78 bits: no slow hash is needed. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 16;

/** Ten new codes in place of those before. They are kept as keyed digests and shown this once. */
export async function renewRecoveryCodes(
  context: ServerContext,
  holder: Holder,
  database: Database = context.database,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createCode);
  await replaceRecoveryCodes(
    database,
    holder,
    codes.map((code) => ({
      ...holder,
      id: randomUUID(),
      kind: 'recovery-code',
      name: '',
      lookup: digestOf(context, holder, code),
      sealed: '',
      lastUsed: 0,
      confirmedAt: context.now(),
      createdAt: context.now(),
    })),
  );
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** With the first factor come its codes. @returns null when the person has some already */
export async function createMissingRecoveryCodes(
  context: ServerContext,
  holder: Holder,
  database: Database = context.database,
): Promise<string[] | null> {
  return (await countRecoveryCodes(database, holder)) > 0 ? null : renewRecoveryCodes(context, holder, database);
}

/** Takes a recovery code, once. */
export async function isRecoveryCodeRight(context: ServerContext, holder: Holder, code: string): Promise<boolean> {
  return takeRecoveryCode(context.database, holder, digestOf(context, holder, normalizeCode(code)));
}

/** Codes are typed with blanks, dashes and small letters. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

function createCode(): string {
  return Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

function digestOf(context: ServerContext, { personId }: Holder, code: string): string {
  return authenticate(context.secret, 'recovery-code', personId, code);
}
