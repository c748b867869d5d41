import {
  type AccessTokenScope,
  ACCOUNT_PATHS,
  ADMIN_ROLES,
  type AdminRole,
  type Call,
  CALLS,
  HEADERS,
  xsrfTokensIn,
} from '@vestibule/contracts';
import type { Who } from '../../repositories/audit-words.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { findTokenCaller, findTokenCallerToJudge, type TokenCaller } from '../../repositories/access-tokens.ts';
import { findWebSession, isOfDisabledPerson } from '../../repositories/people.ts';
import { findAdminToken, touchAdminToken } from '../../repositories/admin-tokens.ts';
import { findRole } from '../../repositories/roles.ts';
import { touchWebSession } from '../../repositories/web-sessions.ts';
import { type Administrator, whoIs } from '../../subjects/audit/acting.ts';
import { roleOfToken } from '../../subjects/audit/standing.ts';
import type { Caller } from '../../context/caller.ts';
import { whyProofIsTooOld } from '../../subjects/people/factors/proof.ts';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { isXsrfTokenRight, readSessionToken } from './cookies.ts';
import { mayCall } from './second-step-calls.ts';

const DISABLED = 'This account was disabled by support.';

export interface Authenticated {
  readonly caller: Caller | Administrator | undefined;
  readonly accessToken: string;
  /** Of the company, where the question who calls has read it. */
  readonly generation?: number;
}

interface BySession extends Authenticated {
  readonly caller: Caller;
  readonly generation: number;
}

/** Finds out who calls, the way the contract asks for. */
export async function authenticateCall(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  const { authentication } = call;
  switch (authentication) {
    case 'none':
      return isForeignWrite(context, call, request)
        ? refuse('request_malformed', 'This call is taken from this site’s own pages only.')
        : { caller: undefined, accessToken: '' };
    case 'signed-url':
    case 'device-key':
      return { caller: undefined, accessToken: '' };
    case 'session':
    case 'first-factor':
      return authenticateBySession(context, call, request);
    case 'session-or-token':
      return request.headers.authorization === undefined
        ? authenticateBySession(context, call, request)
        : authenticateByToken(context, call, ['device-v2'], request);
    case 'optional':
      return authenticateOptionally(context, call, request);
    default:
      return 'role' in authentication
        ? asAuthenticated(await authenticateAdministrator(context, call, authentication.role, request))
        : authenticateByToken(context, call, authentication.scopes, request);
  }
}

