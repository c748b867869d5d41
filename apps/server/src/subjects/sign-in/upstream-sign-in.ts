import { ACCOUNT_PATHS, type SamlPostData } from '@vestibule/contracts';
import { asWord } from '../../repositories/audit-words.ts';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { findPendingSignIn } from '../../repositories/pending-sign-ins.ts';
import { findPersonByUpstream } from '../../repositories/people.ts';
import { lockUpstreamOf } from '../../repositories/upstreams.ts';
import { maySignIn } from '../people/attempts.ts';
import { isRefusal, type Origin, refuse, type ServerContext } from '../../context/server-context.ts';
import {
  type AskedReplacement,
  askWhereAnotherIsSignedIn,
  findOtherSignedIn,
  readQuestion,
  type UpstreamQuestion,
} from './upstream-question.ts';
import { isToBeAskedAgain } from './asked-again.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import { signedInThereAt } from './signed-in-at.ts';
import {
  auditQuestion,
  auditUpstream,
  failed,
  failedIn,
  notFresh,
  unknown,
  unknownUpstream,
  unusable,
  type UpstreamRefusal,
} from './upstream-refusals.ts';
import type { Visit } from '../people/visit.ts';
import { describeOidcError } from '../people/identity-providers/failure.ts';
import {
  type Intent,
  isSameBrowser,
  readTakenArrival,
  readTakenIntent,
  rememberArrival,
  rememberIntent,
  takeArrival,
  takeIntent,
  type UpstreamIdentity,
} from '../people/identity-providers/intent.ts';
import {
  confirmsNewSignIns,
  createAuthorizationUrl,
  readAuthorizationAnswer,
} from '../people/identity-providers/oidc.ts';
import { findOrCreatePerson } from '../people/identity-providers/people.ts';
import { provenAt } from '../people/identity-providers/proven-at.ts';
import { createSamlRequestUrl, createUpstreamMetadata, readSamlAnswer } from '../people/identity-providers/saml.ts';
import { loadAnyUpstream, loadUpstream, type Upstream } from '../people/identity-providers/settings.ts';
import { asTried, judgeTrial, keepTrialResult, takeTrial } from '../people/identity-providers/trial.ts';

export type UpstreamSession = OpenedSession & { readonly loginMarker: string | null };

/**
 * How far a sign-in came. `isTrialOver`: an administrator tried it, and no one was signed in. `declined`: the application is
 * told that there was no new sign-in. `question`: another person is signed in, and nothing has changed. `goOnAt`: the page
 * where the browser goes on, without anything done.
 */
export type UpstreamOutcome =
  | UpstreamSession
  | UpstreamRefusal
  | UpstreamQuestion
  | { readonly goOnAt: string }
  | { readonly isTrialOver: true }
  | { readonly declined: SamlPostData; readonly loginMarker: string };

/**
 * Begins a sign-in at the company's own identity provider. A page of another site begins none: a provider that still knows
 * the browser would answer without a question, and sign in whom that page wants.
 * @returns where the browser goes
 */
export async function beginUpstreamSignIn(
  context: ServerContext,
  origin: Origin,
  begin: {
    readonly upstreamId: string;
    readonly loginMarker: string | null;
    readonly browserToken: string;
    /** What the link of a trial holds. */
    readonly trialToken: string | null;
    /** The browser is new here, or its person has just been signed in: they may be here to prove who they are. */
    readonly wantsRecent: boolean;
    /** The browser says that a page of another site, or none, led here. */
    readonly isLedHere: boolean;
    readonly sessionToken: string | undefined;
  },
): Promise<
  | { readonly location: string }
  | Exclude<UpstreamOutcome, UpstreamSession | UpstreamQuestion>
  | { readonly isTrialUsed: true }
