import { and, eq, inArray, or } from 'drizzle-orm';
import { endCredentials } from '../backup/end-credentials.ts';
import type { Database } from '../database/open.ts';
import { applications, people } from '../database/schema.ts';
import type { Person } from '../repositories/people.ts';
import { isPasswordRight } from '../services/passwords.ts';
import { DEMO_PEOPLE } from './people.ts';
import { DEMO_WORK_APP_ID } from './seed.ts';

/** The server is no trial, and people of the trial still have the passwords that stand in the source. */
export class TrialPasswordsError extends Error {
  constructor(logins: readonly string[]) {
    super(
      `This is data of the trial, and everybody knows these passwords of it: those of ${logins.join(', ')}. Nothing was started. Take them away: vestibule setup --url https://gate.example.com --from-trial. Or start the trial once more with this folder (npm start), and choose other passwords for them there, or erase them.`,
    );
    this.name = 'TrialPasswordsError';
  }
}

/** @throws TrialPasswordsError where somebody could sign in with a password of the trial, blocked at present or not */
export async function refuseTrialPasswords(database: Database): Promise<void> {
  const logins = await findTrialPasswords(database);
  if (logins.length > 0) throw new TrialPasswordsError(logins);
}

/**
 * Does the data come from the trial? Its work application is registered at each of its starts; where that was taken out,
 * the passwords tell.
 */
export async function isOfTrial(database: Database): Promise<boolean> {
  const rows = await database
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.id, DEMO_WORK_APP_ID));
  return rows.length > 0 || (await findTrialPasswords(database)).length > 0;
}

/** @returns logins of those whose password is the trial's */
async function findTrialPasswords(database: Database): Promise<string[]> {
  const found = await findPeopleOfTrial(database);
  const logins: string[] = [];
  for (const person of found) if (await hasTrialPassword(person)) logins.push(person.login);
  return logins;
}

/** In every company, or in one: whoever has an id of the trial's people, or a login (its ids were random once). */
async function findPeopleOfTrial(database: Database, companyId?: string): Promise<Person[]> {
  const ids = DEMO_PEOPLE.map(({ id }) => id);
  const logins = DEMO_PEOPLE.map(({ login }) => login);
  return database
    .select()
    .from(people)
    .where(
      and(
        companyId === undefined ? undefined : eq(people.companyId, companyId),
        or(inArray(people.id, ids), inArray(people.login, logins)),
      ),
    )
    .orderBy(people.login);
}

async function hasTrialPassword({ id, login, passwordHash }: Person): Promise<boolean> {
  if (passwordHash === null) return false;
  const known = DEMO_PEOPLE.filter((one) => one.id === id || one.login === login);
  for (const { password } of known) if ((await isPasswordRight(passwordHash, password)) === true) return true;
  return false;
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
  const left: string[] = [];
  for (const person of await findPeopleOfTrial(database, companyId)) {
    // Somebody of that login who chose a password of their own is no longer one of the trial's.
    if (person.passwordHash !== null && !(await hasTrialPassword(person))) continue;
    await database
      .update(people)
      .set({ passwordHash: null, disabledAt: now })
      .where(and(eq(people.companyId, companyId), eq(people.id, person.id)));
    left.push(person.login);
  }
  return left;
}
