import type { OperatingSystem } from '@vestibule/contracts';
import type { CheckDefinition, CheckFix, FactReader } from './definition.ts';
import type { Synthetic } from './synthetic.ts';

/** Where a fact comes from. Checks that judge the same fact share one. */
export interface Reading {
  /** One per system; none where the server itself writes the fact. */
  readonly readers: readonly FactReader[];
  /** The fact of a laptop in the policy simulator. */
  readonly synthetic: (laptop: Synthetic) => unknown;
}

/** The same words for every system, or words for some. */
type Remark = string | Readonly<Partial<Record<OperatingSystem, string>>>;

/** Everything about a check but its help article, which stands next to it in `article.ts`. */
export interface Check {
  readonly definition: CheckDefinition;
  readonly reading: Reading;
  readonly fixes: readonly CheckFix[];
  /** What docs/checks.md says where the code cannot tell. */
  readonly remarks?: {
    /** Why there is no fix, or what the fix leaves to the person. */
    readonly fix?: Remark;
    /** Left out: the fix says how to take it back. */
    readonly undo?: Remark;
    /** Why the article opens no settings page. */
    readonly page?: Remark;
  };
}
