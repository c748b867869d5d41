import type { Who } from '../../../repositories/audit-words.ts';
import type { Database } from '../../../database/database.ts';
import { type Device, findDevice } from '../../../repositories/devices.ts';
import { findPerson, type Person } from '../../../repositories/people.ts';
import { countPeople } from '../../../repositories/person-verdicts.ts';
import type { StoredReport } from '../../../repositories/reports.ts';
import { addPersonVerdicts, markVerdicts } from '../../../repositories/mark-verdicts.ts';
import { type JudgedVerdict, noteVerdicts, type VerdictTransition } from '../../../repositories/verdicts.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { basisOf } from './basis.ts';
import { judgeDevice } from './judged-verdict.ts';

type NewReport = Pick<StoredReport, 'id' | 'payload' | 'receivedAt'>;

/**
 * The verdict by a report that is about to be kept, which notes it in its own statement.
 * @param person who reports; mostly the computer is theirs, and no one is looked for
 * @returns null: its person is gone
 */
export async function verdictByReport(
  context: ServerContext,
  device: Device,
  person: Who | Person,
  report: NewReport,
): Promise<JudgedVerdict | null> {
  const { database, company } = context;
  const isTheirs = device.personId === person.id && 'groups' in person;
  const owner = isTheirs ? person : await findPerson(database, company.id, device.personId);
  if (owner === null) return null;
  return judgeDevice(context, await basisOf(context), { device, owner, report, cause: 'report' });
}

/** Notes the verdict of a computer that this very report may have registered, or made another person's. */
export async function noteAfterRegistration(
  context: ServerContext,
  transaction: Database,
  before: Device,
  report: NewReport,
): Promise<void> {
  const { company, now } = context;
  const device = await findDevice(transaction, company.id, before.id);
  const owner = device === null ? null : await findPerson(transaction, company.id, device.personId);
  if (device === null || owner === null) return;
  const judged = judgeDevice(context, await basisOf(context), { device, owner, report, cause: 'report' });
  await noteVerdicts(transaction, company.id, [judged]);
  await addPersonVerdicts(transaction, [owner]);
  await countPeople(transaction, company.id, [{ personId: owner.id, isReached: null, basis: null }], now());
  if (before.personId !== owner.id) await markVerdicts(transaction, company.id, { personIds: [before.personId] });
}

/** Counts the person of a computer whose verdict has changed. Where this fails their row says so, and a round does it. */
export async function countAfter(
  { database, company, now }: ServerContext,
  transition: VerdictTransition | null,
): Promise<void> {
  if (transition === null) return;
  const counted = [{ personId: transition.personId, isReached: null, basis: null }];
  await database.transaction((transaction) => countPeople(transaction, company.id, counted, now())).catch(() => []);
}
