import type { Outcome } from '@vestibule/contracts';
import { findPerson, isLive } from '../../repositories/people.ts';
import { askCallerNumber, tryCallerNumber } from './caller-number.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, additions, auditAdministrator } from '../audit/acting.ts';
import { findSessionByCode, unknownCode } from './support-case.ts';

type CallerRefusal = Refusal<'not_found' | 'not_possible'>;

/** Lets the page of a caller show a number, which anyone who sits before it reads out. The number itself is not answered. */
export async function showCallerNumber(acting: Acting, code: string): Promise<Outcome | CallerRefusal> {
  const found = await findCaller(acting, code);
  if (isRefusal(found)) return found;
  const { isDryRun, context } = acting;
  const outcome: Outcome = { isDryRun, changes: additions({ callerNumber: 'shown for five minutes' }), warnings: [] };
  if (isDryRun) return outcome;
  if ((await askCallerNumber(context, found.session)) === null) return unknownCode(code);
  await auditAdministrator(acting, {
    action: 'caller-number',
    outcome: 'done',
    target: found.person,
    details: { code },
  });
  return outcome;
}

/** Compares what the caller reads out. A dry run compares nothing, because each comparison is a try. */
export async function checkCallerNumber(
  acting: Acting,
  code: string,
  number: string,
): Promise<(Outcome & { isRight: boolean | null; triesLeft: number | null }) | CallerRefusal> {
  const found = await findCaller(acting, code);
  if (isRefusal(found)) return found;
  const { isDryRun, context } = acting;
  if (isDryRun) return { isDryRun, changes: [], warnings: [], isRight: null, triesLeft: null };
  const tried = await tryCallerNumber(context, found.session, number);
  const isRight = !isRefusal(tried) && tried.provenAt !== null;
  await auditAdministrator(acting, {
    action: 'caller-number',
    outcome: isRight ? 'done' : 'refused',
    target: found.person,
    details: { code, isRight, triesLeft: isRefusal(tried) ? null : tried.triesLeft },
  });
  if (isRefusal(tried)) return tried;
  const changes = isRight ? additions({ callerProvenAt: tried.provenAt }) : [];
  return { isDryRun, changes, warnings: [], isRight, triesLeft: tried.triesLeft };
}

/** The open sign-in that shows this code, and who it is. */
export async function findCaller({ context }: Acting, code: string) {
  const session = await findSessionByCode(context, code);
  if (session === null) return unknownCode(code);
  if (!isLive(session, context.now())) {
    return refuse(
      'not_possible',
      'This sign-in is over: no page of it shows anything. They open the application again.',
    );
  }
  const person = await findPerson(context.database, context.company.id, session.personId);
  return person === null ? unknownCode(code) : { session, person };
}
