import type { FixOutcome } from '@vestibule/contracts';
import type { RememberedFix } from '../state/fix-history.ts';
import type { AppliedFix } from './apply-fixes.ts';

/** Writes fixes down. Never rejects: a change that is made stays made, written down or not. */
export type Remember = (fixes: readonly RememberedFix[]) => Promise<void>;

/** Takes note of changes as they are made, and of what the check said of each afterwards. */
export interface FixNotes {
  readonly made: (applied: readonly AppliedFix[]) => Promise<void>;
  readonly judged: (judged: readonly (readonly [AppliedFix, FixOutcome])[]) => Promise<void>;
}

/**
 * What was never begun (cancelled, refused, managed, not possible) and what only opened a page is not noted: it would push
 * out what can be undone.
 */
export function createFixNotes(remember: Remember, now: () => Date): FixNotes {
  const notes = new Map<AppliedFix, RememberedFix>();
  return {
    made: async (applied) => {
      const fresh = [...new Set(applied)].filter(isBegun).map((one) => [one, note(one, now())] as const);
      for (const [one, written] of fresh) notes.set(one, written);
      await remember(fresh.map(([, written]) => written));
    },
    judged: (judged) =>
      remember(
        judged.flatMap(([applied, { outcome }]) => {
          const written = notes.get(applied);
          if (written?.outcome !== 'changed') return [];
          return [{ ...written, outcome: outcome === 'fixed' ? ('fixed' as const) : ('not-fixed' as const) }];
        }),
      ),
  };
}

function isBegun({ result }: AppliedFix): boolean {
  return result.ok ? 'undo' in result : result.outcome === 'not-fixed';
}

function note({ fixActionType, result }: AppliedFix, now: Date): RememberedFix {
  const common = { id: crypto.randomUUID(), at: now.toISOString(), check: fixActionType };
  return 'undo' in result ? { ...common, outcome: 'changed', undo: result.undo } : { ...common, outcome: 'not-fixed' };
}