async function authenticateBySession(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<BySession | AdministratorRefusal> {
  const token = readSessionToken(context, request);
  const tokenHash = token === undefined ? null : hashToken(token);
  const found =
    tokenHash === null ? null : await findWebSession(context.database, context.company.id, tokenHash, context.now());
  if (found === null) {
    return (await isOfBlocked(context, tokenHash === null ? null : { tokenHash }))
      ? refuse('account_disabled', DISABLED)
      : refuse('not_signed_in', 'No one is signed in.');
  }
  if (found.session.awaits === 'second-factor' && call.authentication !== 'first-factor') {
    return refuse('not_signed_in', 'The second factor is still missing.');
  }
  if (!mayCall(found.session, call)) {
    return refuse('not_signed_in', 'The identity provider vouched for this person, for its own request only.');
  }
  if (found.person.disabledAt !== null) return { ...refuse('account_disabled', DISABLED), by: found.person };
  if (call.method !== 'GET' && !isXsrfProtected(context, found.session.id, request)) {
    const refusal = refuse('xsrf_token_wrong', `The ${HEADERS.xsrf} header is missing or not of this session.`);
    return { ...refusal, by: found.person };
  }
  if (call.isSameSiteOnly === true && isForeign(context, request)) {
    return refuse('not_signed_in', 'This call is taken from this site’s own pages only.');
  }
  await touchWebSession(context.database, found.session, context.now());
  const { generation, ...signedIn } = found;
  return { caller: { ...signedIn, accessToken: null }, accessToken: '', generation };
}

async function authenticateByToken(
  context: ServerContext,
  call: Call,
  scopes: readonly AccessTokenScope[],
  request: FastifyRequest,
  schemes: readonly string[] = ['JWT'],
): Promise<BySession | Refusal> {
  const [scheme = '', token] = (request.headers.authorization ?? '').split(' ');
  const now = context.now();
  const shown =
    schemes.includes(scheme) && token !== undefined ? await findByAccessToken(context, call, token, request) : null;
  const accessToken = shown?.accessToken ?? null;
  const found = shown?.signedIn ?? null;
  if (shown === null || accessToken === null || found === null || token === undefined) {
    return (await isOfBlocked(context, accessToken === null ? null : { id: accessToken.webSessionId }))
      ? refuse('account_disabled', DISABLED)
      : refuse('access_token_wrong', 'The access token is missing, unknown or over.');
  }
  if (!scopes.some((scope) => scope === accessToken.scope)) {
    return refuse('access_token_scope', `This call takes a token of scope ${scopes.join(' or ')}.`);
  }
  if (found.session.awaits === 'second-factor') return refuse('access_token_wrong', 'The second factor is missing.');
  if (!mayCall(found.session, call)) return refuse('access_token_wrong', 'This sign-in does not reach so far.');
  if (found.person.disabledAt !== null) return refuse('account_disabled', DISABLED);
  await touchWebSession(context.database, found.session, now);
  const { generation, ...signedIn } = found;
  return {
    caller: { ...signedIn, accessToken, named: shown.named, toJudge: shown.toJudge },
    accessToken: token,
    generation,
  };
}

const namingSchema = z.object({ sessionId: z.optional(z.unknown()), loginMarker: z.optional(z.unknown()) });
const idSchema = z.uuid();
const idOf = (named: unknown): string | null => (named === undefined ? null : (idSchema.safeParse(named).data ?? null));

/** What the call itself makes of its address is read later: here it only saves questions. */
async function findByAccessToken(
  { database, company, now }: ServerContext,
  call: Call,
  token: string,
  { query }: FastifyRequest,
): Promise<(TokenCaller & Pick<Caller, 'toJudge'>) | null> {
  const named = namingSchema.parse(query);
  const deviceSessionId = idOf(named.sessionId);
  const shown = { companyId: company.id, tokenHash: hashToken(token), deviceSessionId };
  return call.path === CALLS.checkResult.path && deviceSessionId !== null
    ? findTokenCallerToJudge(database, { ...shown, signInId: idOf(named.loginMarker) }, now())
    : findTokenCaller(database, shown, now());
}

/** A page that is open while its person is blocked says so, instead of sending them to sign in in vain. */
async function isOfBlocked(
  { database, company }: ServerContext,
  session: Parameters<typeof isOfDisabledPerson>[2] | null,
): Promise<boolean> {
  return session !== null && isOfDisabledPerson(database, company.id, session);
}

/**
 * No one is fine, and a blocked person is no one: the page that tells them so shows what anybody may see. A token that is
 * sent has to be right, whatever its scheme is called.
 */
async function authenticateOptionally(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<Authenticated | Refusal> {
  if (request.headers.authorization !== undefined) {
    return authenticateByToken(context, call, ['device-v2', 'device-v2-restricted'], request, ['JWT', 'Bearer']);
  }
  const session = await authenticateBySession(context, call, request);
  const isNobody = 'refused' in session && ['not_signed_in', 'account_disabled'].includes(session.refused);
  return isNobody ? { caller: undefined, accessToken: '' } : session;
}

const SECOND_FACTORS: readonly string[] = ['totp', 'passkey', 'recovery-code', 'upstream-mfa'];

function asAuthenticated(caller: Administrator | Refusal): Authenticated | Refusal {
  return 'refused' in caller ? caller : { caller, accessToken: '' };
}

/** Why someone may not make an admin call. */
export interface AdministratorRefusal extends Refusal {
  /** Who they are, for the audit log; undefined: no one knows. */
  readonly by?: Who;
}

/** Someone with at least this role: a person with a second factor, or a token of the company. */
export async function authenticateAdministrator(
  context: ServerContext,
  call: Call,
  wanted: AdminRole,
  request: FastifyRequest,
): Promise<Administrator | AdministratorRefusal> {
  const administrator = await findAdministrator(context, call, request);
  if ('refused' in administrator) return administrator;
  const { role, personId } = administrator;
  const by = whoIs(administrator);
  if (ADMIN_ROLES.indexOf(role) < ADMIN_ROLES.indexOf(wanted)) {
    return { ...refuse('role_missing', `This call is for the role ${wanted}.`), by };
  }
  return call.refusesTokens === true && personId === null
    ? {
        ...refuse(
          'role_missing',
          'No token does this, not even that of a command line that is signed in. Do it in the console, or on the server.',
        ),
        by,
      }
    : administrator;
}

async function findAdministrator(
  context: ServerContext,
  call: Call,
  request: FastifyRequest,
): Promise<Administrator | AdministratorRefusal> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme === 'Bearer' && token !== undefined) return findByToken(context, token);
  const session = await authenticateBySession(context, call, request);
  if ('refused' in session) return session;
  const { person, session: webSession } = session.caller;
  const role = await findRole(context.database, context.company.id, person.id);
  const by = person;
  if (role === null) return { ...refuse('role_missing', 'This person runs nothing here.'), by };
  if (!webSession.factors.some((factor) => SECOND_FACTORS.includes(factor))) {
    return { ...refuse('second_factor_missing', 'Sign in with a code or a passkey: this takes a second factor.'), by };
  }
  const behind = {
    kind: 'person',
    companyId: person.companyId,
    personId: person.id,
    sessionId: webSession.id,
    cookieHash: webSession.tokenHash,
  } as const;
  const stale = call.needsFreshProof === true ? await whyProofIsTooOld(context, session.caller) : null;
  return {
    name: person.login,
    role: role.role,
    reach: role.reach,
    personId: person.id,
    behind,
    ...(stale === null ? {} : { staleProof: sayHowToProve(context, stale) }),
  };
}

