import type { ErrorCode } from '@vestibule/contracts';
import type { Who } from '../../../repositories/audit-words.ts';
import type { Database } from '../../../database/database.ts';
import type { Person } from '../../../repositories/people.ts';
import { audit } from '../../audit/audit.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';

/** What was done with a person's factors. */
export interface FactorEvent {
  readonly what: 'given' | 'enrolled' | 'removed' | 'recovery-codes-renewed' | 'reset';
  readonly method?: string;
  /** Who did it, when it was not the person. */
  readonly actor?: Who;
  /** Tokens of theirs that ended by it. */
  readonly endedTokens?: readonly string[];
}

/** @param transaction in which it is done: the entry stands and falls with it */
export async function auditFactor(
  context: ServerContext,
  origin: Origin,
  person: Person,
  { actor, ...details }: FactorEvent,
  transaction?: Database,
): Promise<void> {
  const event = {
    action: 'second-factor',
    outcome: 'done',
    actor: actor ?? person,
    target: person,
    details,
  } as const;
  await audit(context, origin, event, transaction);
}

/** Writes a refusal down and hands it back. */
export async function refuseFactor<const Code extends ErrorCode>(
  context: ServerContext,
  origin: Origin,
  person: Person,
  event: FactorEvent,
  refusal: Refusal<Code>,
): Promise<Refusal<Code>> {
  await audit(context, origin, {
    action: 'second-factor',
    outcome: 'refused',
    actor: event.actor ?? person,
    target: person,
    details: { what: event.what, method: event.method, code: refusal.refused },
  });
  return refuse(refusal.refused, refusal.message);
}
