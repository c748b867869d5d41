import type { CheckType, DeviceReport } from '@vestibule/contracts';
import { type Evaluation, evaluate, parsePolicy } from '@vestibule/policy';
import { SERVER_CHECK } from './judge-facts.ts';

export type PolicyJudgement =
  | { readonly ok: true; readonly evaluation: Evaluation }
  /** Where in the file and what is wrong there. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Judges a report by a policy file, with the function that the server uses; what only the server knows is left out.
 * @param only the checks that the report was read for; empty for all
 */
export function judgeByPolicy(
  policyText: string,
  report: DeviceReport,
  now: Date,
  only: readonly CheckType[] = [],
): PolicyJudgement {
  const parsed = parsePolicy(policyText);
  if (parsed.ok) {
    const isWanted = (check: string) =>
      check !== SERVER_CHECK && (only.length === 0 || only.some((one) => one === check));
    const checks = Object.fromEntries(Object.entries(parsed.policy.checks).filter(([check]) => isWanted(check)));
    return { ok: true, evaluation: evaluate({ report, policy: { ...parsed.policy, checks }, now }) };
  }
  return {
    ok: false,
    problems: parsed.problems.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`),
  };
}
