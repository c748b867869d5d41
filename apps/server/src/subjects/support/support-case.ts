import { supportCodeOf } from '@vestibule/contracts';
import { blockingChecks, mayContinue } from '@vestibule/policy';
import { type AccessGrant, findGrants } from '../../repositories/access-grants.ts';
import type { Application } from '../../repositories/companies.ts';
import { countWaitingDevices } from '../../repositories/devices.ts';
import { findOpenRequests, REQUEST_LIFE_MS } from '../../repositories/access-requests.ts';
import { findPerson, isLive, type Person, type WebSession } from '../../repositories/people.ts';
import { isOver } from '../../repositories/pending-sign-ins.ts';
import {
  findActorOfCorrelation,
  findActorOfTab,
  findAnySession,
  findComputerOf,
  findEventsAbout,
  findNewestSessionOf,
  findNewestVisit,
  findSessionIdsSince,
} from '../../repositories/support-cases.ts';
import { secondFactorRule } from '../settings/factor-rule.ts';
import { observationOf } from '../policy/gate/gate-state.ts';
import { judge, type Verdict } from '../policy/judge.ts';
import { whyNotRegistered } from '../devices/register-device.ts';
import { WAITING_PER_PERSON } from '../devices/show-device.ts';
import { factorStandingOf } from '../policy/second-factor-device.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { whyWayIsShut } from '../settings/way-around.ts';
import { nameOf } from '../devices/devices.ts';
import { chainOf } from './support-chain.ts';
import { responseTo, whyRefused } from './support-past.ts';
import { describeUnsupportedCaller } from './unsupported-caller.ts';
import { wrongKindOfSignIn } from '../sign-in/wrong-kind-of-sign-in.ts';

/** Someone calls about what they see now; yesterday's page is another case. */
const CODE_LIFE_MS = 24 * 3_600_000;
const EVENTS = 20;

/** What a caller sees, and where the way to the application ends. */
export async function describeSupportCase(context: ServerContext, code: string) {
  const { database, company, now } = context;
  const session = await findSessionByCode(context, code);
  const person = session === null ? null : await findPerson(database, company.id, session.personId);
  if (session === null || person === null) return unknownCode(code);
  const visit = await findNewestVisit(database, company.id, session);
  const computer = await findComputerOf(database, company.id, session);
  const verdict = computer?.report
    ? judge(context, computer.device, person, computer.report, visit?.application.name ?? null)
    : null;
  const grants = await findGrants(database, company.id, { personId: person.id, liveAt: now() });
  const [request] = await findOpenRequests(database, company.id, now(), person.id);
  const events = await findEventsAbout(database, company.id, person.id, EVENTS);
  const application =
    visit === null
      ? null
      : {
          name: visit.application.name,
          isOver: isOver(visit.pending, now()),
          given: await responseTo(context, visit),
        };
  const blocking = blockingOf(context, verdict);
  const isOpen = isLive(session, now());
  const unsupported = computer === null ? await describeUnsupportedCaller(context, session, visit) : null;
  const chain = chainOf({
    isPersonBlocked: person.disabledAt !== null,
    isSessionOpen: isOpen,
    awaits: session.awaits,
    wrongKind: visit === null ? null : wrongKindOfSignIn(context, visit, session),
    application,
    device:
      computer === null
        ? null
        : { id: computer.device.id.slice(0, 8), name: nameOf(computer.device), state: computer.device.state },
    unsupported: unsupported?.says ?? (computer === null ? await whyNotLetWait(context, person) : null),
    factor: await factorOf(context, person, computer, visit),
    isUnregistered: computer !== null && (await whyNotRegistered(context, database, computer.device, person)) !== null,
    report:
      verdict === null || !computer?.report
        ? null
        : {
            minutesOld: Math.floor((now().getTime() - computer.report.receivedAt.getTime()) / 60_000),
            isExpired: verdict.isExpired,
          },
    refusedReport: await whyRefused(context, person, session, computer),
    blocking,
    isObserved: visit !== null && observationOf(context, person, visit.application, visit.pending) !== 'enforced',
    hasGrant: grants.some((grant) => opens(context, grant, visit?.application ?? null, verdict)),
  });
  return {
    person: { login: person.login, displayName: person.displayName, isBlocked: person.disabledAt !== null },
    session: {
      code: supportCodeOf(session.id),
      openedAt: session.authenticatedAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isOpen,
      userAgent: session.userAgent,
      factors: [...session.factors],
    },
    chain: [...chain],
    broken: chain.find(({ state }) => state === 'broken')?.link ?? null,
    application:
      application === null || visit === null
        ? null
        : { name: application.name, since: visit.pending.createdAt.toISOString(), isOver: application.isOver },
    unsupported: unsupported?.what ?? null,
    device:
      !computer?.report || verdict === null
        ? null
        : {
            name: nameOf(computer.device),
            state: computer.device.state,
            operatingSystem: verdict.report.device.osVersionCaption,
            clientVersion: verdict.report.client.version,
            reportedAt: computer.report.receivedAt.toISOString(),
          },
    checks: checksOf(verdict, blocking),
    blocking: [...blocking],
    grants: grants.map(({ kind, expiresAt, usesLeft, reason, waitsForApproval }) => ({
      kind,
      expiresAt: expiresAt.toISOString(),
      usesLeft,
      reason,
      waitsForApproval,
    })),
    request:
      request === undefined
        ? null
        : {
            id: request.id,
            reason: request.reason,
            createdAt: request.createdAt.toISOString(),
            expiresAt: new Date(request.createdAt.getTime() + REQUEST_LIFE_MS).toISOString(),
          },
    caller: callerOf(session, now()),
    events: events.map(({ at, action, outcome, actor, details }) => ({
      at: at.toISOString(),
      action,
      outcome,
      actor,
      code: typeof details['code'] === 'string' ? details['code'] : null,
    })),
  };
}

