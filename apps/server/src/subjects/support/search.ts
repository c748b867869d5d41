import { SEARCH_EACH, supportCodeOf } from '@vestibule/contracts';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import { findDevicesPage } from '../../repositories/device-list.ts';
import { findPerson } from '../../repositories/people.ts';
import { findPeoplePage } from '../../repositories/people-list.ts';
import { findSignInsPage } from '../../repositories/sign-in-lists.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { Acting } from '../audit/acting.ts';
import { describeListed } from '../devices/list-devices.ts';
import { showPersonVerdict } from '../people/show-person-verdict.ts';
import { findSessionByCode } from './support-case.ts';

/** With or without its hyphen, or with what else people say and type between its halves. */
const SUPPORT_CODE = /^[2-9A-HJ-NP-Z]{3}[\s.·‐-―-]{0,3}[2-9A-HJ-NP-Z]{3}$/i;
/** A request id begins with the support code of its tab; a sign-in's own id has at least eight digits of its beginning. */
const REQUEST_ID = /^(?:[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}-)?[\da-f]{8}[\da-f-]*$/i;

/** What an administrator means by a few letters: a few of each kind, by the names that lists show. */
export async function search({ context, administrator }: Acting, text: string) {
  const { database, company, now } = context;
  const people = await findPeoplePage(
    database,
    company.id,
    { search: text },
    { sort: 'login', after: null, limit: SEARCH_EACH, now: now() },
  );
  const devices = await findDevicesPage(
    database,
    company.id,
    { search: text },
    { sort: '-seen', after: null, limit: SEARCH_EACH },
  );
  return {
    people: people.map(({ person, verdict }) => {
      const { verdict: name, isEnforced, devices: count } = showPersonVerdict(verdict, person);
      const { id, login, displayName } = person;
      return { id, login, displayName, verdict: name, isEnforced, devices: count };
    }),
    devices: devices.map(describeListed),
    applications: await findApplications(context, text),
    caller: administrator.role === 'auditor' ? null : await findCaller(context, text),
    signIn: await findSignIn(context, text),
  };
}

async function findApplications({ database, company }: ServerContext, text: string) {
  const wanted = text.toLowerCase();
  const found = (await findAllApplications(database, company.id)).filter(
    ({ name, entityId }) => name.toLowerCase().includes(wanted) || entityId.toLowerCase().includes(wanted),
  );
  return found.slice(0, SEARCH_EACH).map(({ id, name, disabledAt }) => ({ id, name, isOn: disabledAt === null }));
}

async function findCaller(context: ServerContext, text: string) {
  if (!SUPPORT_CODE.test(text)) return null;
  const session = await findSessionByCode(context, text);
  const person = session && (await findPerson(context.database, context.company.id, session.personId));
  if (session === null || person === null) return null;
  const { id, login, displayName } = person;
  return { personId: id, login, displayName, code: supportCodeOf(session.id) };
}

async function findSignIn({ database, company, now }: ServerContext, text: string) {
  if (!REQUEST_ID.test(text)) return null;
  const [found] = await findSignInsPage(database, company.id, { search: text }, { after: null, limit: 1, now: now() });
  if (found === undefined) return null;
  const { row, person, application } = found;
  return {
    id: row.id,
    at: row.at.toISOString(),
    login: person?.login ?? null,
    applicationName: application?.name ?? null,
  };
}
