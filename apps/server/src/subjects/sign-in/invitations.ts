import {
  type Invitation,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  type SecondFactorChallenge,
} from '@vestibule/contracts';
import type { Who } from '../../repositories/audit-words.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/open.ts';
import { findInvitation, takeInvitation } from '../../repositories/invitations.ts';
import { type Person, updatePerson } from '../../repositories/people.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import { audit } from '../audit/audit.ts';
import { hashPassword } from '../people/passwords.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { transactionOf } from '../../context/transaction-of.ts';
import { beginPasskeyRegistration, storePasskey } from './enroll-factors.ts';
import { whyPasswordIsWeak } from '../people/password-rule.ts';
import { createMissingRecoveryCodes } from '../people/factors/recovery-codes.ts';
import { isSecondFactorRequired } from '../people/factors/second-factor-needs.ts';
import { endSessionsOf } from '../people/end-sessions.ts';
import { signsInHere } from '../people/local-sign-in.ts';
import { openOwnSession, type SessionCookies } from './sessions.ts';
import type { Visit } from '../people/visit.ts';

/** What someone who holds an invitation may know. */
export async function lookUpInvitation(
  context: ServerContext,
  origin: Origin,
  token: string,
): Promise<Invitation | Refusal<'invitation_unknown'>> {
  const found = await findOpen(context, origin, token);
  if (isRefusal(found)) return found;
  const { person, invitation } = found;
  return {
    companyName: context.company.displayName,
    productName: context.configuration.productName,
    login: person.login,
    displayName: person.displayName,
    email: person.email,
    expiresAt: invitation.expiresAt.toISOString(),
    isSecondFactorRequired: await isSecondFactorRequired(context, context.database, person, null),
  };
}

export async function beginInvitationPasskey(
  context: ServerContext,
  origin: Origin,
  token: string,
  displayName: string,
): Promise<PasskeyCreationOptions | Refusal<'invitation_unknown'>> {
  const found = await findOpen(context, origin, token);
  if (isRefusal(found)) return found;
  return beginPasskeyRegistration(context, { ...found.person, displayName }, hashToken(token));
}

export interface Acceptance {
  readonly token: string;
  readonly displayName: string;
  readonly secret:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'passkey'; readonly response: PasskeyRegistration };
}

export interface Accepted {
  readonly session: SessionCookies;
  readonly recoveryCodes: string[] | null;
  readonly secondFactor: SecondFactorChallenge | null;
}

type AcceptRefusal = Refusal<'invitation_unknown' | 'password_weak' | 'passkey_refused' | 'account_disabled'>;

/**
 * Accepts an invitation, once, and signs the person in. Taking it, the secret and the person's consent are one
 * transaction: of two at once one wins, and a refused secret does not spend it.
 */
export async function acceptInvitation(
  context: ServerContext,
  visit: Visit,
  acceptance: Acceptance,
): Promise<Accepted | AcceptRefusal> {
  const found = await findOpen(context, visit, acceptance.token);
  if (isRefusal(found)) return found;
  const person = { ...found.person, displayName: acceptance.displayName };
  if (person.disabledAt !== null) {
    return refuseAcceptance(
      context,
      visit,
      person,
      refuse('account_disabled', 'This account was disabled by support.'),
    );
  }
  const holder = { companyId: person.companyId, personId: person.id };
  const isPasskey = acceptance.secret.kind === 'passkey';
  if (isPasskey && (await findConfirmedFactors(context.database, holder)).length > 0) {
    // An invitation stands for the first factor. Anyone who has a second one gives it, or has it reset.
    const refusal = refuse('passkey_refused', 'Choose a password: this account has a second factor already.');
    return refuseAcceptance(context, visit, person, refusal);
  }
  const prepared = await prepareSecret(context, person, acceptance);
  if (isRefusal(prepared)) return refuseAcceptance(context, visit, person, prepared);
  const refusal = await transactionOf(context.database, (transaction) =>
    keepAcceptance(context, visit, transaction, person, acceptance, prepared.passwordHash),
  );
  if (refusal !== null) return refuseAcceptance(context, visit, person, refusal);
  await endSessionsOf(context, visit, person, person);
  const recoveryCodes = isPasskey ? await createMissingRecoveryCodes(context, holder) : null;
  const holderOfSecret = { ...person, passwordHash: prepared.passwordHash ?? person.passwordHash };
  const session = await openOwnSession(context, visit, holderOfSecret, {
    factors: [isPasskey ? 'passkey' : 'password'],
  });
  if (isRefusal(session)) return session;
  const secondFactor = 'secondFactor' in session.step ? session.step.secondFactor : null;
  return { session, recoveryCodes, secondFactor };
}

async function prepareSecret(
  context: ServerContext,
  person: Person,
  { secret }: Acceptance,
): Promise<{ readonly passwordHash: string | null } | Refusal<'password_weak'>> {
  if (secret.kind === 'passkey') return { passwordHash: null };
  const weakness = whyPasswordIsWeak(secret.password, context, person);
  return weakness === null ? { passwordHash: await hashPassword(secret.password) } : refuse('password_weak', weakness);
}

async function keepAcceptance(
  context: ServerContext,
  visit: Visit,
  transaction: Database,
  person: Person,
  { token, secret }: Acceptance,
  passwordHash: string | null,
): Promise<Refusal<'invitation_unknown' | 'passkey_refused'> | null> {
  const now = context.now();
  const tokenHash = hashToken(token);
  // Anyone who invites the person again at this moment locks in the same order.
  await lockPerson(transaction, context.company.id, person.id);
  if (!(await takeInvitation(transaction, context.company.id, tokenHash, now))) return unknown();
  if (secret.kind === 'passkey') {
    const inside = { ...context, database: transaction };
    const refusal = await storePasskey(inside, transaction, person, tokenHash, {
      name: 'Passkey',
      ...secret,
      isByPasswordAlone: false,
    });
    if (refusal !== null) return refusal;
  }
  await updatePerson(transaction, person, {
    displayName: person.displayName,
    eulaAcceptedAt: now,
    ...(passwordHash !== null && { passwordHash }),
  });
  await auditInvitation(
    context,
    visit,
    'done',
    { actor: person, target: person, what: 'accepted', secret: secret.kind, isEulaAccepted: true },
    transaction,
  );
  return null;
}

async function findOpen(context: ServerContext, origin: Origin, token: string) {
  const found = await findInvitation(context.database, context.company.id, hashToken(token), context.now());
  // Anyone who sits at the identity provider's account by now has no other way in: also not by a link from before.
  if (found !== null && (await signsInHere(context, found.person))) return found;
  const refusal = unknown();
  await auditInvitation(context, origin, 'refused', { code: refusal.refused });
  return refusal;
}

function unknown(): Refusal<'invitation_unknown'> {
  return refuse('invitation_unknown', 'This invitation is not known, was used, or is over. Ask for a new one.');
}

async function refuseAcceptance<Refused extends Refusal>(
  context: ServerContext,
  origin: Origin,
  person: Person,
  refusal: Refused,
): Promise<Refused> {
  await auditInvitation(context, origin, 'refused', { target: person, code: refusal.refused });
  return refusal;
}

async function auditInvitation(
  context: ServerContext,
  origin: Origin,
  outcome: 'done' | 'refused',
  { actor, target, ...details }: { readonly actor?: Who; readonly target?: Who } & Record<string, unknown>,
  database?: Database,
): Promise<void> {
  await audit(
    context,
    origin,
    { action: 'invitation', outcome, actor: actor ?? null, target: target ?? null, details },
    database,
  );
}
