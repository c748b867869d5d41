import { type FlattenedJws, flattenedJwsSchema } from '@vestibule/contracts';
import { findDeviceSession } from '../repositories/devices.ts';
import { findOpenUploads, type Upload, useUpload } from '../repositories/reports.ts';
import { parseEvidenceKey } from '../storage/evidence-key.ts';
import type { OwnDeviceSession } from './own-device-session.ts';
import { acceptReport, auditRefusedReport } from './reports.ts';
import type { Origin, ServerContext } from './server-context.ts';

/** A body that begins to arrive in the address's last second is still looked at. */
const GRACE_MS = 60_000;
/** A session that asks for addresses and leaves them empty does not make each question slower. */
const LOOKED_AT = 5;

/**
 * Judges what a browser has put into the object store for this session since it was last asked. Each upload is looked at
 * once: what is put there afterwards is never read, and the evidence is a copy of the bytes that were judged.
 * @returns the session and its device as they stand afterwards: the first report registers a device
 */
export async function takeDirectUploads(
  context: ServerContext,
  origin: Origin,
  login: string,
  own: OwnDeviceSession,
): Promise<OwnDeviceSession> {
  const { session } = own;
  if (context.evidence.directUpload === null) return own;
  const since = new Date(context.now().getTime() - GRACE_MS);
  const open = await findOpenUploads(context.database, session, since, LOOKED_AT);
  if (open.length === 0) return own;
  for (const upload of open) await takeDirectUpload(context, origin, login, own, upload);
  return (await findDeviceSession(context.database, session.companyId, session.id)) ?? own;
}

async function takeDirectUpload(
  context: ServerContext,
  origin: Origin,
  login: string,
  own: OwnDeviceSession,
  upload: Upload,
): Promise<void> {
  const { evidence } = context;
  const key = parseEvidenceKey(upload.evidenceKey ?? '');
  if (key === null) throw new Error('An upload of the object store has no key.');
  const found = await evidence.get(key);
  // Not there yet, or it never will be.
  if (!found.ok && found.code === 'not_found') return;
  // Of two questions at once, one judges it.
  if (!(await useUpload(context.database, upload, context.now()))) return;
  const refuse = (code: string) => auditRefusedReport(context, origin, login, own.device, code);
  if (!found.ok) return refuse(found.code === 'too_large' ? 'report_too_large' : found.code);
  const signedReport = found.bytes.length === upload.length ? readReport(found.bytes) : 'upload_length_wrong';
  if (typeof signedReport === 'string') await refuse(signedReport);
  else await acceptReport(context, origin, login, own, signedReport);
  // Where this fails, the day's pruning takes it.
  await evidence.delete(key);
}

function readReport(bytes: Buffer): FlattenedJws | 'request_malformed' {
  try {
    return flattenedJwsSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return 'request_malformed';
  }
}