> {
  const { loginMarker, trialToken } = begin;
  const trialId = trialToken === null ? null : await takeTrial(context, begin.upstreamId, trialToken);
  // Never a sign-in: anyone who gave the link said that it is none.
  if (trialToken !== null && trialId === null) return { isTrialUsed: true };
  const upstream = await loadFor(context, begin.upstreamId, trialId);
  if (upstream === null) return unknownUpstream(context, origin, loginMarker);
  if (trialId === null && begin.isLedHere && !(await isToBeAskedAgain(context, begin))) {
    return { goOnAt: signInPageOf(loginMarker) };
  }
  const found =
    loginMarker === null ? null : await findPendingSignIn(context.database, context.company.id, loginMarker);
  const isForced = found?.pending.forceAuthentication ?? false;
  // Known before anybody has signed in there for nothing.
  if (trialId === null && isForced && upstream.kind === 'oidc' && !confirmsNewSignIns(upstream.settings)) {
    return notFresh(context, origin, upstream, loginMarker);
  }
  return send(context, origin, upstream, {
    upstreamId: upstream.row.id,
    browserHash: hashToken(begin.browserToken),
    loginMarker,
    startedAt: context.now().toISOString(),
    isFresh: trialId !== null || isForced,
    wantsRecent: begin.wantsRecent,
    isAskedAlready: false,
    replaces: null,
    trialId,
  });
}

/** Sends the browser to the identity provider, with secrets of this one request. */
async function send(
  context: ServerContext,
  origin: Origin,
  upstream: Upstream,
  asked: Omit<Intent, 'codeVerifier' | 'nonce'>,
) {
  const state = createToken();
  const intent: Intent = { ...asked, codeVerifier: createToken(), nonce: createToken() };
  try {
    const location =
      upstream.kind === 'oidc'
        ? await createAuthorizationUrl(context, upstream, state, intent)
        : await createSamlRequestUrl(context, upstream, state, intent);
    await rememberIntent(context, state, intent);
    return { location };
  } catch (error) {
    return failedIn(context, origin, upstream, intent, describeOidcError(error));
  }
}

/** Finishes an OpenID Connect sign-in. @param query of the callback, as it came */
export async function finishOidcUpstream(
  context: ServerContext,
  visit: Visit,
  answer: { readonly upstreamId: string; readonly query: string; readonly browserToken: string | undefined },
): Promise<UpstreamOutcome> {
  const upstream = await loadAnyUpstream(context, answer.upstreamId);
  if (upstream === null || upstream.kind !== 'oidc') return unknownUpstream(context, visit, null);
  const states = new URLSearchParams(answer.query).getAll('state');
  const [state] = states.length === 1 ? states : [];
  const intent = state === undefined ? null : await takeIntent(context, state, upstream.row.id);
  if (intent === null) {
    const taken = state === undefined ? null : await readTakenIntent(context, state, upstream.row.id);
    const reason = 'The state is not known, or was used.';
    return comeBack(taken, answer.browserToken) ?? failed(context, visit, upstream, null, unusable(reason));
  }
  if (!isSameBrowser(intent, answer.browserToken)) {
    return failed(context, visit, upstream, null, unusable('Another browser began this sign-in.'));
  }
  if (!mayGoOn(upstream, intent)) return unknownUpstream(context, visit, intent.loginMarker);
  try {
    const tried = await asTried(context, upstream, intent.trialId);
    const identity = await readAuthorizationAnswer(context, tried, intent, answer.query);
    return await arrive(context, visit, tried, intent, identity);
  } catch (error) {
    return failedIn(context, visit, upstream, intent, describeOidcError(error));
  }
}

/**
 * Takes a posted SAML answer. The post comes from another site and carries no cookie of ours, so no one is signed in yet:
 * the answer is one handle for the next request of the browser that began.
 */
export async function takeSamlAnswer(
  context: ServerContext,
  origin: Origin,
  answer: { readonly upstreamId: string; readonly samlResponse: string; readonly relayState: string },
): Promise<{ readonly handle: string } | UpstreamRefusal | { readonly isTrialOver: true }> {
  const upstream = await loadAnyUpstream(context, answer.upstreamId);
  if (upstream === null || upstream.kind !== 'saml') return unknownUpstream(context, origin, null);
  const intent = await takeIntent(context, answer.relayState, upstream.row.id);
  if (intent === null) {
    return failed(context, origin, upstream, null, unusable('The request is not known, or was answered.'));
  }
  if (!mayGoOn(upstream, intent)) return unknownUpstream(context, origin, intent.loginMarker);
  const tried = await asTried(context, upstream, intent.trialId);
  const identity = await readSamlAnswer(context, tried, answer.relayState, intent, answer.samlResponse);
  if ('failure' in identity) return failedIn(context, origin, upstream, intent, identity);
  const handle = createToken();
  await rememberArrival(context, handle, { intent, identity });
  return { handle };
}

