import type { Outcome } from '@vestibule/contracts';
import { isRefusal, type Refusal } from '../../context/server-context.ts';
import { type Acting, additions, auditAdministrator } from '../audit/acting.ts';
import { findCaller } from './find-caller.ts';

/**
 * Has the computer of a caller read again: every page that they have open does what its button "Check again" does. Whether one
 * did is told by the next report. The verdict that holds now holds until then.
 */
export async function askToCheckAgain(
  acting: Acting,
  code: string,
): Promise<Outcome | Refusal<'not_found' | 'not_possible'>> {
  const found = await findCaller(acting, code);
  if (isRefusal(found)) return found;
  const { isDryRun, context } = acting;
  const outcome: Outcome = { isDryRun, changes: additions({ checkAgain: 'asked of their pages' }), warnings: [] };
  if (isDryRun) return outcome;
  await context.events.publish({
    companyId: context.company.id,
    personId: found.session.personId,
    subject: 'check-again',
  });
  await auditAdministrator(acting, { action: 'check-again', outcome: 'done', target: found.person, details: { code } });
  return outcome;
}
