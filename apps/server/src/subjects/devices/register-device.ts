import type { Database } from '../../database/database.ts';
import {
  approveProvenDevice,
  type Device,
  type DeviceSession,
  hasBlockedComputer,
  hasDeviceSessionSince,
} from '../../repositories/devices.ts';
import { wasOpenedByInvitation } from '../../repositories/invitations.ts';
import { findWebSessionById, type Person, type WebSession } from '../../repositories/people.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { isExemptDevice } from '../policy/exempt-device.ts';

/** What a computer says it was approved by where its person gave a second factor. */
const BY_SECOND_FACTOR = 'a second factor of its person';

/** Older, and anyone who has the cookie by now may not be who gave it. */
const FRESH_MS = 15 * 60_000;

const LOCAL_FACTORS: readonly WebSession['factors'][number][] = ['totp', 'passkey', 'recovery-code'];

/**
 * The first valid report registers a computer where the company lets it: by itself, or with a second factor of the sign-in
 * it was made in. A person with a blocked computer gets no other one in by either: a new id and new keys cost nothing. Neither
 * does a key come to hold an id that the policy exempts: that is looked at.
 */
export async function registerProvenDevice(
  context: ServerContext,
  transaction: Database,
  session: DeviceSession,
  device: Device,
): Promise<void> {
  const { company, configuration, now } = context;
  const { mode, maximumPerPerson } = configuration.registration;
  if (device.state !== 'waiting' || mode === 'approved' || isExemptDevice(context, device.deviceId)) return;
  const { personId } = session;
  if (await hasBlockedComputer(transaction, company.id, personId)) return;
  const isVerifying = mode === 'verified';
  if (isVerifying && !(await isVouchedFor(context, transaction, session))) return;
  const approvedBy = isVerifying ? BY_SECOND_FACTOR : null;
  await approveProvenDevice(transaction, device, { personId, maximumPerPerson, now: now(), approvedBy });
}

/**
 * Whether a second factor was given in this sign-in a moment ago, before this computer came, that is not set up with a password
 * alone. A computer that was there before, or that reports by itself, is not shown to be where the factor was given. One
 * factor vouches for one computer, the first that came after it: a copied cookie brings another one later. Neither does it
 * where it was set up in this very sign-in, unless an invitation opened that.
 */
async function isVouchedFor(
  { company, now }: ServerContext,
  database: Database,
  { webSessionId, personId, kind, createdAt, deviceRowId }: DeviceSession,
): Promise<boolean> {
  if (kind !== 'full' && kind !== 'v1') return false;
  const signedIn = await findWebSessionById(database, company.id, webSessionId, now());
  if (signedIn === null || signedIn.person.id !== personId || signedIn.session.awaits === 'second-factor') return false;
  const { authenticatedAt, factors, secondFactorAt } = signedIn.session;
  if (secondFactorAt === null || now().getTime() - secondFactorAt.getTime() > FRESH_MS) return false;
  if (createdAt < secondFactorAt) return false;
  if (await hasDeviceSessionSince(database, signedIn.session, secondFactorAt, deviceRowId)) return false;
  // Given later, it was one of ours.
  if (factors.includes('upstream-mfa') && secondFactorAt <= authenticatedAt) return true;
  if (!factors.some((factor) => LOCAL_FACTORS.includes(factor))) return false;
  const own = await findConfirmedFactors(database, { companyId: company.id, personId });
  if (own.length === 0 || own.some(({ isByPasswordAlone }) => isByPasswordAlone)) return false;
  const isFromBefore = own.every(({ confirmedAt }) => confirmedAt !== null && confirmedAt <= authenticatedAt);
  return isFromBefore || wasOpenedByInvitation(database, company.id, personId, authenticatedAt);
}

/**
 * Why a computer that is not registered opens nothing, whatever it reports: the company wants registered ones alone, or
 * another computer of the person is blocked. Null: it may.
 */
export async function whyNotRegistered(
  { company, configuration }: ServerContext,
  database: Database,
  device: Pick<Device, 'state'>,
  person: Pick<Person, 'id'>,
): Promise<Refusal<'device_not_approved'> | null> {
  if (device.state === 'approved') return null;
  if (configuration.registration.mode === 'verified') {
    return refuse(
      'device_not_approved',
      'This computer is not registered. A second factor, a registered computer of yours or an administrator does that.',
    );
  }
  return (await hasBlockedComputer(database, company.id, person.id))
    ? refuse('device_not_approved', 'A computer of this person is blocked, so an administrator approves the next one.')
    : null;
}
