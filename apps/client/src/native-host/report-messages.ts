import { type MessageAnswer, type MessageRequest, OWN_LIMITS } from '@vestibule/contracts';
import { signReport } from '@vestibule/device-keys';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';

/**
 * Reads every fact now and signs the report for the session of the portal that asks. Nothing is taken from an earlier
 * reading: a watched file tells that something changed, its silence does not prove that nothing did.
 */
export async function getDeviceData(
  { nonce }: MessageRequest<'devices-v2/get-device-data'>,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'devices-v2/get-device-data'>>> {
  const [opened, session] = await Promise.all([context.device(), context.sessions.get(origin)]);
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
  if (JSON.stringify(signedReport).length > OWN_LIMITS.reportMaximumBytes) {
    return fail('client-error', 'The report of this computer is larger than the server takes.');
  }
  context.onReported(importantDataHash);
  return answer({ lookupId: deviceId, importantDataHash, signedReport });
}
