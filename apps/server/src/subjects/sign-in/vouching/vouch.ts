import type { FlattenedJws } from '@vestibule/contracts';
import { asWord } from '../../../repositories/audit-words.ts';
import type { Database } from '../../../database/database.ts';
import { isExemptDevice } from '../../policy/exempt-device.ts';
import { approveProvenDevice, type Device, findDeviceSession } from '../../../repositories/devices.ts';
import { findWebSessionById } from '../../../repositories/people.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { askAboutOwnComputer } from '../issue/ask-about-claim.ts';
import { audit } from '../../audit/audit.ts';
import type { Caller } from '../../../context/caller.ts';
import { acceptReport, type ReportRefusal, type TakenReport } from '../../devices/reports.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { takeCode } from './codes.ts';
import { checkMayVouch } from './may-be-vouched-for.ts';
import { checkIsWaiting, findReportingComputer } from './reporting-computer.ts';
import { auditVouching, findWaitingComputer, readWaiting, type Waiting, WRONG } from './waiting-computer.ts';

/** What a registered computer shows to vouch for another one. */
export interface Voucher {
  readonly code: string;
  readonly sessionId: string;
  /** Signed for this request: what was stored or sent before proves nothing of the browser that asks. */
  readonly signedReport: FlattenedJws;
}

type VouchRefusal = Refusal<'code_wrong' | 'device_not_approved' | 'policy_not_met' | 'not_possible'>;

/**
 * Registers the computer of a code. The browser that asks shows that it stands on a computer of the same person that is a
 * second factor of theirs: its key signs a report now, and that report is asked all that the gate asks.
 */
export async function vouch(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { code, sessionId, signedReport }: Voucher,
): Promise<null | VouchRefusal | ReportRefusal | Refusal<'session_unknown' | 'too_many_attempts'>> {
  const waiting = await findWaitingComputer(context, origin, caller, code);
  if (isRefusal(waiting)) return waiting;
  const own = await findReportingComputer(context, caller, sessionId);
  if (isRefusal(own)) {
    await auditVouching(context, origin, caller, own, waiting);
    return own.refused === 'device_blocked' ? refuse('not_possible', own.message) : refuse(own.refused, own.message);
  }
  const taken = await acceptReport(context, origin, caller.person, own, signedReport);
  if (isRefusal(taken)) return taken;
  const done = await context.database.transaction((transaction) =>
    register({ ...context, database: transaction }, origin, caller, { code, waiting, taken, voucher: own.device }),
  );
  if (done !== null) await auditVouching(context, origin, caller, done, waiting);
  const { company, events } = context;
  // The page that waits there goes on by itself.
  if (done === null) {
    await events.publish({ companyId: company.id, personId: caller.person.id, subject: 'check-result' });
  }
  return done;
}

interface Vouching {
  readonly code: string;
  readonly waiting: Waiting;
  readonly taken: TakenReport;
  readonly voucher: Device;
}

/** Asks everything once more, in the transaction that registers. */
async function register(
  context: ServerContext & { readonly database: Database },
  origin: Origin,
  caller: Caller,
  { code, waiting: before, taken, voucher }: Vouching,
): Promise<VouchRefusal | null> {
  const { database, company, configuration, now } = context;
  const { person } = caller;
  await lockPerson(database, company.id, person.id);
  const signedIn = await findWebSessionById(database, company.id, caller.session.id, now());
  if (signedIn === null || signedIn.person.disabledAt !== null) {
    return refuse('policy_not_met', 'The sign-in of the computer that vouches is over.');
  }
  const proof = await askAboutOwnComputer(context, database, signedIn, taken);
  if (isRefusal(proof)) return asVouchRefusal(proof);
  const waiting = await readWaiting(context, database, caller, before.session.id, before.address);
  if (waiting === null || checkIsWaiting(waiting.device) !== null) return WRONG;
  const webSessionIds = [caller.session.id, waiting.session.webSessionId];
  const shut = await checkMayVouch(context, database, person, webSessionIds);
  if (shut !== null) return shut;
  if ((await takeCode(context, caller, code)) === null) return WRONG;
  if (isExemptDevice(context, waiting.device.deviceId)) {
    return refuse('not_possible', 'The policy exempts the id of this computer: an administrator looks at it.');
  }
  const { maximumPerPerson } = configuration.registration;
  const approvedBy = `${person.login} at ${voucher.name} (${voucher.deviceId})`;
  await approveProvenDevice(database, waiting.device, {
    personId: person.id,
    maximumPerPerson,
    now: now(),
    approvedBy,
  });
  const after = await findDeviceSession(database, company.id, waiting.session.id);
  if (after?.device.state !== 'approved') {
    return refuse('not_possible', 'Another key holds the id of this computer: an administrator looks at it.');
  }
  await audit(
    context,
    origin,
    {
      action: 'device-vouching',
      outcome: 'done',
      actor: person,
      target: waiting.device.deviceId,
      details: {
        name: asWord({ id: person.id, login: waiting.device.name }),
        operatingSystem: waiting.device.operatingSystem,
        address: asWord({ id: person.id, login: waiting.address }),
        vouchedBy: voucher.deviceId,
        vouchedByName: asWord({ id: person.id, login: voucher.name }),
      },
    },
    database,
  );
  return null;
}

function asVouchRefusal({ refused, message }: Refusal): VouchRefusal {
  return refuse(refused === 'device_not_approved' ? refused : 'policy_not_met', message);
}
