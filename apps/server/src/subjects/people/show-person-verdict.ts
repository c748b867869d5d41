import type { Person } from '../../repositories/people.ts';
import type { PersonVerdict } from '../../repositories/person-verdicts.ts';

/** What is known of a person by their computers. @param found null: they were not counted yet */
export function showPersonVerdict(found: PersonVerdict | null, { createdAt }: Pick<Person, 'createdAt'>) {
  return {
    verdict: found?.verdict ?? ('never-reported' as const),
    since: (found?.since ?? createdAt).toISOString(),
    isEnforced: found?.isEnforced ?? false,
    devices: found?.devices ?? 0,
    devicesStopped: found?.devicesStopped ?? 0,
    lastSeenAt: found?.lastSeenAt?.toISOString() ?? null,
  };
}
