import { bindPendingSignIn, type FoundSignIn } from '../repositories/pending-sign-ins.ts';
import type { WebSession } from '../repositories/people.ts';
import { notingIfPossible, signedInBy } from './note-sign-in.ts';
import type { ServerContext } from './server-context.ts';

/** `bindPendingSignIn`, with a note of who shows it and by what they are signed in. */
export function bindSignIn(
  context: ServerContext,
  shown: Parameters<typeof bindPendingSignIn>[1],
  session: Pick<WebSession, 'authenticatedAt' | 'factors'>,
): Promise<FoundSignIn | null> {
  return notingIfPossible(context, signedInBy(context, session), (note) =>
    bindPendingSignIn(context.database, shown, note),
  );
}
