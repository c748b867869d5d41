import { type DeviceReport, flattenedJwsSchema, signedReportPayloadSchema } from '@vestibule/contracts';
import { type Evaluation, evaluate } from '@vestibule/policy';
import type { Device } from '../repositories/devices.ts';
import type { StoredReport } from '../repositories/reports.ts';
import type { ServerContext } from './server-context.ts';

export interface Verdict {
  readonly report: DeviceReport;
  readonly reportId: string;
  readonly sequence: number;
  readonly evaluation: Evaluation;
  /** True when the report is older than the policy lets a verdict live. */
  readonly isExpired: boolean;
}

/**
 * Judges a stored report by the policy as it stands now. What the server itself knows of the device (whether it is
 * registered) takes the place of anything the client may have said about it.
 */
export function judge(context: ServerContext, device: Device, login: string, stored: StoredReport): Verdict {
  const { report } = readPayload(stored);
  const now = context.now();
  const known: DeviceReport = {
    ...report,
    facts: {
      ...report.facts,
      registration: {
        value: { state: device.state === 'retired' ? 'unknown' : device.state },
        source: 'Device register of the company',
        readAt: now.toISOString(),
      },
    },
  };
  const age = now.getTime() - stored.receivedAt.getTime();
  return {
    report: known,
    reportId: stored.id,
    sequence: stored.sequence,
    evaluation: evaluate({
      report: known,
      policy: context.policy.policy,
      now,
      login,
      isEnrollmentOffered: context.configuration.managedDeviceService !== null,
      // A device id is only as good as the key that goes with it.
      ...(device.state === 'approved' ? { deviceId: device.deviceId } : {}),
    }),
    isExpired: age > context.policy.policy.verdictLifeSeconds * 1000,
  };
}

/** The payload of a report; its signature was checked when it was taken. Rows of the first release hold the signed text only. */
function readPayload(stored: StoredReport) {
  if (stored.payload !== null) return signedReportPayloadSchema.parse(stored.payload);
  const { payload } = flattenedJwsSchema.parse(stored.signedReport);
  return signedReportPayloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}
