import { endAtOtherComputer, isElsewhere } from './device-session.ts';
import { randomUUID } from 'node:crypto';
import type { Who } from '../../repositories/audit-words.ts';
import type { Database } from '../../database/database.ts';
import type { FlattenedJws, SignedReportPayload } from '@vestibule/contracts';
import { verifyReport } from '@vestibule/device-keys';
import { computerName } from './computer-name.ts';
import { checkNonce } from '../../operations/crypto/nonces.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { type Device, type DeviceSession, keepDescription, saysNews } from '../../repositories/devices.ts';
import { lockPerson } from '../../repositories/person-lock.ts';
import { storeNextReport } from '../../repositories/next-report.ts';
import type { Person } from '../../repositories/people.ts';
import { countAfter, noteAfterRegistration, verdictByReport } from '../policy/verdicts/note-report.ts';
import type { VerdictTransition } from '../../repositories/verdicts.ts';
import { hasReport, type StoredReport, takeUpload } from '../../repositories/reports.ts';
import { createEvidenceKey, type EvidenceKey } from '../../operations/storage/evidence-key.ts';
import { audit } from '../audit/audit.ts';
import { registerProvenDevice } from './register-device.ts';
import { mayTry, refusedReport } from '../people/attempts.ts';
import type { OwnDeviceSession } from './own-device-session.ts';
import { mayReport } from './reported-much.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** Escapes of U+0000 and of half a character: PostgreSQL keeps neither, and no honest client sends one. */
const UNKEEPABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** A signed report that was taken in this very exchange: what only the computer that holds the key can send. */
class Taken {
  readonly #deviceSessionId: string;
  readonly at: Date;

  constructor(deviceSessionId: string, at: Date) {
    this.#deviceSessionId = deviceSessionId;
    this.at = at;
  }

  get deviceSessionId(): string {
    return this.#deviceSessionId;
  }
}

/** Made here and nowhere else: to hold one is to have been sent a report by the computer itself, a moment ago. */
export type TakenReport = Taken;

export type ReportRefusal = Refusal<
  'report_altered' | 'report_wrong_session' | 'report_nonce_expired' | 'report_replayed' | 'report_refused'
>;
type UploadRefusal = Refusal<'upload_unknown' | 'upload_length_wrong' | 'session_expired'>;

/** Takes a signed report at a one-time address, for the session the address was made for. */
export async function takeReport(
  known: ServerContext,
  origin: Origin,
  uploadId: string,
  signedReport: FlattenedJws,
  length: number,
): Promise<null | ReportRefusal | UploadRefusal> {
  const now = known.now();
  const upload = await takeUpload(known.database, known.company.id, hashToken(uploadId), now);
  const context = upload === null ? known : await known.companies.asOf(known, upload.generation);
  if (upload === null) {
    const refusal = refuse('upload_unknown', 'This upload address is not known, is over or was used.');
    await audit(context, origin, { action: 'device-report', outcome: 'refused', details: detailsOf(refusal) });
    return refusal;
  }
  const { own: found, signedIn } = upload;
  if (found === null || found.session.expiresAt <= now) return refuse('session_expired', 'The device session is over.');
  if (signedIn === null) return refuse('session_expired', 'The person has signed out.');

  const { person } = signedIn;
  if (length === upload.length) {
    const accepted = await acceptReport(context, origin, person, found, signedReport);
    if (!isRefusal(accepted)) return null;
    // What its key has signed is the answer of a computer, also where another one answered before it.
    const isAnswer = accepted.refused === 'report_wrong_session' && found.session.kind !== 'agent';
    if (isAnswer && (await isElsewhere(context, signedIn, found.device.deviceId))) {
      await endAtOtherComputer(context, origin, signedIn, found.device.deviceId);
    }
    return accepted;
  }
  const refusal = refuse('upload_length_wrong', `This address takes exactly ${upload.length} bytes.`);
  await auditRefusedReport(context, origin, person, found.device, refusal);
  return refusal;
}

/**
 * Takes a signed report: refused unless it is this device's, for this session, fresh, and newer than all before. The same
 * for both versions of the check.
 * @returns the proof that it was taken just now
 */
export async function acceptReport(
  context: ServerContext,
  origin: Origin,
  person: Who | Person,
  own: OwnDeviceSession,
  signedReport: FlattenedJws,
): Promise<TakenReport | ReportRefusal> {
  const refusal = await store(context, person, own, signedReport);
  const { companyId, personId, kind, id } = own.session;
  if (refusal !== null) {
    // No one has to be signed in to send one for an account.
    const isWrittenDown = kind !== 'agent' || (await mayTry(context, refusedReport(context, id)));
    if (isWrittenDown) await auditRefusedReport(context, origin, person, own.device, refusal);
    return refusal;
  }
  await context.events.publish({ companyId, personId, subject: 'check-result' });
  return new Taken(id, context.now());
}

/** What was not taken, and why: the sentence is our own, and nothing of the report is in it. */
interface RefusedReport {
  readonly refused: string;
  readonly message?: string;
}

/** Writes down that a report was not taken, and why. */
export async function auditRefusedReport(
  context: ServerContext,
  origin: Origin,
  person: Who,
  device: Device,
  refusal: RefusedReport,
): Promise<void> {
  await audit(context, origin, {
    action: 'device-report',
    outcome: 'refused',
    actor: person,
    target: device.deviceId,
    about: device.id,
    details: detailsOf(refusal),
  });
}

function detailsOf({ refused, message }: RefusedReport) {
  return { code: refused, ...(message === undefined ? {} : { reason: message }) };
}

export function refuseAltered(): Refusal<'report_altered'> {
  return refuse('report_altered', 'The report is not signed by this device’s key.');
}

