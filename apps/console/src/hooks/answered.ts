import { type Call, type CallBody, textProblemSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { type Outcome, problem } from '../adapters/outcome.ts';

const problemsSchema = z.object({ problems: z.array(textProblemSchema) });

/** What a call answers when it did what it was asked: not what is wrong with a text that was sent in. */
export type Answered<C extends Call> = Exclude<CallBody<C>, { readonly problems: unknown }>;

/** A text in which something is wrong is a failure like any other here, and the first problem says where. */
export function answeredOf<C extends Call>(call: C, outcome: Outcome<CallBody<C>>): Outcome<Answered<C>> {
  if (!outcome.ok) return outcome;
  if (call.answers[422] === undefined) return { ok: true, body: outcome.body as Answered<C> };
  const read = problemsSchema.safeParse(outcome.body);
  // What has no list of problems is the other kind of answer.
  if (!read.success) return { ok: true, body: outcome.body as Answered<C> };
  const [first] = read.data.problems;
  const message = first === undefined ? null : `${first.line}:${first.column} ${first.message}`;
  return { ok: false, problem: { ...problem('request_malformed'), message } };
}
