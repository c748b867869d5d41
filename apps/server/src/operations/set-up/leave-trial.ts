import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { endCredentials } from '../backup/end-credentials.ts';
import type { Database } from '../../database/open.ts';
import { applications, people } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { isPasswordRight } from '../../subjects/people/passwords.ts';
import { DEMO_PEOPLE } from '../../subjects/people/trial-people.ts';
import { DEMO_WORK_APP_ID } from './trial-marks.ts';

/** The server is no trial, and people of the trial still have the passwords that stand in the source. */
export class TrialPasswordsError extends Error {
  constructor(logins: readonly string[]) {
    super(
      `This is data of the trial, and everybody knows these passwords of it: those of ${logins.join(', ')}. Nothing was started. Take them away: vestibule setup --url https://gate.example.com --from-trial. Or start the trial once more with this folder (npm start), and choose other passwords for them there, or erase them.`,
    );
    this.name = 'TrialPasswordsError';
  }
}

/** @throws TrialPasswordsError where someone could sign in with a password of the trial, blocked at present or not */
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

/** @returns logins of those whose password is one of the trial's, no matter whom it was printed for */
async function findTrialPasswords(database: Database): Promise<string[]> {
  const found = [...(await findPeopleOfTrial(database)), ...(await findPeopleBeside(database))];
  const logins = new Set<string>();
  for (let index = 0; index < found.length; index += AT_ONCE) {
    const some = found.slice(index, index + AT_ONCE);
    const isTheirs = await Promise.all(some.map(hasTrialPassword));
    for (const [place, { login }] of some.entries()) if (isTheirs[place] === true) logins.add(login);
  }
  return [...logins].toSorted();
}

/** No one chooses these passwords but in the trial, so that those who have one are among the oldest of a company. */
const LOOKED_AT = 200;
/** Passwords that are compared at a time. */
const AT_ONCE = 4;

/** The oldest people with a password in companies that began as the trial. */
async function findPeopleBeside(database: Database): Promise<Person[]> {
  const ids = DEMO_PEOPLE.map(({ id }) => id);
  const [ofPeople, ofApplications] = await Promise.all([
    database.select({ id: people.companyId }).from(people).where(inArray(people.id, ids)),
    database.select({ id: applications.companyId }).from(applications).where(eq(applications.id, DEMO_WORK_APP_ID)),
  ]);
  const companies = new Set([...ofPeople, ...ofApplications].map(({ id }) => id));
  const found = await Promise.all(
    [...companies].map((companyId) =>
      database
        .select()
        .from(people)
        .where(and(eq(people.companyId, companyId), isNotNull(people.passwordHash)))
        .orderBy(people.createdAt)
        .limit(LOOKED_AT),
    ),
  );
  return found.flat();
}

/** In every company: anyone who has an id of the trial's people, or a login (its ids were random once). */
async function findPeopleOfTrial(database: Database): Promise<Person[]> {
  const ids = DEMO_PEOPLE.map(({ id }) => id);
  const logins = DEMO_PEOPLE.map(({ login }) => login);
  return database
    .select()
    .from(people)
    .where(or(inArray(people.id, ids), inArray(people.login, logins)))
    .orderBy(people.login);
}

async function hasTrialPassword({ passwordHash }: Pick<Person, 'passwordHash'>): Promise<boolean> {
  if (passwordHash === null) return false;
  for (const { password } of DEMO_PEOPLE) if ((await isPasswordRight(passwordHash, password)) === true) return true;
  return false;
}

/**
 * Takes out of the trial's data what must not be among people who work: its work application, the passwords that stand in
 * the source, no matter who has them, and everything that anybody is signed in with. Policy, settings, computers and people stay.
 * @returns logins of those who cannot sign in any more: the trial's people, and anyone who had a password of theirs
 */
export async function leaveTrial(database: Database, companyId: string, now: Date): Promise<string[]> {
  await endCredentials(database, now);
  await database
    .delete(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.id, DEMO_WORK_APP_ID)));
  const leaving = await findLeaving(database, companyId);
  for (const { id } of leaving) {
    await database
      .update(people)
      .set({ passwordHash: null, disabledAt: now })
      .where(and(eq(people.companyId, companyId), eq(people.id, id)));
  }
  return leaving.map(({ login }) => login);
}

type Leaving = Pick<Person, 'id' | 'login' | 'passwordHash'>;

/** The trial's people, and anyone who has a password of theirs, by login. */
export async function findLeaving(database: Database, companyId: string): Promise<Leaving[]> {
  // These columns alone: anyone who only looks does so before a migration brings the newer ones.
  const all = await database
    .select({ id: people.id, login: people.login, passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.companyId, companyId))
    .orderBy(people.login);
  const leaving: Leaving[] = [];
  for (const person of all) {
    const isNamedSo = DEMO_PEOPLE.some(({ id, login }) => id === person.id || login === person.login);
    // Someone of that login who chose a password of their own is no longer one of the trial's.
    const hasNone = person.passwordHash === null && isNamedSo;
    if (hasNone || (await hasTrialPassword(person))) leaving.push(person);
  }
  return leaving;
}
