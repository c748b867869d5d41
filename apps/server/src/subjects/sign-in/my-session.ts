import { applicationConfigurationSchema, type MySession, type SecurityCheck } from '@vestibule/contracts';
import { findDeviceOfSignIn, findStartableApplications } from '../../repositories/launch-pad.ts';
import { findNewestReport } from '../../repositories/reports.ts';
import { findRole } from '../../repositories/roles.ts';
import { findUnendedSessionsOf, findWebSessionsOf } from '../../repositories/web-sessions.ts';
import { type Caller, nameOfSignIn } from '../../context/caller.ts';
import { judge } from '../policy/judge.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { describeSettings, describeUser } from '../settings/describe-settings.ts';
import { offersVouching } from './vouching/may-be-vouched-for.ts';
import { endSessionOf } from '../people/end-sessions.ts';

const BLOCKED_UNPROVEN: MySession['device'] = {
  name: '',
  state: 'blocked',
  complianceStatus: null,
  checksExpired: true,
  checkedAt: null,
  failedChecks: 0,
  unreadChecks: 0,
};

/** Everything /session-status shows. */
export async function describeMySession(context: ServerContext, caller: Caller): Promise<MySession> {
  const { person, session } = caller;
  const role = await findRole(context.database, context.company.id, person.id);
  return {
    user: describeUser(context, person),
    role: role?.role ?? null,
    supportCode: describeSettings(context, caller).displaySessionId,
    isPasswordSet: person.passwordHash !== null,
    session: {
      startedAt: session.authenticatedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      factors: session.factors,
      isDeviceCheckOutstanding: session.awaits === 'device',
    },
    device: await describeDevice(context, caller),
    offersVouching: await offersVouching(context, caller),
    applications: await listApplications(context),
    otherSessions: await listOtherSessions(context, caller),
  };
}

/** Ends another session of the same person; one may have grown too old while the list of them was looked at. */
export async function endOtherSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  name: string,
): Promise<null | Refusal<'not_found'>> {
  const { person } = caller;
  const sessions = await findUnendedSessionsOf(context.database, context.company.id, person.id);
  const other = sessions.find(({ id }) => nameOfSignIn(context, id) === name);
  if (other === undefined || other.id === caller.session.id) return refuse('not_found', 'There is no such session.');
  await endSessionOf(context, origin, person, other.id);
  return null;
}

async function describeDevice(context: ServerContext, { session, person }: Caller): Promise<MySession['device']> {
  const found =
    (await findDeviceOfSignIn(context.database, context.company.id, session.id)) ??
    (await findDeviceOpenedFor(context, session));
  if (found === null) return null;
  const { device } = found;
  const newest = await findNewestReport(context.database, context.company.id, found.session.id);
  // Anybody can show the public keys of a computer: until it has sent a report, the sign-in is not at it. A blocked one may
  // not report any more, so that it is told without its name: nothing opens in a sign-in in which it took part.
  if (newest === null) return device.state === 'blocked' ? BLOCKED_UNPROVEN : null;
  const verdict = judge(context, device, person, newest, null);
  const countOf = (wanted: SecurityCheck['state']) =>
    verdict.evaluation.securityChecks.filter(({ state }) => state === wanted).length;
  return {
    name: device.label ?? device.name,
    state: device.state,
    complianceStatus: verdict.evaluation.complianceStatus,
    checksExpired: verdict.isExpired,
    checkedAt: newest.receivedAt.toISOString(),
    failedChecks: countOf('failed'),
    unreadChecks: countOf('unknown'),
  };
}

/**
 * Workplace's own window: no report was sent in its session, which is for the computer that it was opened from, and for no
 * other. What that one said last is shown, and opens nothing here.
 */
async function findDeviceOpenedFor({ database, company }: ServerContext, { openedFrom, openedFor }: Caller['session']) {
  if (openedFrom === null) return null;
  const found = await findDeviceOfSignIn(database, company.id, openedFrom);
  return found?.device.deviceId === openedFor ? found : null;
}

async function listApplications(context: ServerContext): Promise<MySession['applications']> {
  const applications = await findStartableApplications(context.database, context.company.id);
  return applications.flatMap(({ id, name, startUrl, settings }) =>
    startUrl !== null && applicationConfigurationSchema.parse(settings).isOnLaunchPad ? [{ id, name, startUrl }] : [],
  );
}

async function listOtherSessions(
  context: ServerContext,
  { session, person }: Caller,
): Promise<MySession['otherSessions']> {
  const sessions = await findWebSessionsOf(context.database, context.company.id, person.id, context.now());
  return sessions
    .filter(({ id }) => id !== session.id)
    .map(({ id, authenticatedAt, lastSeenAt, address, userAgent }) => ({
      id: nameOfSignIn(context, id),
      startedAt: authenticatedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      address,
      userAgent,
    }));
}
