import type { Provider } from 'oidc-provider';
import { readPassed } from '../../../protocols/oidc/gate-passed.ts';
import { isAnswerMark } from '../../../protocols/oidc/interaction-browser.ts';
import { takeAnswer } from '../../../protocols/oidc/kept-answers.ts';
import { refuse, type Origin, type Refusal, type ServerContext } from '../../../context/server-context.ts';
import type { WebSession } from '../../../repositories/people.ts';
import { audit } from '../../audit/audit.ts';
import { findJudged } from '../issue/judged-by.ts';
import { findInteraction, interactionPath, type Shown, UNKNOWN_INTERACTION } from './interactions.ts';

/** Where a browser goes on. */
export type Resumed =
  /** The provider answers the application. */
  | { readonly kind: 'answer' }
  /** It was made, and lost on its way. */
  | { readonly kind: 'again'; readonly location: string }
  | { readonly kind: 'gate'; readonly location: string };

/**
 * Goes on with an application's request in the browser in which it began, in the session that the gate has let through, and
 * in no other. What was answered a moment ago is answered again; after that, or where what let the person through is taken back, the
 * gate is asked again. So it is in a browser that has the same cookies and did not post what the gate gave its page.
 * @param mark the cookie of the browser that posted it
 */
export async function resumeOidcSignIn(
  context: ServerContext,
  origin: Origin,
  provider: Provider,
  { session, mark, ...shown }: Shown & { readonly session: WebSession | null; readonly mark: string | undefined },
): Promise<Resumed | Refusal<'sign_in_unknown'>> {
  const interaction = await findInteraction(context, provider, shown);
  const passed = readPassed(interaction?.result);
  if (interaction === null || (passed !== null && passed.webSessionId !== session?.id)) {
    await audit(context, origin, { action: 'oidc-request', outcome: 'refused', details: { code: 'sign_in_unknown' } });
    return refuse('sign_in_unknown', UNKNOWN_INTERACTION);
  }
  // The application is told why no one was let through.
  if (passed === null && interaction.result !== undefined) return { kind: 'answer' };
  const isHere = passed !== null && isAnswerMark(context, interaction.uid, passed.grantId, mark);
  const stands = isHere && (await doesStand(context, provider, passed.grantId));
  const answer = stands ? await takeAnswer(context, passed.grantId) : null;
  if (answer?.kind === 'make') return { kind: 'answer' };
  return answer ?? { kind: 'gate', location: interactionPath(interaction.uid) };
}

/** Someone who was blocked, signed out or had their leave taken back meanwhile has no grant, or one that is worth nothing. */
async function doesStand({ database, company }: ServerContext, provider: Provider, grantId: string): Promise<boolean> {
  const judged = await findJudged(database, { companyId: company.id, assertionId: grantId });
  if (judged?.isSame !== true) return false;
  return (await provider.Grant.find(grantId)) !== undefined;
}
