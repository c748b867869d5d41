import { ACCOUNT_PATHS, type ErrorCode } from '@vestibule/contracts';
import type { Who } from '../../repositories/audit-words.ts';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import type { Database } from '../../database/database.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { replaceInvitations } from '../../repositories/invitations.ts';
import type { Person } from '../../repositories/people.ts';
import { lockNeverSignedUp } from '../../repositories/people-in-bulk.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { auditAll } from '../audit/audit.ts';
import type { Origin, Refusal, ServerContext } from '../../context/server-context.ts';

const INVITATION_LIFE_MS = 7 * 24 * 3_600_000;

/** The link is a secret: it is handed to that person only. */
export interface HandedOut {
  readonly person: Person;
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Invites a person to choose a password or a passkey: at the first time, or when they have lost every other way in. Any
 * invitation before is void.
 * @param actor who invites
 * @param whyNot asked while nothing of the person changes: they may have been given a role meanwhile
 */
export async function invitePerson<Code extends ErrorCode>(
  context: ServerContext,
  origin: Origin,
  person: Person,
  actor: Who,
  whyNot: (transaction: Database) => Promise<Refusal<Code> | null>,
): Promise<Omit<HandedOut, 'person'> | Refusal<Code>>;
export async function invitePerson(
  context: ServerContext,
  origin: Origin,
  person: Person,
  actor: Who,
): Promise<Omit<HandedOut, 'person'>>;
export async function invitePerson(
  context: ServerContext,
  origin: Origin,
  person: Person,
  actor: Who,
  whyNot: (transaction: Database) => Promise<Refusal | null> = async () => null,
): Promise<Omit<HandedOut, 'person'> | Refusal> {
  const invitation = inviteFor(context, person);
  const refused = await context.database.transaction(async (transaction) => {
    // In the order in which every change by an administrator takes them.
    await lockCompany(transaction, context.company.id);
    await lockPerson(transaction, context.company.id, person.id);
    const refusal = await whyNot(transaction);
    if (refusal === null) await keep(context, origin, actor, [invitation], transaction);
    return refusal;
  });
  return refused ?? invitation;
}

/**
 * Invites those of some people who have not signed up by now, all in one transaction: for as many as others can wait for.
 * Any invitation before is void.
 */
export async function inviteNeverSignedUp(
  context: ServerContext,
  origin: Origin,
  personIds: readonly string[],
  actor: Who,
): Promise<readonly HandedOut[]> {
  return context.database.transaction(async (transaction) => {
    // In the order in which an import takes them: it locks people as well.
    await lockCompany(transaction, context.company.id);
    const people = await lockNeverSignedUp(transaction, context.company.id, personIds);
    const invitations = people.map((person) => inviteFor(context, person));
    await keep(context, origin, actor, invitations, transaction);
    return invitations;
  });
}

interface Prepared extends HandedOut {
  readonly tokenHash: string;
  readonly createdAt: Date;
}

function inviteFor(context: ServerContext, person: Person): Prepared {
  const token = createToken();
  const createdAt = context.now();
  return {
    person,
    url: `${context.publicUrl}${ACCOUNT_PATHS.signup}#invitation=${token}`,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + INVITATION_LIFE_MS),
  };
}

async function keep(
  context: ServerContext,
  origin: Origin,
  actor: Who,
  prepared: readonly Prepared[],
  transaction: Database,
): Promise<void> {
  const companyId = context.company.id;
  await replaceInvitations(
    transaction,
    companyId,
    prepared.map(({ person, tokenHash, createdAt, expiresAt }) => ({
      companyId,
      tokenHash,
      personId: person.id,
      invitedBy: actor.login,
      createdAt,
      expiresAt,
      usedAt: null,
    })),
  );
  await auditAll(
    context,
    origin,
    prepared.map(({ person }) => ({
      action: 'invitation',
      outcome: 'done',
      actor,
      target: person,
      details: { what: 'sent' },
    })),
    transaction,
  );
}
