import fc from 'fast-check';
import * as z from 'zod';

/** JSON Schema, as far as the contract's schemas come out as it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Record<string, JsonSchema>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** What a caller has to send, as JSON Schema. */
export function inputSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const known =
    described.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  described.set(schema, known);
  return known;
}

const described = new WeakMap<z.core.$ZodType, JsonSchema>();
const valid = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>();

/**
 * Values that a schema of the contract takes: what the rules of a schema cannot be written as JSON Schema for is thrown
 * away afterwards.
 */
export function validInputs(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const root = inputSchemaOf(schema);
  const known = valid.get(schema) ?? valuesOf(root, root).filter((value) => z.safeParse(schema, value).success);
  valid.set(schema, known);
  return known;
}

function valuesOf(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(resolve(schema.$ref, root), root);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, root)));
  if (schema.allOf !== undefined) return valuesOf(mergeAll(schema), root);
  if (typeof schema.type === 'object') {
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, root)));
  }
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
    case 'number': {
      const min = Math.ceil(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1);
      return fc.integer({ min, max: Math.max(min, Math.floor(schema.maximum ?? min + 1000)) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      return fc.array(valuesOf(schema.items ?? {}, root), { minLength, maxLength: minLength + 2 });
    }
    case 'object':
      return objectsOf(schema, root);
    case undefined:
      // A body with that key is refused whole, before its fields are looked at: 'a prototype' is a test of its own.
      return fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('"__proto__"'));
    default:
      throw new Error(`There are no sample values for ${JSON.stringify(schema)} yet: add some.`);
  }
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.replace('#/$defs/', '');
  const found = root.$defs?.[name];
  if (found === undefined) throw new Error(`${reference} leads nowhere.`);
  return found;
}

function mergeAll({ allOf = [], ...rest }: JsonSchema): JsonSchema {
  return Object.assign({}, rest, ...allOf) as JsonSchema;
}

/** fast-check takes longer to prepare texts than to make some, and hundreds of properties want the same. */
const texts = new Map<string, fc.Arbitrary<string>>();

function textsOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const key = JSON.stringify([format, pattern, minLength, maxLength]);
  const known = texts.get(key) ?? prepareTexts(schema);
  texts.set(key, known);
  return known;
}

function prepareTexts({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid({ version: 4 });
    case 'uri':
      return fc.webUrl({ validSchemes: ['https'] });
    case 'email':
      return fc.emailAddress();
    case 'date':
    case 'date-time': {
      const dates = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
      return dates.map((date) => (format === 'date' ? date.toISOString().slice(0, 10) : date.toISOString()));
    }
    default:
      break;
  }
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    const word = fc.stringMatching(/^[a-z]{5}$/);
    // Most patterns only forbid something: making texts of those takes long.
    return form.test('words') ? word : fc.stringMatching(form, { size: '-1' });
  }
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? 20, minLength + 20), unit: 'grapheme-ascii' });
}

function objectsOf(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const parts = Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, valuesOf(part, root)]));
  const own = fc.record(parts, { requiredKeys: [...required].filter((key) => key in parts) });
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return own;
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(additionalProperties, root), { maxKeys: 2 });
}
