import { and, eq, inArray } from 'drizzle-orm';
import { endCredentials } from '../backup/end-credentials.ts';
import type { Database } from '../database/open.ts';
import { applications, people } from '../database/schema.ts';
import { isPasswordRight } from '../services/passwords.ts';
import { DEMO_PEOPLE } from './people.ts';
import { DEMO_WORK_APP_ID } from './seed.ts';

/** Does the data come from the trial? Its work application is registered at each of its starts. */
export async function isOfTrial(database: Database): Promise<boolean> {
  const rows = await database
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.id, DEMO_WORK_APP_ID));
  return rows.length > 0;
}

/**
 * Takes out of the trial's data what must not be among people who work: its work application, the passwords that stand in
 * the source, and everything that anybody is signed in with. Policy, settings, computers and people stay.
 * @returns logins of the trial's people, who cannot sign in any more
 */
export async function leaveTrial(database: Database, companyId: string, now: Date): Promise<string[]> {
  await endCredentials(database, now);
  await database
    .delete(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.id, DEMO_WORK_APP_ID)));
  const found = await database
    .select()
    .from(people)
    .where(
      and(
        eq(people.companyId, companyId),
        inArray(
          people.login,
          DEMO_PEOPLE.map(({ login }) => login),
        ),
      ),
    );
  const left: string[] = [];
  for (const person of found) {
    const known = DEMO_PEOPLE.find(({ login }) => login === person.login)?.password ?? '';
    // Somebody of that login who chose a password of their own is no longer one of the trial's.
    if (person.passwordHash !== null && (await isPasswordRight(person.passwordHash, known)) !== true) continue;
    await database
      .update(people)
      .set({ passwordHash: null, disabledAt: now })
      .where(and(eq(people.companyId, companyId), eq(people.id, person.id)));
    left.push(person.login);
  }
  return left;
}