export async function finishSamlUpstream(
  context: ServerContext,
  visit: Visit,
  arrival: { readonly upstreamId: string; readonly handle: string; readonly browserToken: string | undefined },
): Promise<UpstreamOutcome> {
  const upstream = await loadAnyUpstream(context, arrival.upstreamId);
  if (upstream === null || upstream.kind !== 'saml') return unknownUpstream(context, visit, null);
  const taken = await takeArrival(context, arrival.handle, upstream.row.id);
  if (taken === null) {
    const before = await readTakenArrival(context, arrival.handle, upstream.row.id);
    const reason = 'The answer is not known, or was used.';
    const intent = before?.intent ?? null;
    return comeBack(intent, arrival.browserToken) ?? failed(context, visit, upstream, null, unusable(reason));
  }
  if (!isSameBrowser(taken.intent, arrival.browserToken)) {
    return failed(context, visit, upstream, null, unusable('Another browser began this sign-in.'));
  }
  if (!mayGoOn(upstream, taken.intent)) return unknownUpstream(context, visit, taken.intent.loginMarker);
  const tried = await asTried(context, upstream, taken.intent.trialId);
  return arrive(context, visit, tried, taken.intent, taken.identity);
}

/** The page that asks whether another person is to take the place of who is signed in; it may be loaded again. */
export async function askForReplacement(
  context: ServerContext,
  visit: Visit,
  answer: { readonly upstreamId: string; readonly handle: string; readonly browserToken: string | undefined },
): Promise<AskedReplacement | { readonly goOnAt: string }> {
  const asked = await readQuestion(context, answer.handle, answer.upstreamId);
  if (asked === null || !isSameBrowser(asked.intent, answer.browserToken)) return { goOnAt: ACCOUNT_PATHS.signIn };
  const signedIn = await findOtherSignedIn(context, visit, null);
  if (signedIn?.session.id !== asked.sessionId) return { goOnAt: whereItGoesOn(asked.intent) };
  return { asked, signedIn: signedIn.person };
}

/**
 * Asks the identity provider once more, since the session that was asked has said that its person leaves. Nothing that was
 * answered before counts: the person may have been signed out everywhere since.
 */
export async function replaceByUpstream(
  context: ServerContext,
  visit: Visit,
  answer: { readonly upstreamId: string; readonly handle: string; readonly browserToken: string | undefined },
): Promise<{ readonly location: string } | Exclude<UpstreamOutcome, UpstreamSession | UpstreamQuestion>> {
  const shown = await askForReplacement(context, visit, answer);
  if ('goOnAt' in shown) return shown;
  const { intent, sessionId, subject } = shown.asked;
  const upstream = await loadUpstream(context, answer.upstreamId);
  if (upstream === null) return unknownUpstream(context, visit, intent.loginMarker);
  return send(context, visit, upstream, { ...intent, isAskedAlready: true, replaces: { sessionId, subject } });
}

/** @returns the metadata of our service provider; null when there is no such SAML identity provider */
export async function describeUpstreamServiceProvider(context: ServerContext, id: string): Promise<string | null> {
  const upstream = await loadAnyUpstream(context, id);
  return upstream?.kind === 'saml' ? createUpstreamMetadata(context, upstream) : null;
}

