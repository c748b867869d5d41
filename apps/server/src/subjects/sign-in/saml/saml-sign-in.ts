import { randomUUID } from 'node:crypto';
import { ACCOUNT_PATHS, applicationConfigurationSchema, type SamlPostData } from '@vestibule/contracts';
import { keepSignInIfSame } from '../../../repositories/begin-sign-in.ts';
import { type Application, findApplicationByEntityId, type ReadApplication } from '../../../repositories/companies.ts';
import { ofPerson } from '../../../repositories/audit-words.ts';
import type { Person } from '../../../repositories/people.ts';
import { isSecondStep } from '../../../protocols/entra/record.ts';
import { isOver } from '../../../repositories/pending-sign-ins.ts';
import { noteSignIn } from '../../../repositories/sign-ins.ts';
import { arrivalFor, noteAside, notingIfPossible } from '../../../context/note-sign-in.ts';
import { bindSignIn } from '../../../context/bind-sign-in.ts';
import { noteOfDecline } from '../sign-in-notes.ts';
import { findShownSignIn } from '../../../repositories/shown-sign-ins.ts';
import {
  acceptAuthnRequest,
  type AuthnRequest,
  type Received,
  type SamlErrorCode,
  serviceProviderSchema,
} from '../../../protocols/saml/index.ts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import { takeActivationProof } from '../activation-proof.ts';
import { audit } from '../../audit/audit.ts';
import type { Caller } from '../../../context/caller.ts';
import { declineRequest, declineStatus } from './decline-request.ts';
import { declineSignIn } from './decline-sign-in.ts';
import { findFactorNeeds } from '../../people/factors/second-factor-needs.ts';
import { observationOf } from '../../policy/gate/gate-state.ts';
import { issueWith } from '../issue/issue-response.ts';
import type { Claim } from '../issue/leave.ts';
import type { OwnSignIn } from '../../people/own-sign-in.ts';
import { takeOwnPermit } from '../issue/redeem.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { rememberArrival } from '../second-step/arrival.ts';
import { findNamedPerson } from '../second-step/named-person.ts';
import { whyApplicationIsShut } from '../../applications/open-application.ts';
import { signInModeOf } from '../../settings/sign-in-mode.ts';
import { isFreshEnough } from '../signed-in-already.ts';
import { canBecomeStrongEnough } from '../strong-enough.ts';
import { findProviderToAsk, mayVouch } from '../../people/identity-providers/unsupported-system.ts';

/** What a work application's request leads to. */
export type SamlSignIn =
  | {
      readonly kind: 'begun';
      readonly loginMarker: string;
      /** The company's identity provider has named the person: for this browser's next request. */
      readonly handle: string | null;
    }
  /** The application's own rules cannot be met: it is told so, by post. */
  | {
      readonly kind: 'declined';
      readonly actionUrl: string;
      readonly samlResponse: string;
      readonly relayState: string | null;
    }
  | Refusal<SamlErrorCode>;

/** Begins a sign-in: everything about the request is checked before anything is kept. */
export async function beginSamlSignIn(context: ServerContext, origin: Origin, received: Received): Promise<SamlSignIn> {
  const begun = await tryToBegin(context, origin, received);
  if ('refused' in begun) {
    const issuer = received.ok ? received.received.claimedIssuer : null;
    const known = issuer === null ? null : context.knownApplications.find(context.company.id, issuer);
    await audit(context, origin, {
      ...(known !== null && isSecondStep(known.application)
        ? { action: 'second-step', target: known.application.name }
        : { action: 'saml-request', target: issuer }),
      outcome: 'refused',
      details: { code: begun.refused, reason: begun.message },
    });
  }
  return begun;
}

/** An application that is changed this often while one request is looked at is a bug. */
const TRIES = 5;

async function tryToBegin(context: ServerContext, origin: Origin, received: Received): Promise<SamlSignIn> {
  if (!received.ok) return refuse(received.code, received.message);
  const { database, company, knownApplications } = context;
  const { claimedIssuer } = received.received;
  const known = knownApplications.find(company.id, claimedIssuer);
  const begun = known === null ? null : await beginAt(context, origin, received, known);
  // What is no longer so may only begin a sign-in, which is looked at when it is kept. It refuses none.
  if (begun !== null && begun !== 'changed' && !isRefusal(begun)) return begun;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await findApplicationByEntityId(database, company.id, claimedIssuer);
    if (found !== null) knownApplications.keep(found);
    const begunNow = await beginAt(context, origin, received, found);
    if (begunNow !== 'changed') return begunNow;
  }
  throw new Error('An application or its company is changed again and again.');
}

