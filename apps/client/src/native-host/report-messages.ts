import {
  type DeviceInfo,
  type MessageAnswer,
  type MessageRequest,
  REPORT_MAXIMUM_BYTES,
  type SessionData,
} from '@vestibule/contracts';
import { signReport } from '@vestibule/device-keys';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';

export async function getDeviceData(
  { nonce }: MessageRequest<'devices-v2/get-device-data'>,
  call: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-device-data'>>> {
  const read = await readFor(await call.context.sessions.full.get(call.origin), nonce, call);
  if (!read.ok) return read;
  const { lookupId, deviceImportantDataHash, signedReport } = read.answer;
  return answer({ lookupId, importantDataHash: deviceImportantDataHash, signedReport });
}

export async function getRestrictedDeviceData(
  { nonce }: MessageRequest<'devices-v2/get-restricted-device-data'>,
  call: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-restricted-device-data'>>> {
  const read = await readFor(await call.context.sessions.restricted.get(call.origin), nonce, call);
  if (!read.ok) return read;
  return answer({ deviceInfo: read.answer, importantDataHash: read.answer.deviceImportantDataHash });
}

export async function getDeviceInfo(
  { nonce }: MessageRequest<'get-device-info'>,
  call: Call,
): Promise<Result<MessageAnswer<'get-device-info'>>> {
  return readFor(await call.context.sessions.firstVersion.get(call.origin), nonce, call);
}

/**
 * Reads every fact now and signs the report for the session of the portal that asks. Nothing is taken from an earlier
 * reading: a watched file tells that something changed, its silence does not prove that nothing did.
 */
async function readFor(
  session: Pick<SessionData, 'sessionId' | 'nonce'> | null,
  nonce: string | undefined,
  { context }: Call,
): Promise<Result<DeviceInfo>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  if (session === null) return fail('session-missing', 'There is no session to report for.');
  const { deviceId, keys } = opened.device;
  const { report, importantDataHash } = await context.reports(opened.device).read();
  const signedReport = await signReport(
    {
      nonce: nonce ?? session.nonce,
      sessionId: session.sessionId,
      deviceId,
      collectedAt: context.now().toISOString(),
      sequence: await context.nextSequence(),
      importantDataHash,
      report,
    },
    keys.identity,
  );
  if (JSON.stringify(signedReport).length > REPORT_MAXIMUM_BYTES) {
    return fail('client-error', 'The report of this computer is larger than the server takes.');
  }
  context.onReported(importantDataHash);
  const { deviceType, osVersionCaption } = report.device;
  return answer({
    lookupId: deviceId,
    deviceImportantDataHash: importantDataHash,
    deviceType,
    osVersionCaption,
    signedReport,
  });
}