async function arrive(
  context: ServerContext,
  visit: Visit,
  upstream: Upstream,
  intent: Intent,
  identity: UpstreamIdentity,
): Promise<UpstreamOutcome> {
  const { loginMarker, trialId, isFresh } = intent;
  if (trialId !== null) {
    const result = await judgeTrial(context, upstream, identity);
    await keepTrialResult(context, trialId, result);
    const { subject } = identity;
    await auditUpstream(context, visit, 'done', upstream, { trial: 'ended', trialId, subject });
    return { isTrialOver: true };
  }
  if (isFresh && !identity.isFresh) return notFresh(context, visit, upstream, loginMarker);
  const question = await askWhereAnotherIsSignedIn(context, visit, intent, identity);
  if (question !== null) {
    await auditQuestion(context, visit, upstream, question, identity);
    return question;
  }
  const found = await findOrCreatePerson(context, visit, upstream, identity);
  if (isRefusal(found)) {
    const { refused: code, message, inTheWay: other, notLinked, reason } = found;
    const inTheWay = other === undefined ? {} : { login: asWord(other), notLinked };
    const details = { code, subject: identity.subject, ...inTheWay, ...(reason === undefined ? {} : { reason }) };
    await auditUpstream(context, visit, 'refused', upstream, details, { isProven: true });
    // Which account or exemption is in the way is for administrators alone.
    return { ...refuse(code, message), loginMarker };
  }
  const { person, isNew, keptEmail } = found;
  const tooOften = await maySignIn(context, person, visit);
  if (tooOften !== null) {
    const details = { code: tooOften.refused, login: person.login };
    await auditUpstream(context, visit, 'refused', upstream, details, { person });
    return { ...tooOften, loginMarker };
  }
  const { subject } = identity;
  const kept = keptEmail === null ? {} : { keptEmail };
  await auditUpstream(context, visit, 'done', upstream, { subject, login: person.login, isNew, ...kept }, { person });
  const givenAt = provenAt(context, upstream, identity);
  const session = await openSession(context, visit, person, {
    factors: identity.hasSecondFactor ? ['upstream', 'upstream-mfa'] : ['upstream'],
    givenAt,
    loginMarker: loginMarker ?? undefined,
    // Since the answer was read, it may have been switched off, or the person may have another account there.
    whyNoMore: async (transaction) => {
      const { id } = upstream.row;
      const now = await findPersonByUpstream(transaction, context.company.id, id, identity.subject);
      const stored = await lockUpstreamOf(transaction, context.company.id, id, identity.issuer);
      return now?.id === person.id && stored?.isEnabled === true ? null : unknown();
    },
    upstreamClaims: {
      upstreamId: upstream.row.id,
      issuer: upstream.kind === 'oidc' ? upstream.settings.issuer : upstream.settings.entityId,
      groups: identity.groups ?? [],
      level: identity.level,
      signedInAt: signedInThereAt(givenAt, identity, intent),
      loginMarker,
      compliance: identity.isDeviceVouchedFor ? upstream.settings.compliance : null,
    },
  });
  // Where it vouched for the device, the application may open without a page.
  const isVouched = identity.isDeviceVouchedFor && loginMarker !== null && !isRefusal(session);
  const step = isVouched && 'continueTo' in session.step ? { continueTo: `/saml/continue?login=${loginMarker}` } : null;
  return { ...session, ...(step === null ? {} : { step }), loginMarker };
}

/**
 * Where the browser that began goes on when its answer comes a second time, by the back button or as the page is loaded again.
 * @returns null where it is not that browser
 */
function comeBack(taken: Intent | null, browserToken: string | undefined): { readonly goOnAt: string } | null {
  if (taken === null || taken.trialId !== null || !isSameBrowser(taken, browserToken)) return null;
  return { goOnAt: whereItGoesOn(taken) };
}

function whereItGoesOn({ loginMarker }: Pick<Intent, 'loginMarker'>): string {
  return loginMarker === null ? ACCOUNT_PATHS.signIn : `/device-check/?login=${loginMarker}`;
}

function signInPageOf(loginMarker: string | null): string {
  return loginMarker === null ? ACCOUNT_PATHS.signIn : `${ACCOUNT_PATHS.signIn}?login=${loginMarker}`;
}

async function loadFor(context: ServerContext, id: string, trialId: string | null): Promise<Upstream | null> {
  if (trialId === null) return loadUpstream(context, id);
  const upstream = await loadAnyUpstream(context, id);
  return upstream === null ? null : asTried(context, upstream, trialId);
}

/** One that was switched off meanwhile takes no answers, but those of a trial. */
function mayGoOn({ row }: Upstream, { trialId }: Intent): boolean {
  return row.isEnabled || trialId !== null;
}
