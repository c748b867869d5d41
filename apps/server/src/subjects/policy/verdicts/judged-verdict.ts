import type { VerdictCause } from '@vestibule/contracts';
import type { Device } from '../../../repositories/devices.ts';
import type { StoredReport } from '../../../repositories/reports.ts';
import type { JudgedVerdict } from '../../../repositories/verdicts.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import type { Basis } from './basis.ts';
import { type Owner, readReport, verdictOf } from './verdict-of.ts';

/** The verdict of a computer by its last report, as it is written. */
export function judgeDevice(
  context: ServerContext,
  { text, places }: Basis,
  {
    device,
    owner,
    report,
    cause,
  }: {
    readonly device: Device;
    readonly owner: Owner;
    readonly report: Pick<StoredReport, 'id' | 'payload' | 'receivedAt'> | null;
    readonly cause: VerdictCause;
  },
): JudgedVerdict {
  const read = report === null ? null : readReport(device, report);
  const { verdict, checks, isEnforced, next, dueAt } = verdictOf(context, device, owner, read, places);
  return {
    deviceRowId: device.id,
    personId: owner.id,
    state: device.state,
    verdict,
    checks,
    isEnforced,
    nextAt: next?.at ?? null,
    nextVerdict: next?.verdict ?? null,
    nextChecks: next?.checks ?? [],
    operatingSystem: read?.said.device.operatingSystem ?? null,
    systemVersion: read?.said.device.osVersionCaption ?? null,
    clientVersion: read?.said.client.version ?? null,
    reportId: report?.id ?? null,
    reportedAt: report?.receivedAt ?? null,
    basis: text,
    policyVersion: context.policy.version,
    dueAt,
    at: context.now(),
    cause,
  };
}
