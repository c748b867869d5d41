import { randomUUID } from 'node:crypto';
import type { ErrorCode, PasskeyCreationOptions, PasskeyRegistration } from '@vestibule/contracts';
import type { Database } from '../../database/open.ts';
import type { Person } from '../../repositories/people.ts';
import { findConfirmedFactors, storeSecondFactor } from '../../repositories/second-factors.ts';
import type { Caller } from '../../context/caller.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { codeAttempt, forgive, mayTry } from '../people/attempts.ts';
import { beginCeremony, PASSKEY_REGISTRATION, takeCeremony } from '../people/factors/ceremonies.ts';
import { auditFactor, refuseFactor } from '../people/factors/factor-audit.ts';
import {
  createChallenge,
  creationOptions,
  readChallenge,
  sealKept,
  verifyRegistration,
} from '../people/factors/passkeys.ts';
import { isByPasswordAlone } from '../people/by-password-alone.ts';
import { whyNotToAddFactor } from '../people/factors/proof.ts';
import { createMissingRecoveryCodes } from '../people/factors/recovery-codes.ts';
import { addFactor, describeProgress, type SessionCookies } from './sessions.ts';
import { beginTotp, confirmTotpFactor, matchUnconfirmedTotp } from '../people/factors/totp.ts';
import type { Visit } from '../people/visit.ts';
import { whileSignedIn } from '../people/while-signed-in.ts';

/** More than anybody has use for. */
const MAXIMUM_FACTORS = 20;

type ProofRefusal = Refusal<'second_factor_missing' | 'proof_too_old'>;

interface Enrolled {
  readonly session: SessionCookies;
  readonly recoveryCodes: string[] | null;
  readonly continueTo: string;
}

export async function beginTotpEnrollment(
  context: ServerContext,
  caller: Caller,
  name: string,
): Promise<Awaited<ReturnType<typeof beginTotp>> | ProofRefusal> {
  return (
    (await whyNotToEnroll(context, caller)) ??
    beginTotp(context, caller.person, { name, isByPasswordAlone: await isByPasswordAlone(context, caller) })
  );
}

/** Confirms an authenticator app by a code of it. While signing in this is the second factor. */
export async function confirmTotpEnrollment(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  input: { readonly id: string; readonly code: string; readonly loginMarker: string | undefined },
): Promise<
  | Enrolled
  | ProofRefusal
  | Refusal<'not_found' | 'code_wrong' | 'too_many_attempts' | 'sign_in_unknown' | 'not_signed_in'>
> {
  const { person } = caller;
  const event = { what: 'enrolled', method: 'totp' } as const;
  const blocked = await whyNotToFinish(context, caller, input.loginMarker);
  if (blocked !== null) return refuseFactor(context, visit, person, event, blocked);
  const attempt = await codeAttempt(context, person, visit);
  if (!(await mayTry(context, attempt))) {
    const refusal = refuse('too_many_attempts', 'Too many codes in a short time. Wait a few minutes and try again.');
    return refuseFactor(context, visit, person, event, refusal);
  }
  const holder = { companyId: person.companyId, personId: person.id };
  const match = await matchUnconfirmedTotp(context, holder, input.id, input.code);
  if (match === 'wrong') {
    const refusal = refuse('code_wrong', 'This code is not of the app that is being set up.');
    return refuseFactor(context, visit, person, event, refusal);
  }
  await forgive(context, attempt);
  const unknown = refuse('not_found', 'No authenticator app is being set up under this id.');
  if (match === null) return unknown;
  return finish(context, visit, caller, { method: 'totp', loginMarker: input.loginMarker }, async (inside) =>
    (await confirmTotpFactor(inside, match)) ? null : unknown,
  );
}

export async function beginPasskeyEnrollment(
  context: ServerContext,
  caller: Caller,
): Promise<PasskeyCreationOptions | ProofRefusal> {
  const blocked = await whyNotToEnroll(context, caller);
  return blocked ?? beginPasskeyRegistration(context, caller.person, caller.session.id);
}

