import type { WebSession } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { signInMethodOf, upstreamOf } from '../../context/sign-in-method.ts';
import { canBecomeStrongEnough } from './strong-enough.ts';

/**
 * Why an application does not take the way in which someone has signed in, as support reads it; null: it does. It was told
 * so itself (NoAuthnContext), and what it shows then is its own.
 */
export function wrongKindOfSignIn(
  context: ServerContext,
  visit: Parameters<typeof canBecomeStrongEnough>[1],
  session: Pick<WebSession, 'factors' | 'upstreamClaims' | 'awaits'>,
): string | null {
  const asked = visit.pending.requestedAuthnContext ?? null;
  if (asked === null || session.awaits !== null || canBecomeStrongEnough(context, visit, session)) return null;
  const { name } = visit.application;
  const wanted = asked.classes.length === 0 ? 'a declaration' : asked.classes.join(' or ');
  const upstream = upstreamOf(session);
  const gave =
    upstream === null
      ? `by ${signInMethodOf(session)}`
      : `at ${upstream.issuer}, which said ${upstream.level ?? 'nothing'} of how`;
  return `${name} asks for ${asked.comparison} ${wanted}. They signed in ${gave}, so ${name} was told NoAuthnContext. Its administrator lets it ask for less (docs/applications.md), or they sign in as it asks.`;
}
