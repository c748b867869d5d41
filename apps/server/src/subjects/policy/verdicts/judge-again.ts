import { setImmediate } from 'node:timers/promises';
import type { VerdictCause } from '@vestibule/contracts';
import { countPeople } from '../../../repositories/person-verdicts.ts';
import {
  addMissing,
  type DueDevice,
  findCompaniesWithDue,
  findPeopleToCount,
  lockDueDevices,
  lockPeople,
} from '../../../repositories/verdict-queue.ts';
import { findCompanies } from '../../../repositories/companies.ts';
import { noteVerdicts } from '../../../repositories/verdicts.ts';
import { createCompanyRounds } from '../../../context/company-rounds.ts';
import type { Installation, ServerContext } from '../../../context/server-context.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type Basis, basisOf, causeBetween } from './basis.ts';
import { judgeDevice } from './judged-verdict.ts';
import { isReached } from './verdict-of.ts';

/** Every company is looked at this often, whatever was heard of it. */
const ALL_EVERY_MS = 60_000;
const DEVICES_AT_ONCE = 100;
const PEOPLE_AT_ONCE = 500;

/**
 * Judges again whatever is due in a company: by another policy or other settings, because a day has come, or because the
 * computer or its person has changed. A batch is one transaction; what another server holds is its own.
 */
export async function judgeAgain(context: ServerContext, isEnding: () => boolean = () => false): Promise<void> {
  const basis = await basisOf(context);
  const { database, company, now } = context;
  for (;;) {
    if (isEnding()) return;
    const added = await addMissing(database, company.id, PEOPLE_AT_ONCE);
    if (added === 0) break;
    await setImmediate();
  }
  for (let judged = DEVICES_AT_ONCE; judged === DEVICES_AT_ONCE && !isEnding(); ) {
    judged = await database.transaction(async (transaction) => {
      const wanted = { basis: basis.text, now: now(), limit: DEVICES_AT_ONCE };
      const due = await lockDueDevices(transaction, company.id, wanted);
      await noteVerdicts(
        transaction,
        company.id,
        due.map((one) => judgeDue(context, basis, one)),
      );
      const personIds = new Set(due.flatMap(({ row, person }) => [row.personId, person.id]));
      const counted = [...personIds].map((personId) => ({ personId, isReached: null, basis: null }));
      await countPeople(transaction, company.id, counted, now());
      return due.length;
    });
    if (judged > 0) await tellConsole(context);
    // The embedded database answers without giving anything else a turn.
    await setImmediate();
  }
  for (let counted = PEOPLE_AT_ONCE; counted === PEOPLE_AT_ONCE && !isEnding(); ) {
    const people = await findPeopleToCount(database, company.id, basis.text, PEOPLE_AT_ONCE);
    counted = await database.transaction(async (transaction) => {
      const free = await lockPeople(
        transaction,
        company.id,
        people.map(({ id }) => id),
      );
      const wanted = people.filter(({ id }) => free.has(id));
      await countPeople(
        transaction,
        company.id,
        wanted.map((person) => ({ personId: person.id, isReached: isReached(context, person), basis: basis.text })),
        now(),
      );
      return wanted.length;
    });
    if (counted > 0) await tellConsole(context);
    await setImmediate();
  }
}

const tellConsole = ({ company, events }: ServerContext) =>
  events.publish({ companyId: company.id, personId: null, subject: 'verdict' });

function judgeDue(context: ServerContext, basis: Basis, { row, device, person, report }: DueDevice) {
  return judgeDevice(context, basis, { device, owner: person, report, cause: causeOf(row, basis) });
}

function causeOf({ mark, basis: before }: DueDevice['row'], { text }: Basis): VerdictCause {
  if (mark !== null) return mark;
  return before === text ? 'date' : causeBetween(before, text);
}

/**
 * Keeps verdicts as they would be judged now: looks each second for what has marked itself or is due, at once in a company
 * whose policy or settings were changed, and each minute everywhere.
 * @returns ends it
 */
export function startJudging(
  installation: Installation,
  logger: FastifyBaseLogger,
  everyMs: number,
): () => Promise<void> {
  const { database, events, now } = installation;
  let heard = new Set<string>();
  let [isEnding, allAt] = [false, 0];
  let running: Promise<void> | null = null;
  const go = createCompanyRounds(installation, logger, 'the verdicts of a company could not be brought up to date');
  const unsubscribe = events.subscribe(
    ({ companyId, subject }) => {
      if (subject === 'policy' || subject === 'company') heard.add(companyId);
    },
    () => {
      allAt = 0;
    },
  );
  const look = async () => {
    const isForAll = now().getTime() - allAt >= ALL_EVERY_MS;
    const some = heard;
    heard = new Set();
    if (isForAll) allAt = now().getTime();
    const due = isForAll
      ? (await findCompanies(database)).map(({ company }) => company.id)
      : await findCompaniesWithDue(database, now());
    await go([...new Set([...some, ...due])], (context) => judgeAgain(context, () => isEnding));
  };
  const timer = setInterval(() => {
    if (running !== null || isEnding) return;
    running = look()
      .catch((err: unknown) => logger.error({ err }, 'what has to be judged again could not be looked for'))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    isEnding = true;
    unsubscribe();
    clearInterval(timer);
    await running;
  };
}
