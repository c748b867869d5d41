import { readInWords } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { type Refusal, refuse } from '../../context/server-context.ts';

/** Settings as JSON: what someone set, and nothing else, so that a better standard of a later version reaches everybody. */
export type StoredSettings = Readonly<Record<string, unknown>>;

export interface SettingsChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly reset: readonly string[];
}

export interface PlannedSettings<Configuration> {
  readonly stored: StoredSettings;
  readonly before: Configuration;
  readonly after: Configuration;
  /** Names of what was asked for, in that order. */
  readonly touched: readonly string[];
}

/**
 * Works out settings after a change. Of a group of settings what is not named stays as it is. Each is checked by its schema, and
 * refused with the name of the field that is wrong; a field that nothing reads is wrong, too.
 */
export function planSettings<Schema extends z.ZodMiniObject>(
  schema: Schema,
  stored: StoredSettings,
  { set, reset }: SettingsChange,
): PlannedSettings<z.infer<Schema>> | Refusal<'request_malformed'> {
  const known = Object.keys(schema.shape);
  const touched = [...Object.keys(set), ...reset];
  const unknown = touched.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return refuse('request_malformed', `body: there is no setting ${unknown}; there are ${known.join(', ')}.`);
  }
  const twice = reset.find((name) => Object.hasOwn(set, name));
  if (twice !== undefined) return refuse('request_malformed', `body: ${twice} cannot be set and reset at once.`);
  const kept = Object.entries(stored).filter(([name]) => known.includes(name) && !touched.includes(name));
  const wanted = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, withRest(schema.shape[name], stored[name], value)]),
  );
  const read = readInWords(schema, { ...Object.fromEntries(kept), ...wanted }, ['body', 'set']);
  if (!read.ok) return refuse('request_malformed', read.problems[0]);
  const after: Record<string, unknown> = read.value;
  for (const [name, value] of Object.entries(set)) {
    const stray = findStrayField(value, after[name], name);
    if (stray !== null) return refuse('request_malformed', `body.set.${stray}: nothing reads this field.`);
  }
  const written = Object.keys(set).map((name) => [name, after[name]] as const);
  return {
    stored: { ...Object.fromEntries(kept), ...Object.fromEntries(written) },
    before: schema.parse(stored),
    after: read.value,
    touched,
  };
}

/** A group of settings with what of it stays. A list, or values under names that someone chose, is written whole. */
function withRest(schema: unknown, stored: unknown, value: unknown): unknown {
  return isGroup(schema) && isFields(stored) && isFields(value) ? { ...stored, ...value } : value;
}

function isGroup(schema: unknown): boolean {
  if (!(schema instanceof z.ZodMiniType)) return false;
  const { def } = schema;
  return 'innerType' in def ? isGroup(def.innerType) : def.type === 'object';
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Schemas pass over fields they do not know. Here someone typed them, and meant something by it.
 * @returns the path of the first field of `sent` that `taken` has not got; null when there is none
 */
export function findStrayField(sent: unknown, taken: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof taken !== 'object' || taken === null) return null;
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(taken, name)) return `${path}.${name}`;
    const stray = findStrayField(value, (taken as Record<string, unknown>)[name], `${path}.${name}`);
    if (stray !== null) return stray;
  }
  return null;
}
