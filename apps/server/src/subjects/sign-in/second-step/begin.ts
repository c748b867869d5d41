import { randomUUID } from 'node:crypto';
import { applicationConfigurationSchema } from '@vestibule/contracts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import { sayError } from '../../../operations/log/describe-error.ts';
import { asWord, type Who } from '../../../repositories/audit-words.ts';
import { type Application, findApplication } from '../../../repositories/companies.ts';
import type { Person } from '../../../repositories/people.ts';
import { notingIfPossible } from '../../../context/note-sign-in.ts';
import { createPendingSignIn } from '../../../repositories/pending-sign-ins.ts';
import { readWantedMethods } from '../../../protocols/entra/methods.ts';
import { SECOND_STEP_PATH } from '../../../protocols/entra/metadata.ts';
import { type AuthorizationRequest, readRequest, whatIsWrong } from '../../../protocols/entra/read-request.ts';
import { type SecondStepRecord, secondStepRecordSchema } from '../../../protocols/entra/record.ts';
import { type HintClaims, verifyHint } from './verify-hint.ts';
import { audit } from '../../audit/audit.ts';
import { type OidcUpstream, toIdentity } from '../../people/identity-providers/oidc.ts';
import { type FoundPerson, findOrCreatePerson } from '../../people/identity-providers/people.ts';
import { loadAnyUpstream } from '../../people/identity-providers/settings.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { rememberArrival } from './arrival.ts';

/** Entra ID gives up after ten minutes: a later answer comes to nothing. */
const LONGEST_LIFE_S = 600;

/** What a request of Entra ID leads to. */
export type BegunSecondStep =
  | { readonly kind: 'begun'; readonly handle: string }
  /** The request cannot be met, and who asks is known: they are told by post. */
  | { readonly kind: 'declined'; readonly redirectUri: string; readonly state: string | null; readonly error: string }
  | SecondStepRefusal;

type SecondStepRefusal = Refusal<
  | 'sign_in_unknown'
  | 'upstream_failed'
  | 'upstream_person_unknown'
  | 'upstream_domain_wrong'
  | 'upstream_login_taken'
  | 'account_disabled'
> & {
  /** For the audit entry. */
  readonly reason?: string | undefined;
  /** The account that was here before, for administrators alone. */
  readonly inTheWay?: Who | undefined;
};

/** An external method that is not switched off. */
export async function findMethod(
  { database, company }: ServerContext,
  id: string,
): Promise<{ readonly application: Application; readonly record: SecondStepRecord } | null> {
  const application = await findApplication(database, company.id, id);
  if (application?.protocol !== 'second-step' || application.disabledAt !== null) return null;
  return { application, record: secondStepRecordSchema.parse(application.oidcClient) };
}

/** Begins the second step of a sign-in at Entra ID: everything about the request is checked before anything is kept. */
export async function beginSecondStep(
  context: ServerContext,
  origin: Origin,
  applicationId: string,
  parameters: unknown,
): Promise<BegunSecondStep> {
  const request = readRequest(parameters);
  const method = await findMethod(context, applicationId);
  const isKnown = request !== null && method !== null && request.client_id === method.application.entityId;
  if (!isKnown || !method.record.redirectUris.includes(request.redirect_uri)) {
    const reason = isKnown ? 'redirect_uri' : 'client_id';
    await note(context, origin, 'refused', method?.application ?? null, { code: 'sign_in_unknown', reason });
    return refuse('sign_in_unknown', 'This request is of no known person here, or its answer would go elsewhere.');
  }
  return beginKnown(context, origin, method, request);
}

