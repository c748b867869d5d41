import { parseArgs } from 'node:util';

export interface TestOptions {
  readonly isFull: boolean;
  /** Only the gates of the sources, and the tests that what changed can reach. */
  readonly isChanged: boolean;
  /** Names of steps or groups; empty means all. */
  readonly only: readonly string[];
  /** After so many no part begins, and the one that runs is stopped. */
  readonly minutes: number | undefined;
}

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: TestOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly sentence: string };

/** @param names what `--only` takes */
export function testHelp(names: readonly string[]): string {
  return `Checks the sources, builds the product and runs its tests. Goes on after a failure, so that all of them are seen.

  npm test                         everything that a change must pass
  npm run test:full                and what changes the machine it runs on: for CI and containers
  npm test -- --only unit          one part; more with commas: --only types,unit
  npm test -- --changed            in a minute: the gates of the sources, and the tests without a browser that import
                                   what differs from origin/main (without one: what is not committed)
  npm test -- --minutes 75         stops after 75 minutes: counts what has run, and lists what has not
  npm test -- --help               this text

Parts: ${names.join(', ')}

  VESTIBULE_BROWSER=/path npm test   the browser to drive (else Chromium, Chrome or Edge is looked for)

The last line says "N passed, N failed"; each check of the sources counts as one.
`;
}

/** @param names what `--only` takes */
export function readTestOptions(args: readonly string[], names: readonly string[]): ReadOptions {
  let values: { full?: boolean; changed?: boolean; only?: string[]; minutes?: string; help?: boolean };
  try {
    const options = {
      full: { type: 'boolean' },
      changed: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      minutes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      return { kind: 'wrong', sentence: '--only and --minutes want a value, the other options take none.' };
    return { kind: 'wrong', sentence: 'There is no option like that. "npm test -- --help" lists them.' };
  }
  if (values.help === true) return { kind: 'help' };
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    return { kind: 'wrong', sentence: `There is no part "${unknown}". Parts: ${names.join(', ')}` };
  if (values.minutes !== undefined && !/^[1-9]\d{0,3}$/.test(values.minutes))
    return { kind: 'wrong', sentence: '--minutes wants a whole number from 1 to 9999.' };
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const isChanged = values.changed === true;
  if (isChanged && (only.length > 0 || values.full === true || minutes !== undefined))
    return { kind: 'wrong', sentence: '--changed chooses the parts itself: it goes with no other option.' };
  return { kind: 'options', options: { isFull: values.full === true, isChanged, only, minutes } };
}