async function store(
  context: ServerContext,
  person: Who | Person,
  { session, device }: OwnDeviceSession,
  signedReport: FlattenedJws,
): Promise<null | ReportRefusal> {
  const now = context.now();
  const verified = await verifyReport(signedReport, device.identityKey);
  if (!verified.ok) return refuseAltered();
  const payload = verified.value;
  const mismatch = checkBinding(context, session, device, payload, now);
  if (mismatch !== null) return mismatch;
  if (!mayReport(context, session, device, signedReport.payload.length)) {
    return refuse('report_refused', 'The computers of this person have reported too much in the last hour.');
  }
  // What is a copy for certain is not kept for a moment; of two at once, the statement that keeps them takes one.
  if (payload.sequence <= device.lastSequence) return refuseReplayed();
  const evidence = await keepEvidence(context, session, signedReport, randomUUID(), now);
  const keep = (database: Database) =>
    keepReport(context, database, person, { session, device }, payload, { ...evidence, now });
  const isNews = device.state === 'waiting' || saysNews(device, descriptionIn(payload));
  try {
    const kept = await (isNews ? context.database.transaction(keep) : keep(context.database));
    if (isRefusal(kept)) await dropUnlessStored(context, evidence, now);
    else await countAfter(context, kept.transition);
    return isRefusal(kept) ? kept : null;
  } catch (error) {
    await dropUnlessStored(context, evidence, now);
    throw error;
  }
}

const descriptionIn = ({ report, deviceId }: SignedReportPayload) => ({
  name: computerName(report.device.deviceName, deviceId),
  keyProtection: report.client.keyProtection,
});

async function keepReport(
  context: ServerContext,
  database: Database,
  person: Who | Person,
  { session, device }: OwnDeviceSession,
  payload: SignedReportPayload,
  { now, ...evidence }: Evidence & { readonly now: Date },
): Promise<{ readonly transition: VerdictTransition | null } | ReportRefusal> {
  const isWaiting = device.state === 'waiting';
  // The person before the computer, as where a response is issued: the first report of one counts what they have.
  if (isWaiting) await lockPerson(database, context.company.id, session.personId);
  const report = {
    companyId: context.company.id,
    deviceSessionId: session.id,
    sequence: payload.sequence,
    receivedAt: now,
    deviceRowId: device.id,
    payload,
    ...evidence,
  };
  const judged = isWaiting ? null : await verdictByReport({ ...context, database }, device, person, report);
  const kept = await storeNextReport(database, report, session.kind, judged);
  if (kept === 'replayed') return refuseReplayed();
  if (kept === 'gone') return refuse('report_wrong_session', 'The session of this report is gone.');
  await registerProvenDevice(context, database, session, device);
  if (isWaiting) await noteAfterRegistration(context, database, device, report);
  await keepDescription(database, device, descriptionIn(payload));
  return kept;
}

function refuseReplayed(): Refusal<'report_replayed'> {
  return refuse('report_replayed', 'A report with this or a later number has been taken already.');
}

/**
 * Deletes evidence that no row speaks of. The connection may have broken when the row was in the database already: where
 * that cannot be asked, or deleting fails, or the server dies before, the retention of its day takes it.
 */
async function dropUnlessStored(context: ServerContext, { id, evidenceKey }: Evidence, at: Date): Promise<void> {
  const { database, company, evidence } = context;
  if (evidenceKey === null) return;
  try {
    if (!(await hasReport(database, company.id, id))) await evidence.delete(evidenceKeyOf(context, id, at));
  } catch {
    // What failed first is what the caller has to hear.
  }
}

function evidenceKeyOf({ company }: ServerContext, id: string, at: Date): EvidenceKey {
  return createEvidenceKey('reports', { companyId: company.id, id, at });
}

type Evidence = Pick<StoredReport, 'id' | 'signedReport' | 'evidenceKey'>;

/**
 * Keeps the report as it came. Where the store fails, the row itself keeps it: no one is stopped by a full disk elsewhere;
 * and that of an installed client, for the next one takes its place in a few minutes.
 */
async function keepEvidence(
  context: ServerContext,
  { kind }: DeviceSession,
  signedReport: FlattenedJws,
  id: string,
  at: Date,
): Promise<Evidence> {
  const inRow = { id, signedReport, evidenceKey: null };
  if (kind === 'agent') return inRow;
  const key = evidenceKeyOf(context, id, at);
  const kept = await context.evidence.put(key, Buffer.from(JSON.stringify(signedReport)));
  return kept.ok ? { id, signedReport: null, evidenceKey: key } : inRow;
}

function checkBinding(
  context: ServerContext,
  session: DeviceSession,
  device: Device,
  payload: SignedReportPayload,
  now: Date,
): ReportRefusal | null {
  const isOfSession = payload.sessionId === session.id && payload.deviceId === device.deviceId;
  if (!isOfSession || payload.report.device.deviceId !== device.deviceId) {
    return refuse('report_wrong_session', 'The report was made for another session or device.');
  }
  const nonce = checkNonce(context.secret, payload.nonce, session.id, now);
  if (nonce === 'wrong-session') return refuse('report_wrong_session', 'The report’s nonce is of another session.');
  if (nonce === 'expired') return refuse('report_nonce_expired', 'The report has expired.');
  if (UNKEEPABLE.test(JSON.stringify(payload))) return refuse('report_refused', 'The report holds broken characters.');
  if (payload.report.client.systemRoot === 'scratch' && !context.config.allowsScratchRoot) {
    return refuse('report_refused', 'This client reads below another root folder, which only tests may do.');
  }
  return null;
}
