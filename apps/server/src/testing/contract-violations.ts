import type { Call } from '@vestibule/contracts';
import fc from 'fast-check';
import * as z from 'zod';
import type { CallParts } from './contract-call.ts';
import { inputSchemaOf, validInputs } from './contract-input.ts';

export const PARTS = ['parameters', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

/** Input with one place made wrong, and the field that a refusal should name: `body.details`. */
export interface Violation {
  readonly parts: CallParts;
  readonly field: string;
}

type Path = readonly (string | number)[];

const nested = (depth: number, inside: unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>(
    (inner, _, index) => (index % 2 === 0 ? [inner] : { a: inner }),
    inside,
  );

/** What may stand where something else was asked for. */
const INTRUDERS: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e21,
  Number.MAX_VALUE,
  '',
  'x',
  'x'.repeat(2049),
  'ü'.repeat(70_000),
  '\0',
  'a\0b',
  '\uD800',
  'NaN',
  '../../etc/passwd',
  "' or 1=1 --",
  [],
  ['x'],
  [[]],
  {},
  { length: 3 },
  { constructor: 'x' },
  nested(60, 'x'),
  nested(2000, null),
];
/** What can stand in an address: texts, or the same name twice. */
const TEXT_INTRUDERS = INTRUDERS.filter(
  (intruder) => typeof intruder === 'string' && intruder.length < 3000 && intruder.isWellFormed(),
);

/** Input of a call that the contract does not allow, each time in one place. */
export function violations(call: Call): fc.Arbitrary<Violation> {
  const parts = PARTS.filter((part) => call[part] !== undefined && placesOf(call, part).length > 0);
  const valid = fc.record(
    Object.fromEntries(
      PARTS.filter((part) => call[part] !== undefined).map((part) => [part, validInputs(schemaOf(call, part))]),
    ),
  );
  return fc
    .tuple(valid, fc.constantFrom(...parts))
    .chain(([made, part]) =>
      fc.tuple(fc.constant(made as CallParts), fc.constant(part), changes(call, part, made[part])),
    )
    .filter(([, part, changed]) => changed !== null && isRefused(schemaOf(call, part), changed.value))
    .map(([made, part, changed]) => ({
      parts: { ...made, [part]: changed?.value },
      field: [part, ...(changed?.path.slice(0, 1) ?? [])].join('.'),
    }));
}

function schemaOf(call: Call, part: Part): z.core.$ZodType {
  const schema = call[part];
  if (schema === undefined) throw new Error(`${call.path} takes no ${part}.`);
  return schema;
}

/** Whether the contract refuses this as it arrives: over JSON, and without texts that nothing can store. */
function isRefused(schema: z.core.$ZodType, value: unknown): boolean {
  if (value === undefined) return true;
  const text = JSON.stringify(value);
  if (!z.safeParse(schema, JSON.parse(text)).success) return true;
  const kept = JSON.stringify(z.safeParse(schema, JSON.parse(text)).data);
  return kept.includes('\\u0000') || kept.includes('\\ud800');
}

function changes(
  call: Call,
  part: Part,
  value: unknown,
): fc.Arbitrary<{ readonly value: unknown; readonly path: Path } | null> {
  const places = part === 'body' ? [[], ...pathsIn(value)] : placesOf(call, part);
  const intruders = part === 'body' ? INTRUDERS : TEXT_INTRUDERS;
  const replaced = fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...intruders))
    // An address without its last part is another address.
    .filter(([, intruder]) => part !== 'parameters' || intruder !== '')
    .map(([path, intruder]) => ({ value: put(value, path, intruder), path }));
  const removed = fc
    .constantFrom(...places)
    .map((path) => (path.length === 0 || part === 'parameters' ? null : { value: put(value, path, undefined), path }));
  return part === 'parameters'
    ? replaced
    : fc.oneof({ weight: 4, arbitrary: replaced }, { weight: 1, arbitrary: removed });
}

/** The names that parameters or a query may have. */
function placesOf(call: Call, part: Part): Path[] {
  if (part === 'body') return [[]];
  return Object.keys(inputSchemaOf(schemaOf(call, part)).properties ?? {}).map((name) => [name]);
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...pathsIn(part, place)];
  });
}

function put(value: unknown, path: Path, intruder: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return intruder;
  if (Array.isArray(value)) {
    return value.map((part: unknown, index) => (index === key ? put(part, rest, intruder) : part));
  }
  const object = value as Record<string, unknown>;
  if (rest.length > 0 || intruder !== undefined) return { ...object, [key]: put(object[key], rest, intruder) };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