export async function enrollPasskey(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  input: {
    readonly name: string;
    readonly response: PasskeyRegistration;
    readonly loginMarker: string | undefined;
  },
): Promise<Enrolled | ProofRefusal | Refusal<'passkey_refused' | 'sign_in_unknown' | 'not_signed_in'>> {
  const { person, session } = caller;
  const event = { what: 'enrolled', method: 'passkey' } as const;
  const blocked = await whyNotToFinish(context, caller, input.loginMarker);
  if (blocked !== null) return refuseFactor(context, visit, person, event, blocked);
  const isAlone = await isByPasswordAlone(context, caller);
  return finish(context, visit, caller, { method: 'passkey', loginMarker: input.loginMarker }, (inside) =>
    storePasskey(inside, inside.database, person, session.id, { ...input, isByPasswordAlone: isAlone }),
  );
}

/** @param owner the session, or the invitation's hash: no one else finishes what was begun here */
export async function beginPasskeyRegistration(
  context: ServerContext,
  person: Person,
  owner: string,
): Promise<PasskeyCreationOptions> {
  const existing = await findConfirmedFactors(context.database, { companyId: person.companyId, personId: person.id });
  const challenge = createChallenge();
  await beginCeremony(context, PASSKEY_REGISTRATION, challenge, { personId: person.id, owner });
  return creationOptions(context, person, challenge, existing);
}

/** Checks what the browser answers to a registration and keeps the passkey. @returns null when it is kept */
export async function storePasskey(
  context: ServerContext,
  database: Database,
  person: Person,
  owner: string,
  input: {
    readonly name: string;
    readonly response: PasskeyRegistration;
    readonly isByPasswordAlone: boolean;
  },
): Promise<Refusal<'passkey_refused'> | null> {
  const { name, response } = input;
  const refused = refuse('passkey_refused', 'This passkey was not accepted. Begin again.');
  const challenge = readChallenge(response.response.clientDataJSON);
  const ceremony = challenge === null ? null : await takeCeremony(context, PASSKEY_REGISTRATION, challenge);
  if (challenge === null || ceremony?.personId !== person.id || ceremony.owner !== owner) return refused;
  const verified = await verifyRegistration(context, response, challenge);
  if (verified === null) return refused;
  const id = randomUUID();
  const now = context.now();
  const isStored = await storeSecondFactor(database, {
    companyId: context.company.id,
    id,
    personId: person.id,
    kind: 'passkey',
    name,
    lookup: verified.credentialId,
    sealed: sealKept(context, id, verified.kept),
    lastUsed: verified.counter,
    confirmedAt: now,
    createdAt: now,
    isByPasswordAlone: input.isByPasswordAlone,
  });
  return isStored ? null : refused;
}

/** @param keep keeps the new factor. @returns null when it is kept */
async function finish<Code extends ErrorCode>(
  context: ServerContext,
  visit: Visit,
  caller: Caller,
  { method, loginMarker }: { readonly method: 'totp' | 'passkey'; readonly loginMarker: string | undefined },
  keep: (inside: ServerContext) => Promise<Refusal<Code> | null>,
): Promise<Enrolled | Refusal<Code | 'sign_in_unknown' | 'not_signed_in'>> {
  const { person } = caller;
  const event = { what: 'enrolled', method } as const;
  const holder = { companyId: person.companyId, personId: person.id };
  const kept = await whileSignedIn(context, caller, async (inside) => {
    const refusal = await keep(inside);
    return refusal ?? { recoveryCodes: await createMissingRecoveryCodes(inside, holder) };
  });
  if (isRefusal(kept)) return refuseFactor<Code | 'not_signed_in'>(context, visit, person, event, kept);
  const { recoveryCodes } = kept;
  await auditFactor(context, visit, person, event);
  const session = await addFactor(context, visit, caller, method, loginMarker);
  return isRefusal(session) ? session : { session, recoveryCodes, continueTo: session.continueTo };
}

async function whyNotToFinish(
  context: ServerContext,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<ProofRefusal | Refusal<'sign_in_unknown'> | null> {
  const progress = await describeProgress(context, caller, loginMarker);
  return isRefusal(progress) ? progress : whyNotToEnroll(context, caller);
}

async function whyNotToEnroll(context: ServerContext, caller: Caller): Promise<ProofRefusal | null> {
  const blocked = await whyNotToAddFactor(context, caller);
  if (blocked !== null) return blocked;
  const { person } = caller;
  const factors = await findConfirmedFactors(context.database, { companyId: person.companyId, personId: person.id });
  return factors.length < MAXIMUM_FACTORS
    ? null
    : refuse('second_factor_missing', 'Remove a factor that is no longer used before adding another.');
}