/** @returns changed: the application or its company are not as they were when they were read, and nothing was kept */
async function beginAt(
  known: ServerContext,
  origin: Origin,
  received: Extract<Received, { ok: true }>,
  found: ReadApplication | null,
): Promise<SamlSignIn | 'changed'> {
  const application = found?.application ?? null;
  const context = found === null ? known : await known.companies.asOf(known, found.generation);
  const serviceProvider = application === null ? null : serviceProviderSchema.parse(application.serviceProvider);
  const accepted = acceptAuthnRequest(received.received, {
    serviceProvider,
    ssoUrl: `${context.publicUrl}/saml/sso`,
    now: context.now(),
  });
  if (!accepted.ok) return refuse(accepted.code, accepted.message);
  if (found === null || application === null || serviceProvider === null)
    throw new Error('A request of an unknown issuer was accepted.');
  const { request } = accepted;

  const { requestMaximumAgeSeconds } = applicationConfigurationSchema.parse(application.settings);
  const mode = signInModeOf(context, application);
  const decline = await declineStatus(context, application, { ...request, mode });
  const named = await findNamedPerson(context, request.subject);
  const loginMarker = randomUUID();
  const now = context.now();
  const row = {
    companyId: context.company.id,
    id: loginMarker,
    applicationId: application.id,
    requestId: request.id,
    acsUrl: request.acsUrl,
    relayState: request.relayState,
    nameIdFormat: request.nameIdFormat,
    forceAuthentication: request.forceAuthn,
    mode,
    personId: named?.id ?? null,
    createdAt: now,
    // A declined request is kept so that it cannot be used again; it is over at once.
    expiresAt: decline === null ? new Date(now.getTime() + requestMaximumAgeSeconds * 1000) : now,
    completedAt: null,
    requestedAuthnContext: request.requestedAuthnContext,
    interactionId: null,
    isUnsolicited: false,
    secondStep: named === null ? null : ({ kind: 'saml' } as const),
  };
  const arrival =
    named === null
      ? arrivalFor(context, origin, 'saml')
      : ({ protocol: 'saml', correlationId: origin.correlationId } as const);
  const judgedBy = { version: found.version, generation: context.company.generation };
  const kept = await notingIfPossible(context, arrival, (note) =>
    keepSignInIfSame(context.database, row, judgedBy, note),
  );
  if (kept === 'changed') return kept;
  if (kept === 'replayed')
    return refuse('saml_request_replayed', 'This request was used before. Open the application again.');
  if (isSecondStep(application)) await noteSecondStep(context, origin, application, { request, named });
  if (decline === null) {
    if (named === null) return { kind: 'begun', loginMarker, handle: null };
    const toBeShown = { pendingSignInId: loginMarker, personId: named.id, upstreamId: null, issuer: request.issuer };
    return { kind: 'begun', loginMarker, handle: await rememberArrival(context, toBeShown) };
  }
  if (arrival !== null) {
    const which = { companyId: context.company.id, signInId: loginMarker };
    await noteAside(context, () => noteSignIn(context.database, which, noteOfDecline(context, origin, decline)));
  }
  const samlResponse = await declineRequest(context, origin, application, { request, decline });
  return { kind: 'declined', actionUrl: request.acsUrl, samlResponse, relayState: request.relayState };
}

/** A request of the company's identity provider for its second step stands with those of the others: it is signed. */
async function noteSecondStep(
  context: ServerContext,
  origin: Origin,
  { name: target, id: about }: Application,
  { request, named }: { readonly request: AuthnRequest; readonly named: Person | null },
): Promise<void> {
  const of = named === null ? null : ofPerson(named.id);
  const details =
    named === null
      ? {
          requestId: request.id,
          reason: request.subject === null ? 'names no one' : 'names no one who may sign in here',
        }
      : { requestId: request.id, login: named.login };
  await audit(context, origin, { action: 'second-step', outcome: 'done', target, about, of, details });
}

/** Where a pending sign-in leads now. */
export type Continued =
  | { readonly kind: 'redirect'; readonly location: string }
  /** Everything is proven already: the response goes to the application at once. */
  | ({ readonly kind: 'post' } & SamlPostData)
  | Refusal<'sign_in_expired'>;

/** What the address says next to the sign-in request. */
export interface Shown {
  /** The page has read this computer, or has found nothing to read it: where the policy is only observed. */
  readonly isRead?: boolean;
  /** What the activation gave the page for this request; or, where the policy is only observed, a permit that was opened. */
  readonly proof?: string | undefined;
}

/**
 * Goes on with a pending sign-in: to the sign-in page, to the check, or, with the proof of an activation for it a moment
 * ago, or where the policy is not enforced, straight to the application. One that is too old begins again where the
 * application begins.
 */
