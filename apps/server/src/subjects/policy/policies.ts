import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUtf16 } from '@vestibule/contracts';
import { parsePolicy, type PolicyProblem } from '@vestibule/policy';
import type { Config } from '../../operations/config/config.ts';
import type { Database } from '../../database/open.ts';
import type { Company } from '../../repositories/companies.ts';
import {
  findPolicy,
  findPolicyAt,
  findPolicyFromFile,
  type StoredPolicy,
  storePolicy,
} from '../../repositories/policies.ts';
import type { LoadedPolicy } from '../../context/loaded-policy.ts';

/** A policy file that cannot be used, with line and column of every problem. */
export class PolicyFileError extends Error {
  readonly problems: readonly PolicyProblem[];

  constructor(file: string, problems: readonly PolicyProblem[]) {
    super(`The policy ${file} cannot be used:\n${problems.map(problemLine).join('\n')}`);
    this.name = 'PolicyFileError';
    this.problems = problems;
  }
}

/** A policy file that can be read and is not taken, because it would lock people out by surprise. */
export class SurprisingPolicyError extends PolicyFileError {
  constructor(file: string, obstacle: string) {
    super(file, [{ line: 1, column: 1, message: obstacle }]);
    this.name = 'SurprisingPolicyError';
    this.message = `The policy ${file} was not taken, and the one before goes on holding. ${obstacle}`;
  }
}

export function problemLine({ line, column, message }: PolicyProblem): string {
  return `  line ${line}, column ${column}: ${message}`;
}

/** What holds for a company that has no policy yet: everything is shown, no one is stopped. */
const BUILT_IN_POLICY = `version: 1
workplaceAccessPolicy: Permissive
isPolicyEnforced: false
unknown: allow
checks:
  OSSupported: { severity: recommended }
  OsAutoUpdateEnable: { severity: recommended }
  FirewallEnable: { severity: recommended }
  PasswordSet: { severity: recommended }
  ScreenSaverState: { severity: recommended }
  ScreenSaverPasswordProtected: { severity: recommended }
  ScreenSaverTimeout: { severity: recommended }
  DeviceEncrypted: { severity: recommended }
  AntiVirusInstalled: { severity: recommended }
  AntiVirusRealtimeProtection: { severity: recommended }
`;

/** Reads the text of a policy. @returns the policy with its version, or every problem with line and column */
export function readPolicyText(
  text: string,
  source: StoredPolicy['source'],
): { ok: true; loaded: LoadedPolicy } | { ok: false; problems: readonly PolicyProblem[] } {
  const parsed = parsePolicy(text);
  if (!parsed.ok) return parsed;
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { ok: true, loaded: { policy: parsed.policy, version, text, source } };
}

/**
 * The policy that holds for a company now. A stored policy was read before it was stored, so it can be read again.
 * @param moment of the past: the one that held then
 */
export async function loadPolicy(database: Database, companyId: string, moment?: Date): Promise<LoadedPolicy> {
  const stored = await (moment === undefined
    ? findPolicy(database, companyId)
    : findPolicyAt(database, companyId, moment));
  return readStoredPolicy(stored);
}

/** Reads a stored policy; null: the built-in one. */
export function readStoredPolicy(stored: StoredPolicy | null): LoadedPolicy {
  const read = readPolicyText(stored?.text ?? BUILT_IN_POLICY, stored?.source ?? 'built-in');
  if (!read.ok) throw new Error(`The stored policy ${stored?.version} cannot be read: ${read.problems[0]?.message}`);
  return read.loaded;
}

/** Stores a policy that has been read, whole; it holds from then on. */
export async function applyPolicy(
  database: Database,
  companyId: string,
  { version, text, source }: LoadedPolicy,
  change: Pick<StoredPolicy, 'createdAt' | 'createdBy'>,
): Promise<void> {
  await storePolicy(database, { companyId, version, text, source, ...change });
}

/** Where a company's policy file lies: the configured one is that of the first company. */
export function policyFileOf(config: Config, company: Company, isFirst: boolean): string {
  return isFirst ? config.policyFile : join(config.dataFolder, 'policies', `${company.name}.yaml`);
}

export type PolicyFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly problems: readonly PolicyProblem[] }
  | { readonly kind: 'read'; readonly loaded: LoadedPolicy };

/** Reads a policy file as it is now. One that is there and cannot be opened is unusable from its first line on. */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'ENOENT') return { kind: 'missing' };
    return {
      kind: 'unusable',
      problems: [{ line: 1, column: 1, message: `the file cannot be opened: ${String(error.code)}` }],
    };
  }
  if (isUtf16(content)) {
    const message = 'the file is in UTF-16. Save it as UTF-8.';
    return { kind: 'unusable', problems: [{ line: 1, column: 1, message }] };
  }
  const read = readPolicyText(content.toString('utf8'), 'file');
  return read.ok ? { kind: 'read', loaded: read.loaded } : { kind: 'unusable', problems: read.problems };
}

/** Whether a policy file says something that was not taken from it yet. */
export async function isNewFile(database: Database, companyId: string, { version }: LoadedPolicy): Promise<boolean> {
  return (await findPolicyFromFile(database, companyId))?.version !== version;
}

/**
 * Takes a policy file over into the database if it was changed since it was last taken. A file that cannot be used, or
 * that may not hold, changes nothing: the policy before it goes on holding.
 * @param whyNot says why a policy that can be read may not hold all the same; null: it may
 * @returns whether the policy was changed; 'missing' when there is no such file
 * @throws PolicyFileError
 */
export async function importPolicyFile(
  database: Database,
  companyId: string,
  file: string,
  now: Date,
  whyNot: (loaded: LoadedPolicy) => Promise<string | null> = async () => null,
): Promise<'changed' | 'unchanged' | 'missing'> {
  const found = await readPolicyFile(file);
  if (found.kind === 'missing') return 'missing';
  if (found.kind === 'unusable') throw new PolicyFileError(file, found.problems);
  if (!(await isNewFile(database, companyId, found.loaded))) return 'unchanged';
  const obstacle = await whyNot(found.loaded);
  if (obstacle !== null) throw new SurprisingPolicyError(file, obstacle);
  await applyPolicy(database, companyId, found.loaded, { createdAt: now, createdBy: file });
  return 'changed';
}
