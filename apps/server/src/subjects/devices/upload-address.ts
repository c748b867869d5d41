import { randomUUID } from 'node:crypto';
import { REPORT_MAXIMUM_BYTES } from '@vestibule/contracts';
import { createCompanyToken, createToken, hashToken } from '../../operations/crypto/tokens.ts';
import type { DeviceSession } from '../../repositories/devices.ts';
import { createUpload } from '../../repositories/reports.ts';
import { createEvidenceKey } from '../../operations/storage/evidence-key.ts';
import type { DirectUpload } from '../../operations/storage/evidence-store.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

const UPLOAD_LIFE_MS = 60_000;

/**
 * A one-time address for exactly this many bytes: of this server, or of the object store where one is set up.
 * @param endpoint origin that was asked: when the main one is down, the upload has to go to another too
 */
export async function createUploadUrl(
  context: ServerContext,
  session: DeviceSession,
  length: number,
  endpoint: string,
): Promise<string | Refusal<'report_too_large' | 'request_malformed'>> {
  if (!Number.isInteger(length) || length <= 0) return refuse('request_malformed', 'deviceDataLength is not a length.');
  if (length > REPORT_MAXIMUM_BYTES) {
    return refuse('report_too_large', `A report may have ${REPORT_MAXIMUM_BYTES} bytes.`);
  }
  const { directUpload } = context.evidence;
  if (directUpload !== null) {
    return createDirectUpload(context, directUpload, session, length);
  }
  const token = createCompanyToken(context.company.id);
  await createUpload(context.database, {
    companyId: context.company.id,
    idHash: hashToken(token),
    deviceSessionId: session.id,
    length,
    expiresAt: new Date(context.now().getTime() + UPLOAD_LIFE_MS),
    usedAt: null,
    evidenceKey: null,
  });
  return `${endpoint}/api/devices/v2/upload/${token}`;
}

/**
 * An address of the object store for exactly this many bytes, under a key that is this session's alone. No one learns the
 * key of another session's upload, and no address opens a second one.
 */
async function createDirectUpload(
  context: ServerContext,
  store: DirectUpload,
  session: DeviceSession,
  length: number,
): Promise<string> {
  const { company, database } = context;
  const at = context.now();
  const key = createEvidenceKey('incoming', { companyId: company.id, id: randomUUID(), at });
  const { url } = await store.presignPut(key, {
    contentLength: length,
    contentType: 'application/json',
    expiresInSeconds: UPLOAD_LIFE_MS / 1000,
  });
  await createUpload(database, {
    companyId: company.id,
    // No one is given this token: what lies in the store is found by its key, and never through the upload call.
    idHash: hashToken(createToken()),
    deviceSessionId: session.id,
    length,
    expiresAt: new Date(at.getTime() + UPLOAD_LIFE_MS),
    usedAt: null,
    evidenceKey: key,
  });
  return url;
}