/** Why a computer that has not spoken may have been refused: as many of its person wait as may. Null: it was not. */
async function whyNotLetWait({ database, company }: ServerContext, { id }: Person): Promise<string | null> {
  const waiting = await countWaitingDevices(database, company.id, id);
  return waiting < WAITING_PER_PERSON
    ? null
    : `${waiting} computers of theirs wait for approval, so that a further one is refused. Approve theirs, and retire those that they do not know: vestibule device list --state waiting`;
}

/** Whether leave opens the way they are on: what shuts it is asked as where a response is issued. */
function opens(
  { configuration, now }: ServerContext,
  grant: AccessGrant,
  application: Pick<Application, 'id' | 'name'> | null,
  verdict: Verdict | null,
): boolean {
  if (grant.waitsForApproval || (grant.applicationId !== null && grant.applicationId !== application?.id)) return false;
  const way = grant.kind === 'temporary-access' ? configuration.temporaryAccess : configuration.skipping;
  const isStopped =
    verdict?.evaluation.securityChecks.some((check) => check.isSigninStopper && !check.isPassed) ?? false;
  return whyWayIsShut(way, application?.name ?? null, now()) === null && (grant.overridesStopper || !isStopped);
}

/** The number itself is the caller's to say. One whose time is over without a proof is none. */
function callerOf({ callerNumber }: WebSession, now: Date) {
  if (callerNumber === null) return null;
  const { expiresAt, triesLeft, provenAt } = callerNumber;
  if (provenAt === null && Date.parse(expiresAt) <= now.getTime()) return null;
  return { expiresAt, triesLeft, provenAt };
}

/** How the computer stands as the second factor that this visit asks for; null where it asks for none. */
async function factorOf(
  context: ServerContext,
  person: Person,
  computer: Awaited<ReturnType<typeof findComputerOf>>,
  visit: Awaited<ReturnType<typeof findNewestVisit>>,
) {
  if (visit === null || computer === null) return null;
  const isAsked = visit.pending.mode === 'mfa' || secondFactorRule(context, visit.application) === 'device';
  return isAsked ? factorStandingOf(context.database, computer, person) : null;
}

export function unknownCode(code: string): Refusal<'not_found'> {
  // An error page names no person, where none was known or none is written down with what was refused.
  const message = isRequestId(code)
    ? `The audit log names no person by this code of an error page. What was refused: vestibule audit --correlation-id ${code}`
    : `No one has been here with the code ${code} in the last 24 hours. Ask for it again, letter by letter.`;
  return refuse('not_found', message);
}

function isRequestId(code: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(code);
}

/** By the code of a session, else of a tab that has not heard that one yet, else by the correlation id of an error page. */
export async function findSessionByCode(context: ServerContext, code: string): Promise<WebSession | null> {
  const { database, company, now } = context;
  const wanted = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const since = new Date(now().getTime() - CODE_LIFE_MS);
  const ids = await findSessionIdsSince(database, company.id, since);
  const id = ids.find((candidate) => supportCodeOf(candidate).replace('-', '') === wanted);
  if (id !== undefined) return findAnySession(database, company.id, id);
  const actor =
    (await findActorOfTab(database, company.id, `${wanted.slice(0, 3)}-${wanted.slice(3)}`, since)) ??
    (await findActorOfCorrelation(database, company.id, code));
  return actor === null ? null : findNewestSessionOf(database, company.id, actor);
}

function blockingOf(context: ServerContext, verdict: Verdict | null): readonly string[] {
  if (verdict === null || mayContinue(verdict.evaluation, context.policy.policy)) return [];
  return blockingChecks(verdict.evaluation.securityChecks).map(({ checkType }) => checkType);
}

function checksOf(verdict: Verdict | null, blocking: readonly string[]) {
  return (verdict?.evaluation.securityChecks ?? [])
    .filter(({ isPassed }) => !isPassed)
    .toSorted((left, right) => Number(blocking.includes(right.checkType)) - Number(blocking.includes(left.checkType)));
}
