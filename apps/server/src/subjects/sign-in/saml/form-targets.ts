import { applicationConfigurationSchema, isProtectedTarget } from '@vestibule/contracts';
import { OIDC_PATH } from '../../../protocols/oidc/gate-passed.ts';
import { oidcClientSchema } from '../../../protocols/oidc/oidc-client.ts';
import { findUnstorableText } from '../../../database/unstorable-text.ts';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import { findInteractionTarget, findOidcApplication } from '../../../repositories/oidc-applications.ts';
import { findWebSession } from '../../../repositories/people.ts';
import { findOpenPendingSignIns, findPendingSignIn } from '../../../repositories/pending-sign-ins.ts';
import { secondStepRecordSchema } from '../../../protocols/entra/record.ts';
import type { OwnSignIn } from '../../people/own-sign-in.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/**
 * Where a sign-in may lead without TLS, as a Content Security Policy has it. Browsers hold the redirects after a post to the
 * policy as well: an OpenID Connect application counts too, and one at https may lead on to a page of its own host without
 * (behind a proxy it often does not know better), or to a program that its settings name. What is posted goes to the registered address alone.
 */
export async function findFormTargets(context: ServerContext, loginMarker: string): Promise<readonly string[]> {
  const found = await findPendingSignIn(context.database, context.company.id, loginMarker);
  return found === null ? [] : targetsOf(context, found);
}

/** More sign-ins than one browser has open are not looked at. */
const OPEN_SIGN_INS_MAXIMUM = 10;

/**
 * The same of every sign-in that a session has open: its pages remember theirs, and are opened again without its name.
 * @param sessionToken of the browser's cookie
 */
export async function findFormTargetsOfSession(
  context: ServerContext,
  sessionToken: string,
): Promise<readonly string[]> {
  const { database, company, now } = context;
  const found = await findWebSession(database, company.id, hashToken(sessionToken), now());
  if (found === null) return [];
  const owner = { personId: found.person.id, webSessionId: found.session.id };
  const open = await findOpenPendingSignIns(database, company.id, owner, now(), OPEN_SIGN_INS_MAXIMUM);
  const targets = await Promise.all(open.map((signIn) => targetsOf(context, signIn)));
  return [...new Set(targets.flat())];
}

/**
 * The same of a page by which the OpenID Connect provider itself posts its answer (`response_mode=form_post`).
 * @param address of the request: of a first request, which names its client, or of one that goes on, which names its interaction
 */
export async function findFormTargetsOfProvider(
  { database, company }: ServerContext,
  address: URL,
): Promise<readonly string[]> {
  const interactionId = address.pathname.slice(`${OIDC_PATH}/auth/`.length);
  if (interactionId !== '') {
    const target = await findInteractionTarget(database, company.id, interactionId);
    return target === null ? [] : formTargetsOf([target]);
  }
  if (address.searchParams.get('response_mode') !== 'form_post') return [];
  const [clientId, redirectUri] = ['client_id', 'redirect_uri'].map((name) => address.searchParams.get(name) ?? '');
  const wanted = formTargetsOf([redirectUri ?? '']);
  // A name that no database keeps is no one's.
  if (wanted.length === 0 || clientId === undefined || findUnstorableText(clientId, []) !== null) return [];
  const application = await findOidcApplication(database, company.id, clientId);
  const registered = formTargetsOf(oidcClientSchema.safeParse(application?.oidcClient).data?.redirectUris ?? []);
  return wanted.filter((source) => registered.includes(source));
}

async function targetsOf(context: ServerContext, { pending, application }: OwnSignIn): Promise<readonly string[]> {
  const { database, company } = context;
  const programs = applicationConfigurationSchema.parse(application.settings).leadsOnTo.map((scheme) => `${scheme}:`);
  switch (application.protocol) {
    case 'saml':
      return [...formTargetsOf([pending.acsUrl]), ...programs];
    case 'oidc': {
      const target = await findInteractionTarget(database, company.id, pending.interactionId ?? '');
      return target === null ? [] : [...formTargetsOf([target]), ...programs];
    }
    case 'second-step':
      return formTargetsOf(secondStepRecordSchema.parse(application.oidcClient).redirectUris);
    default:
      return application.protocol satisfies never;
  }
}

/** The same of registered addresses: an old one without TLS that is not of this very computer leads nowhere. */
function formTargetsOf(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.filter(isProtectedTarget).flatMap(httpSourceOf))];
}

/** Where an address may lead without TLS, as a source of a policy: one at https, to its own host. */
export function httpSourceOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, hostname, origin } = new URL(address);
  // A policy has no words for an address of IPv6; none is registered.
  if (hostname.startsWith('[')) return [];
  return protocol === 'http:' ? [origin] : [`http://${hostname}:*`];
}