export async function continueSamlSignIn(
  known: ServerContext,
  origin: Origin,
  loginMarker: string,
  sessionToken: string | undefined,
  shown: Shown = {},
): Promise<Continued> {
  const { database, company } = known;
  const now = known.now();
  const tokenHash = sessionToken === undefined ? null : hashToken(sessionToken);
  const read = await findShownSignIn(database, { companyId: company.id, id: loginMarker, tokenHash }, now);
  const { found = null, signedIn = null } = read ?? {};
  const context = read === null ? known : await known.companies.asOf(known, read.generation);
  if (found !== null && isOver(found.pending, now)) {
    const { startUrl } = found.application;
    return startUrl === null
      ? refuse('sign_in_expired', 'This sign-in is too old. Open the application again.')
      : redirectTo(startUrl);
  }
  const shut = found === null ? null : whyApplicationIsShut(found.application, found.pending);
  if (shut !== null) return shut;
  if (!isFreshEnough(signedIn, found?.pending ?? null)) return redirectTo(`/online/?login=${loginMarker}`);
  const { session, person, proofs } = signedIn;
  const needs = await findFactorNeeds(context, database, person, session.factors, found, proofs);
  if (found !== null && needs.challenge === null && !canBecomeStrongEnough(context, found, signedIn.session)) {
    // Anyone who has signed in for this very request is not asked again and again: the application is told.
    const declined =
      signedIn.session.authenticatedAt < found.pending.createdAt
        ? null
        : await declineSignIn(context, origin, signedIn, found);
    return declined === null ? redirectTo(`/online/?login=${loginMarker}`) : { kind: 'post', ...declined };
  }
  // Where the identity provider has vouched for the person, the computer is all that is asked for.
  if (needs.challenge !== null && signedIn.session.reach === 'whole')
    return redirectTo(`${ACCOUNT_PATHS.secondFactor}?login=${loginMarker}`);
  const way = found === null ? null : wayWithoutCheck(context, signedIn, found, shown);
  const issued = way === null ? null : await issueAtOnce(context, origin, signedIn, loginMarker, way);
  if (issued !== null) return { kind: 'post', ...issued };
  const provider = found === null || way !== null ? null : await findProviderToAsk(context, signedIn.session, found);
  return redirectTo(
    provider === null
      ? `/device-check/?login=${loginMarker}`
      : `/online/upstream/${provider}/start?login=${loginMarker}`,
  );
}

function redirectTo(location: string): Continued {
  return { kind: 'redirect', location };
}

type Way = (transaction: Database) => Promise<Claim | Refusal<'permit_unknown'>>;

/**
 * What opens the application without a page; null: the check has to be made. That the device check was this session's second
 * factor a moment ago opens nothing: the cookie that says so can be anywhere.
 */
function wayWithoutCheck(
  context: ServerContext,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  { pending, application }: OwnSignIn,
  { isRead = false, proof }: Shown,
): Way | null {
  const caller = { session, person };
  const pendingSignInId = pending.id;
  const observation = observationOf(context, person, application, pending);
  if (observation === 'straight' || (observation === 'reading' && isRead)) {
    return async (transaction) => {
      const shown = proof === undefined ? null : { permit: proof, pendingSignInId };
      return { kind: 'observation', permit: shown && (await takeOwnPermit(context, transaction, caller, shown)) };
    };
  }
  if (proof !== undefined) {
    return async (transaction) => {
      const taken = await takeActivationProof(context, transaction, caller, { handle: proof, pendingSignInId });
      return taken === null
        ? refuse('permit_unknown', 'This proof is over, was used, or was given for another sign-in.')
        : { kind: 'activation', proof: taken };
    };
  }
  if (pending.mode === 'mfa') return null;
  return mayVouch(session, { pending, application }) ? async () => ({ kind: 'upstream-claim' }) : null;
}

/** @returns null when the check has to be made after all */
async function issueAtOnce(
  context: ServerContext,
  origin: Origin,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  pendingSignInId: string,
  way: Way,
): Promise<SamlPostData | null> {
  const shown = { companyId: context.company.id, id: pendingSignInId, personId: person.id, webSessionId: session.id };
  const bound = await bindSignIn(context, shown, session);
  if (bound === null) return null;
  const caller = { session, person, accessToken: null };
  const issued = await issueWith<'permit_unknown'>(context, origin, caller, async (transaction) => {
    const claim = await way(transaction);
    return isRefusal(claim) ? claim : { claim, pendingSignInId };
  });
  return isRefusal(issued) ? null : issued;
}
