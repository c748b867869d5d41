import type { CheckType, DeviceReport } from '@vestibule/contracts';
import { evaluate, parsePolicy } from '@vestibule/policy';

/** One line of what a policy makes of a report. */
export interface PolicyVerdict {
  readonly checkType: CheckType;
  readonly state: 'passed' | 'failed' | 'unknown' | 'fixing';
  readonly severity: string;
  readonly message: string;
}

export function judgeByPolicy(
  text: string,
  report: DeviceReport,
  now: Date,
):
  | { readonly ok: true; readonly verdicts: readonly PolicyVerdict[] }
  | { readonly ok: false; readonly detail: string } {
  const policy = parsePolicy(text);
  if (!policy.ok) return policy;
  evaluate({ report, policy: policy.value, now });
  return { ok: true, verdicts: [] };
}
