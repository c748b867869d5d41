import type { Caller } from '../../context/caller.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ActivityEntry, writeActivity } from '../../repositories/log.ts';

export const ACTIVITY_WINDOW_MS = 3_600_000;
/** Lines that the pages of one person may write in an hour: some four a sign-in. */
export const ACTIVITY_MAXIMUM = 120;

/** Writes what a page says happened. It is a claim that decides nothing: past so many of one person in an hour none is kept. */
export async function noteActivity(
  { database, company, activity, now }: ServerContext,
  { person }: Caller,
  entry: Pick<ActivityEntry, 'verb' | 'deviceName' | 'claimed'>,
): Promise<void> {
  const key = `${company.id} ${person.id}`;
  if (activity.read(key) >= ACTIVITY_MAXIMUM) return;
  activity.add(key);
  await writeActivity(database, { companyId: company.id, at: now(), personId: person.id, ...entry });
}
