import { apiErrorSchema, type Call } from '@vestibule/contracts';
import * as z from 'zod';

interface ReadAnswer {
  /** Of a refusal; empty otherwise. */
  readonly code: string;
  /** What is not as the contract says. */
  readonly problem: string | null;
}

/** Reads an answer as it leaves the server, and holds it against the call's row of the contract. */
export function readAnswer(call: Call | undefined, status: number, payload: unknown): ReadAnswer {
  const schema = call?.answers[status];
  if (schema === undefined) return status < 400 ? { code: '', problem: null } : readRefusal(call, payload);
  if (call?.isEventStream === true) return { code: '', problem: null };
  if (schema === null) return { code: '', problem: isEmpty(payload) ? null : 'has a body and should have none' };
  const parsed = z.safeParse(schema, parseJson(payload));
  return { code: '', problem: parsed.success ? null : z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ') };
}

function readRefusal(call: Call | undefined, payload: unknown): ReadAnswer {
  const parsed = apiErrorSchema.safeParse(parseJson(payload));
  if (parsed.success) return { code: parsed.data.code, problem: null };
  // What is no call has error pages of its own.
  return { code: '', problem: call === undefined ? null : 'is a refusal without the one error body' };
}

function isEmpty(payload: unknown): boolean {
  return payload === undefined || payload === null || payload === '';
}

function parseJson(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload));
  } catch {
    return undefined;
  }
}
