import type { MessageErrorCode } from '@vestibule/contracts';

/** What a message leads to: its answer, or an error that the portal shows or acts on. */
export type Result<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: MessageErrorCode; readonly message: string; readonly detail?: string };

export function answer<Answer>(value: Answer): Result<Answer> {
  return { ok: true, answer: value };
}

export function fail(code: MessageErrorCode, message: string, detail?: string): Result<never> {
  return { ok: false, code, message, ...(detail === undefined ? {} : { detail }) };
}
