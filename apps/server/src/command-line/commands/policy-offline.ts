import type { PolicyExplanation, PolicySummary } from '@vestibule/contracts';
import { namesInChecks, parsePolicy, type Policy } from '@vestibule/policy';
import { CommandFailure, EXIT_CODES, misuse, readJsonFile, readTextFile } from '@vestibule/command-line';
import { describePolicy } from '../../subjects/policy/describe-policy.ts';
import { type ExplainInput, explainPolicy, readReport } from '../../subjects/policy/explain-policy.ts';

/** What a policy file would do today. @throws CommandFailure with every mistake in it */
export async function describePolicyFile(file: string): Promise<PolicySummary> {
  const policy = await readPolicy(file);
  const summary = describePolicy(policy, new Date());
  return { ...summary, warnings: [...summary.warnings, ...noteOnNames(policy)] };
}

/** Whether what a policy names is there is not to be seen in its file. */
function noteOnNames({ enforceFor, checks }: Policy): string[] {
  const scope = [
    ...(enforceFor?.groups === undefined ? [] : ['groups']),
    ...(enforceFor?.applications === undefined ? [] : ['applications']),
  ];
  const rules = namesInChecks({ checks });
  const isAnybodyExempt = Object.values(checks).some((check) => (check?.exemptions.length ?? 0) > 0);
  const named = [
    ...(scope.length === 0 ? [] : [`the ${scope.join(' and ')} of enforceFor`]),
    ...(rules.groups.length + rules.applications.length === 0
      ? []
      : ['the groups and applications that checks have rules for']),
    ...(isAnybodyExempt ? ['the logins and computers of exemptions'] : []),
  ];
  return named.length === 0
    ? []
    : [`Only the server knows ${named.join(' and ')}: whether they are there is said by policy apply FILE --dry-run.`];
}

/** How a policy file judges a report, and why. @throws CommandFailure when one of the two cannot be read */
export async function explainPolicyFile(
  file: string,
  reportFile: string,
  more: Pick<ExplainInput, 'login' | 'groups' | 'application' | 'isKnownDevice'>,
): Promise<PolicyExplanation> {
  const policy = await readPolicy(file);
  const report = readReport(await readJsonFile(reportFile));
  if (report !== null) return explainPolicy({ policy, report, now: new Date(), ...more });
  throw misuse(
    `${reportFile} is no report that the client makes. Get one on the computer: workplace check --json > report.json`,
  );
}

async function readPolicy(file: string): Promise<Policy> {
  return readPolicyText(await readTextFile(file), file);
}

/** @param file that it stands in @throws CommandFailure with every mistake in it */
export function readPolicyText(text: string, file: string): Policy {
  const parsed = parsePolicy(text);
  if (parsed.ok) return parsed.policy;
  const lines = parsed.problems.map(({ line, column, message }) => `  line ${line}, column ${column}: ${message}`);
  throw new CommandFailure(EXIT_CODES.notUnderstood, `${file} cannot be used:\n${lines.join('\n')}`, {
    problems: parsed.problems,
  });
}