async function beginKnown(
  context: ServerContext,
  origin: Origin,
  { application, record }: NonNullable<Awaited<ReturnType<typeof findMethod>>>,
  request: AuthorizationRequest,
): Promise<BegunSecondStep> {
  const { redirect_uri: redirectUri, state = null } = request;
  const ofEntra = { clientRequestId: request['client-request-id'] ?? null };
  const decline = async (error: string, reason: string): Promise<BegunSecondStep> => {
    await note(context, origin, 'refused', application, { code: error, reason, ...ofEntra });
    return { kind: 'declined', redirectUri, state, error };
  };
  const wrong = whatIsWrong(request);
  if (wrong !== null) return decline(wrong.error, wrong.reason);
  const wanted = readWantedMethods(request.claims);
  if (wanted === null) return decline('unmet_authentication_requirements', 'claims');

  const upstream = await loadAnyUpstream(context, record.upstreamId);
  if (upstream?.kind !== 'oidc') return decline('server_error', 'upstream');
  const hint = request.id_token_hint ?? '';
  const claims = await verifyHint(context, upstream, application.entityId, hint).catch(describeError);
  if (typeof claims === 'string') return decline('invalid_request', `id_token_hint: ${claims}`);

  const found = await findNamedPerson(context, origin, upstream, claims);
  const named = { subject: claims.sub, tenant: claims.tid, object: claims.oid, ...ofEntra };
  const upstreamId = upstream.row.id;
  const whom = `${application.id} ${claims.sub}`;
  if (isRefusal(found)) {
    const { refused, message, reason, inTheWay } = found;
    const why = {
      ...(reason === undefined ? {} : { reason }),
      ...(inTheWay === undefined ? {} : { login: asWord(inTheWay) }),
    };
    await note(
      context,
      origin,
      'refused',
      application,
      { code: refused, ...named, ...why },
      { about: whom, upstreamId },
    );
    return refuse(refused, message);
  }
  const { person, keptEmail } = found;
  const pendingSignInId = await keep(context, origin, application, person, hint, {
    kind: 'entra',
    redirectUri,
    state,
    nonce: request.nonce ?? '',
    subject: claims.sub,
    ...wanted,
  });
  if (pendingSignInId === null) {
    await note(
      context,
      origin,
      'refused',
      application,
      { code: 'sign_in_unknown', reason: 'replayed', ...named },
      { about: whom, person, upstreamId },
    );
    return refuse('sign_in_unknown', 'This request was used before. Open your work application again.');
  }
  const kept = keptEmail === null ? {} : { keptEmail };
  await note(context, origin, 'done', application, { login: person.login, ...named, ...kept }, { person, upstreamId });
  const { issuer } = upstream.settings;
  const arrival = { pendingSignInId, personId: person.id, upstreamId: upstream.row.id, issuer };
  return { kind: 'begun', handle: await rememberArrival(context, arrival) };
}

/** As at every sign-in with this identity provider. */
async function findNamedPerson(
  context: ServerContext,
  origin: Origin,
  upstream: OidcUpstream,
  claims: HintClaims,
): Promise<FoundPerson | SecondStepRefusal> {
  const found = await findOrCreatePerson(context, origin, upstream, toIdentity(claims, upstream.settings));
  if (isRefusal(found)) {
    const { refused, message, reason, inTheWay } = found;
    return { ...refuse(refused, message), reason, inTheWay };
  }
  return found.person.disabledAt === null ? found : refuse('account_disabled', 'This account was disabled by support.');
}

/** @returns null when this hint has begun a sign-in before */
async function keep(
  context: ServerContext,
  { correlationId }: Origin,
  application: Application,
  person: Person,
  hint: string,
  secondStep: NonNullable<Parameters<typeof createPendingSignIn>[1]['secondStep']>,
): Promise<string | null> {
  const { requestMaximumAgeSeconds } = applicationConfigurationSchema.parse(application.settings);
  const now = context.now();
  const id = randomUUID();
  const row = {
    companyId: context.company.id,
    id,
    applicationId: application.id,
    // What is signed, byte for byte: a signature can be written in several ways.
    requestId: hashToken(hint.slice(0, hint.lastIndexOf('.'))),
    acsUrl: `${context.publicUrl}${SECOND_STEP_PATH}/finish/${id}`,
    relayState: null,
    nameIdFormat: null,
    forceAuthentication: false,
    mode: 'mfa' as const,
    personId: person.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + Math.min(requestMaximumAgeSeconds, LONGEST_LIFE_S) * 1000),
    completedAt: null,
    interactionId: id,
    isUnsolicited: false,
    secondStep,
  };
  // It is signed by the identity provider: no stranger makes any of them.
  const arrival = { protocol: 'second-step', correlationId } as const;
  const isNew = await notingIfPossible(context, arrival, (kept) => createPendingSignIn(context.database, row, kept));
  return isNew ? id : null;
}

async function note(
  context: ServerContext,
  origin: Origin,
  outcome: 'done' | 'refused',
  application: Application | null,
  details: Record<string, unknown>,
  {
    person,
    upstreamId = null,
    about = application?.id,
  }: { readonly person?: Person; readonly upstreamId?: string | null; readonly about?: string | undefined } = {},
): Promise<void> {
  const subjectId = person?.id ?? null;
  const of = subjectId === null && upstreamId === null ? null : { subjectId, upstreamId, account: null };
  const target = application?.name ?? null;
  await audit(context, origin, { action: 'second-step', outcome, target, about, of, details });
}

function describeError(error: unknown): string {
  return sayError(error).slice(0, 300);
}
