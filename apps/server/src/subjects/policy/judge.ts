import { type DeviceReport, signedReportPayloadSchema, SOFTWARE_SYSTEMS } from '@vestibule/contracts';
import { type Evaluation, evaluate, type InstallableSoftware } from '@vestibule/policy';
import type { Device } from '../../repositories/devices.ts';
import type { Person } from '../../repositories/people.ts';
import type { StoredReport } from '../../repositories/reports.ts';
import { ageOf } from '../../repositories/age.ts';
import type { ServerContext } from '../../context/server-context.ts';

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
 * @param applicationName where the person is going; null: nowhere, as on the status page
 */
export function judge(
  context: ServerContext,
  device: Device,
  { login, groups }: Pick<Person, 'login' | 'groups'>,
  stored: StoredReport,
  applicationName: string | null,
): Verdict {
  const now = context.now();
  const { policy } = context.policy;
  const report = knownReport(device, stored, now);
  const age = ageOf(stored.receivedAt, now);
  return {
    report,
    reportId: stored.id,
    sequence: stored.sequence,
    evaluation: evaluate({
      report,
      policy,
      now,
      lifecycle: context.lifecycle,
      software: installable(context),
      login,
      visit: { groups, applicationName },
      isEnrollmentOffered: context.configuration.managedDeviceService !== null,
      ...deviceIdFor(device),
    }),
    isExpired: age > policy.verdictLifeSeconds * 1000,
  };
}

/** What may be installed now: approved, signed, and not over. */
function installable({ software, now }: ServerContext): readonly InstallableSoftware[] {
  return software.flatMap(({ manifest: { id, checkType, agent, kind, notAfter } }) =>
    Date.parse(notAfter) > now().getTime() ? [{ id, checkType, agent, operatingSystem: SOFTWARE_SYSTEMS[kind] }] : [],
  );
}

/** For exemptions by device. A device id is only as good as the key that goes with it. */
export function deviceIdFor({ state, deviceId }: Pick<Device, 'state' | 'deviceId'>): { readonly deviceId?: string } {
  return state === 'approved' ? { deviceId } : {};
}

/** What a stored report says, with what the server itself knows of the device. */
export function knownReport(
  { state }: Pick<Device, 'state'>,
  stored: Pick<StoredReport, 'payload'>,
  now: Date,
): DeviceReport {
  // Its signature was checked when it was taken.
  const { report } = signedReportPayloadSchema.parse(stored.payload);
  const registration = {
    value: { state: state === 'retired' ? 'unknown' : state, keyProtection: report.client.keyProtection },
    source: 'Device register of the company',
    readAt: now.toISOString(),
  };
  return { ...report, facts: { ...report.facts, registration } };
}
