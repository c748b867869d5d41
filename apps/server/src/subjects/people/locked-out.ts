import type { PersonAtUpstream } from '../../repositories/upstreams.ts';
import type { Acting } from '../audit/acting.ts';
import { refusedWithout } from '../audit/wanted-word.ts';

const NAMED = 20;

/** Of the people who are linked to an identity provider, those who could not sign in without it. */
export function lockedOut({ context }: Acting, linked: readonly PersonAtUpstream[]): readonly PersonAtUpstream[] {
  return context.configuration.isLocalSignInEnabled
    ? linked.filter(({ hasPassword, hasPasskey }) => !hasPassword && !hasPasskey)
    : linked;
}

/** For a dry run, and for anyone who accepts it. @param accepted how many may be left without a way in */
export function lockedWarnings(locked: readonly PersonAtUpstream[], accepted: number): string[] {
  if (locked.length === 0) return [];
  const isRefused = locked.length > accepted;
  return [`${lockedText(locked)}${isRefused ? ` ${refusedWithout(`--accept-locking-out ${locked.length}`)}` : ''}`];
}

/** In a sentence, with their logins. */
export function lockedText(locked: readonly PersonAtUpstream[]): string {
  const names = locked.slice(0, NAMED).map(({ login }) => login);
  const more = locked.length > NAMED ? ` and ${locked.length - NAMED} more` : '';
  const subject = locked.length === 1 ? '1 person signs' : `${locked.length} people sign`;
  return `${subject} in only there, and could sign in no longer: ${names.join(', ')}${more}.`;
}
