import type { CheckType } from '@vestibule/contracts';
import { type RowModel, withWeight } from './row-model.ts';

/** Checks that can say nothing but that another one failed, by the other one. */
const FOLLOWERS: Readonly<Partial<Record<CheckType, readonly CheckType[]>>> = {
  AntiVirusInstalled: ['AntiVirusRealtimeProtection', 'AntiVirusSignaturesUpToDate'],
};

/**
 * Says one cause once: without an antivirus nothing protects in real time either, and no definitions are old. The row of the
 * cause weighs as much as the heaviest that follows from it, so that nothing is taken for milder than it is.
 */
export function sayCausesOnce(rows: readonly RowModel[]): readonly RowModel[] {
  const followersOf = ({ check }: RowModel) => {
    const types = check.state === 'failed' ? (FOLLOWERS[check.checkType] ?? []) : [];
    return rows.filter((row) => types.includes(row.check.checkType) && hasNothingToSay(row.check));
  };
  const hidden = new Set(rows.flatMap(followersOf));
  return rows
    .filter((row) => !hidden.has(row))
    .map((row) => {
      const all = [row, ...followersOf(row)];
      if (all.length === 1) return row;
      const isSigninStopper = all.some(({ check }) => check.isSigninStopper);
      return withWeight(row, { isSigninStopper, isRequired: all.some(({ check }) => check.isRequired) });
    });
}

function hasNothingToSay({ state, checkType, words }: RowModel['check']): boolean {
  return state === 'failed' && words?.checkMessage.id === `${checkType}.none`;
}
