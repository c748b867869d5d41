import { randomUUID } from 'node:crypto';
import { type FlattenedJws, OWN_LIMITS, type SignedReportPayload } from '@vestibule/contracts';
import { verifyReport } from '@vestibule/device-keys';
import { checkNonce } from '../crypto/nonces.ts';
import { createCompanyToken, hashToken } from '../crypto/tokens.ts';
import {
  approveFirstKey,
  createUpload,
  type Device,
  type DeviceSession,
  findDeviceSession,
  raiseSequence,
  renameDevice,
  storeReport,
  takeUpload,
} from '../repositories/devices.ts';
import { findWebSessionById } from '../repositories/people.ts';
import { audit } from './audit.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

const UPLOAD_LIFE_MS = 60_000;

/**
 * A one-time address for exactly this many bytes.
 * @param endpoint origin that was asked: when the main one is down, the upload has to go to another too
 */
export async function createUploadUrl(
  context: ServerContext,
  session: DeviceSession,
  length: number,
  endpoint: string,
): Promise<string | Refusal<'report_too_large' | 'request_malformed'>> {
  if (!Number.isInteger(length) || length <= 0) return refuse('request_malformed', 'deviceDataLength is not a length.');
  if (length > OWN_LIMITS.reportMaximumBytes) {
    return refuse('report_too_large', `A report may have ${OWN_LIMITS.reportMaximumBytes} bytes.`);
  }
  const token = createCompanyToken(context.company.id);
  await createUpload(context.database, {
    companyId: context.company.id,
    idHash: hashToken(token),
    deviceSessionId: session.id,
    length,
    expiresAt: new Date(context.now().getTime() + UPLOAD_LIFE_MS),
    usedAt: null,
  });
  return `${endpoint}/api/devices/v2/upload/${token}`;
}

type ReportRefusal = Refusal<
  | 'upload_unknown'
  | 'upload_length_wrong'
  | 'session_expired'
  | 'report_altered'
  | 'report_wrong_session'
  | 'report_nonce_expired'
  | 'report_replayed'
  | 'report_refused'
>;

/** Takes a signed report: refused unless it is this device's, for this session, fresh, and newer than all before. */
export async function takeReport(
  context: ServerContext,
  origin: Origin,
  uploadId: string,
  signedReport: FlattenedJws,
  length: number,
): Promise<{ readonly reportId: string } | ReportRefusal> {
  const now = context.now();
  const upload = await takeUpload(context.database, context.company.id, hashToken(uploadId), now);
  if (upload === null) {
    await audit(context, origin, { action: 'device-report', outcome: 'refused', details: { code: 'upload_unknown' } });
    return refuse('upload_unknown', 'This upload address is not known, is over or was used.');
  }
  const found = await findDeviceSession(context.database, context.company.id, upload.deviceSessionId);
  if (found === null || found.session.expiresAt <= now) return refuse('session_expired', 'The device session is over.');
  const owner = await findWebSessionById(context.database, context.company.id, found.session.webSessionId, now);
  if (owner === null) return refuse('session_expired', 'The person has signed out.');

  const accepted = length === upload.length ? await accept(context, found, signedReport) : refuseLength(upload.length);
  if (isRefusal(accepted)) {
    await audit(context, origin, {
      action: 'device-report',
      outcome: 'refused',
      actor: owner.person.login,
      target: found.device.deviceId,
      details: { code: accepted.refused },
    });
    return accepted;
  }
  return { reportId: accepted.reportId };
}

async function accept(
  context: ServerContext,
  { session, device }: { session: DeviceSession; device: Device },
  signedReport: FlattenedJws,
): Promise<{ readonly reportId: string } | ReportRefusal> {
  const now = context.now();
  const verified = await verifyReport(signedReport, device.identityKey);
  if (!verified.ok) return refuse('report_altered', 'The report is not signed by this device’s key.');
  const payload = verified.value;
  const mismatch = checkBinding(context, session, device, payload, now);
  if (mismatch !== null) return mismatch;
  return context.database.transaction(async (transaction) => {
    if (!(await raiseSequence(transaction, device, payload.sequence))) {
      return refuse('report_replayed', 'A report with this or a later number has been taken already.');
    }
    await approveFirstKey(transaction, device);
    await renameDevice(transaction, device, payload.report.device.deviceName);
    const reportId = randomUUID();
    await storeReport(transaction, {
      companyId: context.company.id,
      id: reportId,
      deviceSessionId: session.id,
      sequence: payload.sequence,
      signedReport,
      receivedAt: now,
      deviceRowId: device.id,
      payload,
      evidenceKey: null,
    });
    return { reportId };
  });
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
  if (nonce === 'expired') return refuse('report_nonce_expired', 'The report was made for a moment that is past.');
  if (payload.report.client.systemRoot === 'scratch' && !context.config.allowsScratchRoot) {
    return refuse('report_refused', 'This client reads below another root folder, which only tests may do.');
  }
  return null;
}

function refuseLength(wanted: number): Refusal<'upload_length_wrong'> {
  return refuse('upload_length_wrong', `This address takes exactly ${wanted} bytes.`);
}
