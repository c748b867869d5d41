import { ageOf } from '../../repositories/age.ts';
import type { Database } from '../../database/open.ts';
import type { AccessGrant } from '../../repositories/access-grants.ts';
import { findGrantsInUse } from '../../repositories/grants-in-use.ts';
import type { Caller } from '../../context/caller.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** So long after a use was taken its answer may be lost: the time of one sign-in that is asked for again. */
const AGAIN_MS = 300_000;
/** Answers by one use, the first among them. */
const ANSWERS_PER_USE = 5;

/**
 * Leave whose last use may be answered once more: an answer that was lost on its way must not cost another use. It is the same
 * session's, for the same application, within five minutes of the use; neither is made longer by an answer.
 */
export async function findLeaveToAnswerAgain(
  context: ServerContext,
  database: Database,
  { person, session }: Pick<Caller, 'person' | 'session'>,
  applicationId: string,
): Promise<AccessGrant[]> {
  const of = { companyId: context.company.id, personId: person.id, webSessionId: session.id, applicationId };
  const inUse = await findGrantsInUse(database, of, context.now());
  return inUse.filter(({ answeredAt }) => mayAnswerAgain(answeredAt, context.now())).map(({ grant }) => grant);
}

/**
 * Whether the use that was taken last has an answer left. Which answers took a use follows from when they were given: the
 * first, and each that came when the use before it had none left.
 */
export function mayAnswerAgain(answeredAt: readonly Date[], now: Date): boolean {
  let takenAt: Date | null = null;
  let answers = 0;
  const isOpen = (at: Date): boolean => takenAt !== null && ageOf(takenAt, at) <= AGAIN_MS && answers < ANSWERS_PER_USE;
  for (const at of answeredAt) {
    if (isOpen(at)) answers += 1;
    else [takenAt, answers] = [at, 1];
  }
  return isOpen(now);
}
