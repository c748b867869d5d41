import { type FlattenedJws, flattenedJwsSchema } from '@vestibule/contracts';
import type { Who } from '../../repositories/audit-words.ts';
import { findDeviceSession } from '../../repositories/devices.ts';
import { findOpenUploads, type Upload, useUpload } from '../../repositories/reports.ts';
import { parseEvidenceKey } from '../../operations/storage/evidence-key.ts';
import type { EvidenceStore } from '../../operations/storage/evidence-store.ts';
import type { OwnDeviceSession } from './own-device-session.ts';
import { acceptReport, auditRefusedReport } from './reports.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

/** A body that begins to arrive in the address's last second is still looked at. */
const GRACE_MS = 60_000;
/** A session that asks for addresses and leaves them empty does not make each question slower. */
const LOOKED_AT = 5;

/**
 * Judges what a browser has put into the object store for this session since it was last asked. Each upload is looked at
 * once: what is put there afterwards is never read, and the evidence is a copy of the bytes that were judged.
 * @returns the session and its device as they stand afterwards: the first report registers a device. Or a refusal, when the
 * newest was made too long ago: its page has no other way to hear that it has to begin again
 */
export async function takeDirectUploads(
  context: ServerContext,
  origin: Origin,
  person: Who,
  own: OwnDeviceSession,
): Promise<OwnDeviceSession | Refusal<'session_expired'>> {
  const { session } = own;
  if (context.evidence.directUpload === null) return own;
  const since = new Date(context.now().getTime() - GRACE_MS);
  const open = await findOpenUploads(context.database, session, since, LOOKED_AT);
  if (open.length === 0) return own;
  let last: string | null = null;
  for (const upload of open) last = (await takeDirectUpload(context, origin, person, own, upload)) ?? last;
  if (last === 'report_nonce_expired') return refuse('session_expired', 'The report has expired.');
  return (await findDeviceSession(context.database, session.companyId, session.id)) ?? own;
}

/** @returns what came of it: 'taken', or why not; null when nothing is there, or another question has it */
async function takeDirectUpload(
  context: ServerContext,
  origin: Origin,
  person: Who,
  own: OwnDeviceSession,
  upload: Upload,
): Promise<string | null> {
  const { evidence } = context;
  const key = parseEvidenceKey(upload.evidenceKey ?? '');
  if (key === null) throw new Error('An upload of the object store has no key.');
  const found = await evidence.get(key);
  // Not there yet, or it never will be.
  if (!found.ok && found.code === 'not_found') return null;
  // Of two questions at once, one judges it.
  if (!(await useUpload(context.database, upload, context.now()))) return null;
  const bytes = found.ok && found.bytes.length === upload.length ? found.bytes : null;
  const report = bytes === null ? null : readReport(bytes);
  let code: string;
  if (report !== null) {
    const accepted = await acceptReport(context, origin, person, own, report);
    code = isRefusal(accepted) ? accepted.refused : 'taken';
  } else {
    code = whyNoReport(found, bytes);
    await auditRefusedReport(context, origin, person, own.device, { refused: code });
  }
  // Where this fails, the day's pruning takes it.
  await evidence.delete(key);
  return code;
}

function whyNoReport(found: Awaited<ReturnType<EvidenceStore['get']>>, bytes: Buffer | null): string {
  if (!found.ok) return found.code === 'too_large' ? 'report_too_large' : found.code;
  return bytes === null ? 'upload_length_wrong' : 'request_malformed';
}

function readReport(bytes: Buffer): FlattenedJws | null {
  try {
    return flattenedJwsSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
