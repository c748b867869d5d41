import type { Outcome } from '@vestibule/checks';
import { say } from '@vestibule/contracts';

type Failure = Extract<Outcome<never>, { ok: false }>;

/** Translates an error of the operating system into the reason that a person is shown. */
export function systemFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const detail = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, reason: 'missing', detail };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return { ok: false, reason: 'access-denied', detail: sayDenied(error, code) ?? detail };
  }
  return { ok: false, reason: 'unexpected-output', detail };
}

/** A person is told which file it was; who may not write either is told what the system said. */
function sayDenied(error: unknown, code: string): string | null {
  const isRead = error instanceof Error && 'syscall' in error && /^(?:open|scandir)$/.test(String(error.syscall));
  if (code !== 'EACCES' || !isRead || !('path' in error) || typeof error.path !== 'string') return null;
  return say('Only an administrator may read {path}. Ask who looks after this computer.', { path: error.path });
}

/** @returns true when the file or folder simply is not there */
export function isMissing(error: unknown): boolean {
  const failure = systemFailure(error);
  return failure.reason === 'missing';
}
