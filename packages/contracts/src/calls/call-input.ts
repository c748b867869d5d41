import type * as z from 'zod/mini';
import type { Call } from './call.ts';

type Given<Part> = Part extends z.ZodMiniType ? z.input<Part> : undefined;
type Parsed<Answer> = Answer extends z.ZodMiniType ? z.output<Answer> : null;
type PartOf<C extends Call, Name extends 'parameters' | 'query' | 'body'> = C extends {
  readonly [name in Name]?: infer Part;
}
  ? Given<Part>
  : undefined;

/** What a call is sent with, as its row of the contract says. */
export interface CallInput<C extends Call> {
  readonly parameters?: PartOf<C, 'parameters'>;
  readonly query?: PartOf<C, 'query'>;
  readonly body?: PartOf<C, 'body'>;
}

/** The body of a call's answers: null where an answer has none. */
export type CallBody<C extends Call> = {
  [Status in keyof C['answers']]: Parsed<C['answers'][Status]>;
}[keyof C['answers']];

/** The path of a call with its parameters, and the query of what was given. */
export function addressOf(
  { path }: Pick<Call, 'path'>,
  { parameters, query }: { readonly parameters?: unknown; readonly query?: unknown },
): string {
  const values = (parameters ?? {}) as Readonly<Record<string, string | undefined>>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
