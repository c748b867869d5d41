import type { Output } from './output.ts';

/** One setting a line, a group as its values. A star marks what was set. */
export function printSettings(
  output: Output,
  settings: Readonly<Record<string, unknown>>,
  explicit: readonly string[],
): void {
  const lines = Object.entries(settings).flatMap(([name, value]) =>
    flatten(name, value).map(([path, text]) => [`${explicit.includes(name) ? '*' : ' '} ${path}`, text] as const),
  );
  output.facts(lines);
}

/** Longer texts are for `--json`. */
const SHOWN = 200;

function flatten(path: string, value: unknown): (readonly [string, string])[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isGroup ? Object.entries(value) : [];
  // Lists of versions and the like are too much for a line each.
  if (entries.length > 0 && entries.every(([, one]) => typeof one !== 'object' || one === null)) {
    return entries.flatMap(([name, one]) => flatten(`${path}.${name}`, one));
  }
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return [[path, text.length > SHOWN ? `${text.slice(0, SHOWN)}… (all of it: --json)` : text]];
}
