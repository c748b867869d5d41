import type { CheckType, SyntheticLaptop } from '@vestibule/contracts';
import type { Look } from './synthetic-looks.ts';

/** What a fact of a synthetic laptop is made from. */
export interface Synthetic {
  readonly laptop: SyntheticLaptop;
  readonly look: Look;
  readonly now: Date;
  readonly isBad: (type: CheckType) => boolean;
  /** As the policy has them, with what it leaves out. */
  readonly parametersOf: (type: CheckType) => Readonly<Record<string, unknown>>;
}

/** The texts of a list in a policy's parameters; none where it is no list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
