import { randomInt } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { WebSession } from '../../repositories/people.ts';
import { changeCallerNumber } from '../../repositories/caller-numbers.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

const LIFE_MS = 5 * 60_000;
const TRIES = 3;

/** A number that one page shows because support asked for it; who reads it out sits before that page. */
export interface CallerNumber {
  readonly number: string;
  readonly expiresAt: string;
  readonly triesLeft: number;
  /** When someone read it out rightly: then it is no longer shown, and good for nothing. */
  readonly provenAt: string | null;
}

/** Makes a number for the page of this session, in place of any before. */
export async function askCallerNumber(
  context: ServerContext,
  session: Pick<WebSession, 'id' | 'personId'>,
): Promise<CallerNumber | null> {
  const number: CallerNumber = {
    number: String(randomInt(10_000)).padStart(4, '0'),
    expiresAt: new Date(context.now().getTime() + LIFE_MS).toISOString(),
    triesLeft: TRIES,
    provenAt: null,
  };
  const isStored = await changeCallerNumber(context.database, context.company.id, session.id, () => number);
  await context.events.publish({
    companyId: context.company.id,
    personId: session.personId,
    subject: 'temporary-access',
  });
  return isStored ? number : null;
}

/** The number that the page shows now; null: support has not asked, or it was read out, tried too often or is over. */
export function shownNumber(
  { callerNumber }: Pick<WebSession, 'callerNumber'>,
  now: Date,
): Pick<CallerNumber, 'number' | 'expiresAt'> | null {
  return callerNumber !== null && isOpen(callerNumber, now)
    ? { number: callerNumber.number, expiresAt: callerNumber.expiresAt }
    : null;
}

/**
 * Compares what the caller read out, once rightly or three times wrongly.
 * @returns the number after the try; of two tries at once each counts
 */
export async function tryCallerNumber(
  context: ServerContext,
  session: Pick<WebSession, 'id'>,
  said: string,
  database: Database = context.database,
): Promise<CallerNumber | Refusal<'not_possible'>> {
  const now = context.now();
  let outcome: CallerNumber | null = null;
  await changeCallerNumber(database, context.company.id, session.id, (stored) => {
    if (stored === null || !isOpen(stored, now)) return stored;
    const isRight = stored.number === said;
    outcome = { ...stored, triesLeft: stored.triesLeft - 1, provenAt: isRight ? now.toISOString() : null };
    return outcome;
  });
  return (
    outcome ??
    refuse('not_possible', 'The page shows no number now: it is over, or was used. Ask for another: --ask-number')
  );
}

function isOpen({ expiresAt, triesLeft, provenAt }: CallerNumber, now: Date): boolean {
  return provenAt === null && triesLeft > 0 && Date.parse(expiresAt) > now.getTime();
}
