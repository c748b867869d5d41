import { anyText } from '@vestibule/testing/any-text';
import fc from 'fast-check';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;
/** What zod keeps of a schema; only what is read here. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly valueType?: Schema;
}

/** Words that someone who means harm would try. */
const HOSTILE = [
  '',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example',
  '\u0000',
  '\u202Eevil',
  '9'.repeat(400),
  '../../..',
];
const HOSTILE_ADDRESSES = [
  'https://evil.example/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://a@gate.example/',
];

export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), anyText({ maxLength: 40 }));

function textOf(format: string | undefined): fc.Arbitrary<unknown> {
  switch (format) {
    case 'uuid':
      return fc.uuid({ version: 4 });
    case 'url':
      return fc.oneof(fc.webUrl(), fc.constantFrom(...HOSTILE_ADDRESSES));
    case 'datetime':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
        .map((day) => day.toISOString());
    case 'date':
      return fc.constantFrom('2026-02-28', '1970-01-01', '9999-12-31');
    default:
      return hostileText;
  }
}

/**
 * Everything that a contract's schema lets through, the unlikely and the unfriendly first of all.
 * @throws for a kind of schema that it does not know: the contracts have learnt a new one
 */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition;
  return build(definition).filter((value) => schema.safeParse(value).success);
}

function build(definition: Definition): fc.Arbitrary<unknown> {
  const {
    type,
    format,
    shape = {},
    element,
    innerType,
    options = [],
    entries = {},
    values = [],
    valueType,
  } = definition;
  switch (type) {
    case 'object': {
      const fields = Object.entries(shape).map(([name, field]) => [name, arbitraryOf(field)] as const);
      return fc.record(Object.fromEntries(fields));
    }
    case 'array':
      return fc.array(arbitraryOf(known(element)), { maxLength: 4 });
    case 'record':
      return fc.dictionary(hostileText, arbitraryOf(known(valueType)), { maxKeys: 3 });
    case 'union':
      return fc.oneof(...options.map(arbitraryOf));
    case 'nullable':
      return fc.option(arbitraryOf(known(innerType)), { nil: null });
    case 'optional':
    case 'default':
      return fc.option(arbitraryOf(known(innerType)), { nil: undefined });
    case 'enum':
      return fc.constantFrom(...Object.values(entries));
    case 'literal':
      return fc.constantFrom(...values);
    case 'string':
      return textOf(format);
    case 'number':
      return fc.oneof(fc.constantFrom(0, 1, -1, Number.MAX_SAFE_INTEGER), fc.nat());
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue();
    default:
      throw new Error(`No arbitrary for a schema of type ${type}.`);
  }
}

function known(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('The schema lacks a part.');
  return schema;
}
