import type { MessageAnswer } from '@vestibule/contracts';
import { signDeviceToken } from '@vestibule/device-keys';
import { type JudgedCheck, judgeFacts } from '../report/judge-facts.ts';
import { readDeviceDetails, readDeviceName } from '../system/device-details.ts';
import { CLIENT_VERSION } from '../version.ts';
import type { Call } from './context.ts';
import { answer, fail, type Result } from './result.ts';

export async function getDeviceName(_: object, { context }: Call): Promise<Result<MessageAnswer<'get-device-name'>>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  const deviceName = await readDeviceName(context.system);
  return answer({ id: opened.device.deviceId, deviceName, clientVersion: CLIENT_VERSION });
}

/** Long enough for one call, too short to be kept. */
const DEVICE_TOKEN_SECONDS = 60;

export async function getDeviceAuthToken(
  _: object,
  { origin, context }: Call,
): Promise<Result<MessageAnswer<'get-device-auth-token'>>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  const { deviceId, keys } = opened.device;
  const iat = Math.floor(context.now().getTime() / 1000);
  const token = { deviceId, aud: origin, iat, exp: iat + DEVICE_TOKEN_SECONDS };
  return answer({ token: await signDeviceToken(token, keys.identity) });
}

/** Asked once a second while the portal waits: what is known already is enough. */
const NOTHING_AGAIN: readonly string[] = [];

/** `noKeys`: there are none to sign with. `noData`: not one fact could be read. */
export async function getExtensionStatus(
  _: object,
  { context }: Call,
): Promise<Result<MessageAnswer<'get-extension-status'>>> {
  const opened = await context.device();
  if (!opened.ok) return answer({ status: 'noKeys' });
  const { report } = await context.reports(opened.device).read(NOTHING_AGAIN);
  const hasData = Object.values(report.facts).some((reading) => !('unavailable' in reading));
  return answer({ status: hasData ? 'ok' : 'noData' });
}

export async function getDeviceComplianceInfo(
  _: object,
  { context }: Call,
): Promise<Result<MessageAnswer<'get-device-compliance-info'>>> {
  const opened = await context.device();
  const { deviceName, deviceLoginName, osVersionCaption, deviceType } = opened.ok
    ? (await context.reports(opened.device).read(NOTHING_AGAIN)).report.device
    : await readDeviceDetails(context.system);
  return answer({ deviceName, deviceAccountName: deviceLoginName, osVersionCaption, deviceType });
}

export async function getSummary(_: object, { context }: Call): Promise<Result<MessageAnswer<'get-summary'>>> {
  const opened = await context.device();
  if (!opened.ok) return fail('client-error', 'The keys of this computer cannot be read.', opened.detail);
  const { report } = await context.reports(opened.device).read();
  const { operatingSystem } = context.system;
  const checks = judgeFacts(report.facts, { operatingSystem, now: context.now() });
  const count = (wanted: JudgedCheck['state']) => checks.filter(({ state }) => state === wanted).length;
  const lastReportAt = await context.lastReportAt();
  return answer({
    deviceName: report.device.deviceName,
    clientVersion: CLIENT_VERSION,
    passed: count('passed'),
    failed: count('failed'),
    unknown: count('unknown'),
    lastReportAt: lastReportAt?.toISOString() ?? null,
  });
}

export async function getDiagnostics(_: object, { context }: Call): Promise<Result<MessageAnswer<'get-diagnostics'>>> {
  const lines = await context.diagnose();
  return answer({ lines: lines.map(({ ok, text }) => ({ ok, text })) });
}
