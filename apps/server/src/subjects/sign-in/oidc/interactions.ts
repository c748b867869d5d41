import { randomUUID } from 'node:crypto';
import { applicationConfigurationSchema } from '@vestibule/contracts';
import type { InteractionResults, Provider } from 'oidc-provider';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import {
  findStandingAssertion,
  finishedIndex,
  finishIssuedAssertion,
  isFor,
} from '../../../repositories/issued-assertions.ts';
import { findOidcApplication } from '../../../repositories/oidc-applications.ts';
import type { Application } from '../../../repositories/companies.ts';
import { arrivalFor, notingIfPossible } from '../../../context/note-sign-in.ts';
import { openPendingSignIn } from '../../../repositories/pending-sign-ins.ts';
import { findWebSession, type WebSession } from '../../../repositories/people.ts';
import { audit } from '../../audit/audit.ts';
import { signedInAt } from '../signed-in-at.ts';
import { takeDeclined } from '../saml/decline-sign-in.ts';
import { findJudged } from '../issue/judged-by.ts';
import { type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { isByOwnKey } from '../../../protocols/entra/methods.ts';
import type { DeviceEvidence } from '../../../protocols/saml/index.ts';
import { isDeviceTheFactor, withoutDevice } from '../../settings/factor-rule.ts';
import { statedClassOf } from '../../../context/sign-in-method.ts';
import { signInModeOf } from '../../settings/sign-in-mode.ts';
import { OIDC_PATH, passedResult } from '../../../protocols/oidc/gate-passed.ts';
import { isOfBrowser } from '../../../protocols/oidc/interaction-browser.ts';
import { keepAnswer } from '../../../protocols/oidc/kept-answers.ts';
import { oidcClientSchema } from '../../../protocols/oidc/oidc-client.ts';

export const UNKNOWN_INTERACTION = 'This sign-in is not known here, is too old, or was begun in another browser.';

/** Where a browser begins with an application's request, and begins again. */
export function interactionPath(interactionId: string): string {
  return `${OIDC_PATH}/interaction/${interactionId}`;
}

/** An application's request, by what the address says and by what the browser is known by. */
export interface Shown {
  readonly interactionId: string;
  readonly browser: string | null;
}

/** What a client asked for. */
export type Interaction = InstanceType<Provider['Interaction']>;

/** @returns null: it is over, was never, or began in another browser */
export async function findInteraction(
  context: ServerContext,
  provider: Provider,
  { interactionId, browser }: Shown,
): Promise<Interaction | null> {
  if (!(await isOfBrowser(context, interactionId, browser))) return null;
  return (await provider.Interaction.find(interactionId)) ?? null;
}

/**
 * Turns a client's authorization request into a pending sign-in.
 * @param sessionToken of the browser that asks: `max_age` looks at how old its session is
 * @returns the login marker
 */
export async function beginOidcSignIn(
  context: ServerContext,
  origin: Origin,
  provider: Provider,
  { sessionToken, ...shown }: Shown & { readonly sessionToken: string | undefined },
): Promise<string | Refusal<'sign_in_unknown'>> {
  const interaction = await findInteraction(context, provider, shown);
  const clientId = interaction?.params['client_id'];
  const application =
    typeof clientId === 'string' ? await findOidcApplication(context.database, context.company.id, clientId) : null;
  if (interaction === null || application === null) {
    await audit(context, origin, { action: 'oidc-request', outcome: 'refused', details: { code: 'sign_in_unknown' } });
    return refuse('sign_in_unknown', UNKNOWN_INTERACTION);
  }
  const now = context.now();
  const { requestMaximumAgeSeconds } = applicationConfigurationSchema.parse(application.settings);
  const row = {
    companyId: context.company.id,
    applicationId: application.id,
    acsUrl: `${context.publicUrl}${interactionPath(interaction.uid)}/finish`,
    relayState: null,
    nameIdFormat: null,
    forceAuthentication: await asksForFreshSignIn(context, interaction.params, sessionToken),
    mode: signInModeOf(context, application),
    personId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + requestMaximumAgeSeconds * 1000),
    completedAt: null,
    interactionId: interaction.uid,
    isUnsolicited: false,
  };
  const arrival = arrivalFor(context, origin, 'oidc');
  // The page may be opened again with the back button, and then by another person: anyone who is bound to a sign-in keeps it.
  for (let people = 0; people < PEOPLE_OF_AN_INTERACTION; people += 1) {
    const requestId = `${interaction.uid} ${people}`;
    const loginMarker = await notingIfPossible(context, arrival, (note) =>
      openPendingSignIn(context.database, { ...row, id: randomUUID(), requestId }, note),
    );
    if (loginMarker !== null) return loginMarker;
  }
  return refuse('sign_in_unknown', 'This sign-in was opened too often. Open your work application again.');
}

/** How many people may begin with one request of an application, one after the other in one browser. */
const PEOPLE_OF_AN_INTERACTION = 10;

/** `prompt=login`, or a `max_age` that this browser's session is too old for. `max_age=0` asks always. */
async function asksForFreshSignIn(
  { database, company, now }: ServerContext,
  parameters: Readonly<Record<string, unknown>>,
  sessionToken: string | undefined,
): Promise<boolean> {
  const { prompt } = parameters;
  if (typeof prompt === 'string' && prompt.split(' ').includes('login')) return true;
  const maximumAgeMs = maximumAgeOf(parameters);
  if (maximumAgeMs === null) return false;
  if (!(maximumAgeMs > 0) || sessionToken === undefined) return true;
  const signedIn = await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (signedIn?.session.reach !== 'whole') return true;
  return now().getTime() - signedInAt(signedIn.session).getTime() > maximumAgeMs;
}

