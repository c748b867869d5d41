import { addressOf, type Call } from '@vestibule/contracts';
import fc from 'fast-check';
import { declaredAnswers } from './contract-answers.ts';
import { inputSchemaOf, validInputs } from './contract-input.ts';
import { type Sent, send } from './send.ts';
import type { Place } from './visitor.ts';

/** What is sent in a call; a part that is undefined is left out. */
export interface CallParts {
  readonly parameters?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Anyone who calls, as far as a request shows it. */
export interface Guise {
  readonly cookies?: ReadonlyMap<string, string>;
  readonly headers?: Record<string, string>;
}

/**
 * Parts that the call takes: made up, except for the properties that are named, wherever they occur.
 * @param named by name of the property; one that the schema knows as optional is given as well
 */
export function makeUp(call: Call, named: Readonly<Record<string, unknown>>, seed: number): CallParts {
  const sample = (part: 'parameters' | 'query' | 'body'): unknown => {
    const schema = call[part];
    if (schema === undefined) return undefined;
    const [made] = fc.sample(validInputs(schema), { numRuns: 1, seed });
    const filled = fill(made, named);
    if (typeof filled !== 'object' || filled === null || Array.isArray(filled)) return filled;
    const { properties = {} } = inputSchemaOf(schema);
    const known = Object.entries(named).filter(([name]) => Object.hasOwn(properties, name));
    return { ...filled, ...Object.fromEntries(known) };
  };
  return { parameters: sample('parameters'), query: sample('query'), body: sample('body') };
}

/** What may be left out of the query or the body. */
export function optionalNames(call: Call): string[] {
  return [call.query, call.body].flatMap((schema) => {
    const { properties = {}, required = [] } = schema === undefined ? {} : inputSchemaOf(schema);
    return Object.keys(properties).filter((name) => !required.includes(name));
  });
}

function fill(value: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((part) => fill(part, named));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, Object.hasOwn(named, key) ? named[key] : fill(part, named)]),
  );
}

let calls = 0;

/** Each call comes from somewhere else, for a server that trusts this computer as its proxy: no limit is reached. */
function nextAddress(): string {
  calls += 1;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Makes a call at a company's address, anyone who calls. */
export async function make(place: Place, call: Call, parts: CallParts, guise: Guise): Promise<Sent> {
  const { cookies = new Map<string, string>(), headers = {} } = guise;
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  return send(
    `${place.url}${addressOf(call, parts)}`,
    {
      method: call.method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-forwarded-for': nextAddress(),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      isLeftAtOnce: call.isEventStream === true,
    },
    place.port,
  );
}

/** The answer as the contract writes it: `200`, `403 account_disabled`. */
export function answerOf({ status, text }: Sent): string {
  const code = status < 400 ? null : codeOf(text);
  return code === null ? String(status) : `${status} ${code}`;
}

function codeOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? null;
  } catch {
    return null;
  }
}

/** Whether the contract declares this answer for this call. */
export function isDeclared(call: Call, sent: Sent): boolean {
  const answer = answerOf(sent);
  return declaredAnswers(call).includes(answer);
}
