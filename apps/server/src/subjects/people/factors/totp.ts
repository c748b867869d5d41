import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { normalizeCode } from './recovery-codes.ts';
import {
  confirmTotp,
  deleteUnconfirmedTotp,
  findConfirmedFactors,
  findUnconfirmedTotp,
  type Holder,
  type SecondFactor,
  spendTotpStep,
  storeSecondFactor,
} from '../../../repositories/second-factors.ts';
import type { Person } from '../../../repositories/people.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** What every authenticator app can do: RFC 6238 with SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** An app that was begun has to be confirmed in this time. */
const ENROLLMENT_MS = 15 * 60_000;

/** Begins to set up an authenticator app; one begun before is dropped. */
export async function beginTotp(
  context: ServerContext,
  person: Person,
  { name, isByPasswordAlone }: { readonly name: string; readonly isByPasswordAlone: boolean },
): Promise<{ readonly id: string; readonly secret: string; readonly otpauthUri: string }> {
  const holder = { companyId: context.company.id, personId: person.id };
  const id = randomUUID();
  const secret = new Secret({ size: SECRET_BYTES });
  await deleteUnconfirmedTotp(context.database, holder);
  await storeSecondFactor(context.database, {
    ...holder,
    id,
    kind: 'totp',
    name,
    lookup: null,
    sealed: context.masterKey.seal(secret.base32, id),
    lastUsed: 0,
    confirmedAt: null,
    createdAt: context.now(),
    isByPasswordAlone,
  });
  const issuer = `${context.company.displayName} (${context.configuration.productName})`;
  const otpauthUri = totpOf(secret.base32, { issuer, label: person.login }).toString();
  return { id, secret: secret.base32, otpauthUri };
}

/** @returns the app to confirm, with the time step its code is of; null when there is none, 'wrong' for another code */
export async function matchUnconfirmedTotp(
  context: ServerContext,
  holder: Holder,
  id: string,
  code: string,
): Promise<{ readonly factor: SecondFactor; readonly step: number } | 'wrong' | null> {
  const newerThan = new Date(context.now().getTime() - ENROLLMENT_MS);
  const factor = await findUnconfirmedTotp(context.database, holder, id, newerThan);
  if (factor === null) return null;
  const step = matchingStep(context, factor, code);
  return step === null ? 'wrong' : { factor, step };
}

export async function confirmTotpFactor(
  context: ServerContext,
  match: { readonly factor: SecondFactor; readonly step: number },
): Promise<boolean> {
  return confirmTotp(context.database, match.factor, match.step, context.now());
}

/** Checks a code against the person's apps and spends it: each code counts once, and none before it does any more. */
export async function isTotpRight(context: ServerContext, holder: Holder, code: string): Promise<boolean> {
  for (const factor of await findConfirmedFactors(context.database, holder)) {
    const step = factor.kind === 'totp' ? matchingStep(context, factor, code) : null;
    const newest = stepOf(context.now()) + WINDOW;
    if (step !== null && (await spendTotpStep(context.database, factor, step, newest))) return true;
  }
  return false;
}

/** @returns the time step whose code this is, in seconds of Unix time divided by 30; null when it is none near now */
function matchingStep(context: ServerContext, { id, sealed }: SecondFactor, code: string): number | null {
  const token = normalizeCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = context.now().getTime();
  const delta = totpOf(context.masterKey.unseal(sealed, id), {}).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : stepOf(context.now()) + delta;
}

function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / PERIOD_S);
}

function totpOf(base32: string, names: { readonly issuer?: string; readonly label?: string }): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(base32),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
  });
}
