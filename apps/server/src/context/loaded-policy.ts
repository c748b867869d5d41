import type { Policy } from '@vestibule/policy';
import type { StoredPolicy } from '../repositories/policies.ts';

/** A company's policy as every use case is given it. */
export interface LoadedPolicy {
  readonly policy: Policy;
  /** SHA-256 of the text, shortened: permits and audit entries name it. */
  readonly version: string;
  readonly text: string;
  readonly source: StoredPolicy['source'];
}
