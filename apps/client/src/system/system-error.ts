import type { Outcome } from '@vestibule/checks';

type Failure = Extract<Outcome<never>, { ok: false }>;

/** Translates an error of the operating system into the reason that a person is shown. */
export function systemFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const detail = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, reason: 'missing', detail };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { ok: false, reason: 'access-denied', detail };
  return { ok: false, reason: 'unexpected-output', detail };
}

/** @returns true when the file or folder simply is not there */
export function isMissing(error: unknown): boolean {
  const failure = systemFailure(error);
  return failure.reason === 'missing';
}
