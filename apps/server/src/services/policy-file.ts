import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parsePolicy, type Policy } from '@vestibule/policy';

export interface LoadedPolicy {
  readonly policy: Policy;
  /** SHA-256 of the file's text, shortened: permits and audit entries name it. */
  readonly version: string;
}

export class PolicyFileError extends Error {
  constructor(file: string, problems: readonly { line: number; column: number; message: string }[]) {
    const lines = problems.map(({ line, column, message }) => `  line ${line}, column ${column}: ${message}`);
    super(`The policy ${file} cannot be used:\n${lines.join('\n')}`);
    this.name = 'PolicyFileError';
  }
}

/** @throws PolicyFileError with line and column of every problem */
export async function loadPolicyFile(file: string): Promise<LoadedPolicy> {
  const text = await readFile(file, 'utf8');
  const parsed = parsePolicy(text);
  if (!parsed.ok) throw new PolicyFileError(file, parsed.problems);
  return { policy: parsed.policy, version: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}
