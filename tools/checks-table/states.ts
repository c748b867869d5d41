import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHECK_TYPES, type CheckType, OPERATING_SYSTEMS, type OperatingSystem } from '@vestibule/contracts';
import { SUBJECTS } from '../../e2e/states/all.ts';
import type { ReadBy } from '../../e2e/states/state.ts';

/** What the table of checks has to know of one state. */
export interface CountedState {
  readonly system: OperatingSystem;
  readonly checks: readonly CheckType[];
  /** Who read it; 'samples' where no computer was made so. */
  readonly readBy: readonly (ReadBy | 'samples')[];
}

const FOLDER = join(import.meta.dirname, '../../packages/checks/src/testing');

/** States that were made for real, and those of other systems that are known from samples (`states-<system>.ts`). */
export const COUNTED_STATES: readonly CountedState[] = [
  ...SUBJECTS.flatMap(({ states }) =>
    states.map(
      ({ expected, readBy = ['service'] }): CountedState => ({
        system: 'linux',
        checks: checksOf(expected),
        readBy,
      }),
    ),
  ),
  ...(await Promise.all(OPERATING_SYSTEMS.map(readSampled))).flat(),
];

/** What is judged wrongly so far. */
export const OPEN_STATES: readonly string[] = SUBJECTS.flatMap(({ states }) =>
  states.flatMap(({ name, isOpen }) => (isOpen === true ? [name] : [])),
);

/** Every list of such a file whose entries say what they expect. */
async function readSampled(system: OperatingSystem): Promise<readonly CountedState[]> {
  const [name] = globSync(`states-${system}.ts`, { cwd: FOLDER });
  if (name === undefined) return [];
  const lists = Object.values((await import(pathToFileURL(join(FOLDER, name)).href)) as Record<string, unknown>);
  return lists
    .filter((list): list is readonly unknown[] => Array.isArray(list))
    .flat()
    .flatMap((entry): readonly CountedState[] => {
      const expected = typeof entry === 'object' && entry !== null && 'expected' in entry ? entry.expected : null;
      if (typeof expected !== 'object' || expected === null) return [];
      return [{ system, checks: checksOf(expected), readBy: ['samples'] }];
    });
}

function checksOf(expected: object): readonly CheckType[] {
  return CHECK_TYPES.filter((check) => check in expected);
}