/** There is no page of administration that asks for it. */
function sayHowToProve({ publicUrl }: ServerContext, { refused }: Refusal<'proof_too_old'>): Refusal<'proof_too_old'> {
  return refuse(
    refused,
    `Prove again that it is you: POST ${CALLS.giveSecondFactor.path} with a code or a passkey, or sign out at ${publicUrl}${ACCOUNT_PATHS.sessionStatus} and in again. It counts for 15 minutes.`,
  );
}

/** What a token may do is asked of its owner at every call: it ends with their role. */
async function findByToken(context: ServerContext, secret: string): Promise<Administrator | AdministratorRefusal> {
  const { database, company, now } = context;
  const found = await findAdminToken(database, company.id, hashToken(secret), now());
  if (found === null) return refuse('not_signed_in', 'The token is unknown, over or was revoked.');
  const { token, owner } = found;
  const name = `token ${token.name}`;
  const role = roleOfToken(found, company);
  if (role === null) {
    return {
      ...refuse('not_signed_in', 'Who made this token has no role here any more, or is blocked.'),
      by: { id: null, login: name },
    };
  }
  await touchAdminToken(database, token, now());
  const behind =
    owner === null
      ? ({ kind: 'server' } as const)
      : ({ kind: 'person', companyId: owner.companyId, personId: owner.personId, sessionId: null } as const);
  return { name, role, reach: 'company', personId: null, behind, tokenId: token.id };
}

function isXsrfProtected(context: ServerContext, sessionId: string, request: FastifyRequest): boolean {
  const header = request.headers[HEADERS.xsrf.toLowerCase()];
  if (typeof header !== 'string') return false;
  // Another host of the domain may have set cookies of this name: a page sends them all, and one of them is of this session.
  const shown = new Set(xsrfTokensIn(request.headers.cookie ?? '').split(','));
  const isOne = header.split(',').some((token) => shown.has(token) && isXsrfTokenRight(context, sessionId, token));
  return isOne && !isForeign(context, request);
}

function isForeignWrite(context: ServerContext, call: Call, request: FastifyRequest): boolean {
  return call.method !== 'GET' && isForeign(context, request);
}

/** True when the browser itself says that another site's page sent this. */
function isForeign(context: ServerContext, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.origin;
  return origin !== undefined && origin !== context.publicUrl;
}