/** @returns null: the application did not say; NaN, which is never young enough, for what is no number */
function maximumAgeOf({ max_age: seconds }: Readonly<Record<string, unknown>>): number | null {
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** What the gate's page posts. */
interface Finishing {
  readonly interaction: Interaction;
  readonly handle: string;
}

/**
 * Ends the interaction of a person whom the gate has let through a moment ago.
 * @param handle what the gate gave the page: it works once, for this browser's sign-in, for a minute
 * @returns where the browser goes to be given its code
 */
export async function finishOidcSignIn(
  context: ServerContext,
  provider: Provider,
  given: Finishing & { readonly session: WebSession },
): Promise<string | Refusal<'sign_in_unknown'>> {
  const grantId = hashToken(given.handle);
  const { interaction } = given;
  const taking = {
    companyId: context.company.id,
    assertionId: grantId,
    sessionIndex: interaction.uid,
    webSessionId: given.session.id,
    now: context.now(),
  };
  const judged = await findJudged(context.database, taking);
  if (judged === null || !isFor(judged.issued, taking)) {
    if (await isFinishedBy(context, interaction, grantId, given.session)) return interaction.returnTo;
    return refuse('sign_in_unknown', 'This sign-in is over, or was finished before.');
  }
  // Another session of the same person may have taken the place of the one that was young enough.
  const maximumAgeMs = maximumAgeOf(interaction.params) ?? Number.POSITIVE_INFINITY;
  if (signedInAt(given.session).getTime() + 1000 < interaction.iat * 1000 - maximumAgeMs) {
    return refuse('sign_in_unknown', 'The application asks for a newer sign-in than this one.');
  }
  const clientId = String(interaction.params['client_id']);
  const application = await findOidcApplication(context.database, context.company.id, clientId);
  if (application === null)
    return refuse('sign_in_unknown', 'This application was switched off. Ask your administrator.');
  if (!mayLeaveFor(application, interaction.params['redirect_uri'])) {
    return refuse('sign_in_unknown', 'This application has another address by now. Open it again.');
  }
  // Nothing the person did: a policy has come, a computer was blocked, or the page took too long. The gate is asked again, and says why.
  const issued = judged.isSame ? await finishIssuedAssertion(context.database, taking) : null;
  if (issued === null) {
    const isTwice = await isFinishedBy(context, interaction, grantId, given.session);
    return isTwice ? interaction.returnTo : interactionPath(interaction.uid);
  }
  const grant = new provider.Grant({ accountId: issued.personId, clientId });
  grant.jti = grantId;
  const { scope } = interaction.params;
  grant.addOIDCScope(typeof scope === 'string' ? scope : 'openid');
  await grant.save();
  // Who came from an identity provider that says when may have signed in there long before; some say nothing of it.
  const there = signedInAt(given.session).getTime();
  const statedAt = Math.floor((there > 0 ? there : given.session.authenticatedAt.getTime()) / 1000);
  const isFactor = isDeviceTheFactor(context, application, { mode: signInModeOf(context, application) });
  const session = isFactor ? given.session : withoutDevice(given.session);
  const acr = statedClassOf(session, issued.evidence);
  const login = { accountId: issued.personId, ts: statedAt, amr: amrOf(session, issued.evidence), acr };
  await keepAnswer(context, grantId, null);
  return endInteraction(interaction, passedResult(login, grantId, given.session.id));
}

/** Whether the same session has posted this before, or posts it twice at once: it is answered again. */
async function isFinishedBy(
  { database, company }: ServerContext,
  { uid }: Interaction,
  grantId: string,
  session: WebSession,
): Promise<boolean> {
  const issued = await findStandingAssertion(database, company.id, grantId);
  return issued?.webSessionId === session.id && issued.sessionIndex === finishedIndex(uid);
}

/**
 * Ends the interaction of a person who could not sign in as the application wants.
 * @param handle what the sign-in's page posts, once
 * @returns where the browser goes with the error; null: the handle stands for no such end
 */
export async function declineOidcSignIn(
  context: ServerContext,
  { interaction, handle }: Finishing,
): Promise<string | null> {
  const error = await takeDeclined(context, handle, interaction.uid);
  return error === null ? null : endInteraction(interaction, { error });
}

/** @returns where the browser is told what came of it */
async function endInteraction(interaction: Interaction, result: InteractionResults): Promise<string> {
  interaction.result = result;
  await interaction.persist();
  return interaction.returnTo;
}

/** The provider looked at the address when the request came; an administrator may have taken it out since. */
function mayLeaveFor({ oidcClient }: Application, address: unknown): boolean {
  return oidcClientSchema.parse(oidcClient).redirectUris.some((uri) => uri === address);
}

const AMR: { readonly [factor in WebSession['factors'][number]]: readonly string[] } = {
  password: ['pwd'],
  upstream: ['fed'],
  'upstream-mfa': ['fed', 'mfa'],
  totp: ['otp', 'mfa'],
  passkey: ['hwk', 'user', 'mfa'],
  'recovery-code': ['otp', 'mfa'],
  device: ['swk', 'mfa'],
};

/** How the person proved who they are (RFC 8176). */
function amrOf({ factors }: WebSession, evidence: DeviceEvidence): string[] {
  const proven = factors.filter((factor) => factor !== 'device' || isByOwnKey(evidence));
  return [...new Set(proven.flatMap((factor) => AMR[factor]))];
}
