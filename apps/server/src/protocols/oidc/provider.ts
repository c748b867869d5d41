import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Provider, interactionPolicy, type Configuration, type JWK } from 'oidc-provider';
import * as z from 'zod';
import { authenticate } from '../../operations/crypto/tokens.ts';
import { loadServerKey } from '../../operations/crypto/server-keys.ts';
import { findPerson, findWebSessionById } from '../../repositories/people.ts';
import { findStandingAssertion } from '../../repositories/issued-assertions.ts';
import { fetchFor } from '../../operations/outgoing/fetch-for.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { upstreamOf } from '../../context/sign-in-method.ts';
import { hasPassedGate, OIDC_PATH, readPassed } from './gate-passed.ts';
import {
  answeredSetCookie,
  browserSetCookie,
  INTERACTION_LIFE_S,
  LIBRARY_COOKIES,
  oidcBrowserCookie,
  readOidcBrowser,
  tieToBrowser,
} from './interaction-browser.ts';
import { ANSWER_LIFE_S, keepAnswer } from './kept-answers.ts';
import { createRecordStore } from './oidc-records.ts';
import { refuseLongParameters } from './parameter-sizes.ts';

const generate = promisify(generateKeyPair);
/** Under which an answer knows the browser that it is for, and the grant that it comes of. */
const [BROWSER, GRANT] = ['vestibuleBrowser', 'vestibuleGrant'] as const;

/** Answers a request that cannot be acted on. */
export type RenderError = NonNullable<Configuration['renderError']>;

/**
 * Makes the OpenID Connect provider of one company. Its issuer is `{gate}/oidc`.
 * @param renderError null: of a provider that answers no browser
 */
export async function createOidcProvider(context: ServerContext, renderError: RenderError | null): Promise<Provider> {
  const provider = new Provider(`${context.publicUrl}${OIDC_PATH}`, {
    adapter: createRecordStore(context),
    jwks: { keys: [await loadSigningKey(context)] },
    findAccount: (_koa, personId, token) => findAccount(context, personId, token?.grantId),
    claims: {
      openid: ['sub', 'acr', 'amr', 'authenticating_authority', 'device_standing', 'device_evidence'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
      groups: ['groups'],
      auth_time: null,
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    // Simple clients look into the ID token only.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: (_koa, client) => client.clientAuthMethod === 'none' || client['requires_pkce'] === true },
    extraClientMetadata: { properties: ['requires_pkce'] },
    // No parameter more: the library has no other place to look at those it knows before it keeps them.
    extraParams: { state: refuseLongParameters },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      backchannelLogout: { enabled: true },
      userinfo: { enabled: true },
    },
    interactions: {
      url: async (koa, { uid }) => {
        const shown = readOidcBrowser(koa.cookies.get(oidcBrowserCookie(context), { signed: false }));
        koa.state[BROWSER] = await tieToBrowser(context, uid, shown);
        return `${OIDC_PATH}/interaction/${uid}`;
      },
      policy: createPolicy(),
    },
    // No scope offline_access, and so no refresh tokens: every new token would be a way in that no one asks at the gate.
    // Sessions are not kept here: codes and tokens end by themselves, within minutes.
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: 300,
      AuthorizationCode: ANSWER_LIFE_S,
      IdToken: 300,
      Interaction: INTERACTION_LIFE_S,
      Grant: 900,
      Session: 900,
    },
    cookies: {
      keys: [authenticate(context.secret, 'oidc-cookies', context.company.id)],
      names: LIBRARY_COOKIES,
      // Written by us, for the library to read.
      short: { signed: false },
    },
    // Its own dispatcher would look at addresses too late, and by rules of its own.
    fetch: fetchFor(context),
    ...(renderError === null ? {} : { renderError }),
    clientBasedCORS: () => false,
  } satisfies Configuration);
  provider.proxy = true;
  provider.use(async (koa, next) => {
    await next();
    // Its own would be taken from any host of the same site, and let go on who began elsewhere.
    koa.remove('Set-Cookie');
    const browser: unknown = koa.state[BROWSER];
    if (typeof browser === 'string') koa.set('Set-Cookie', browserSetCookie(context, browser));
    const grantId: unknown = koa.state[GRANT];
    const location = koa.response.get('Location');
    if (typeof grantId === 'string' && location !== '') {
      await keepAnswer(context, grantId, location);
      koa.append('Set-Cookie', answeredSetCookie(context, /[\w-]+$/.exec(koa.path)?.[0] ?? ''));
    }
    if (koa.path.endsWith('/.well-known/openid-configuration')) koa.body = describeTruly(koa.body);
  });
  return provider;
}

const discoverySchema = z.looseObject({ claims_supported: z.array(z.string()) });

/**
 * The description of the provider without what the library adds by itself and is not there: applications are told of a
 * person's sign-out, and of no session's, since what the gate keeps of a session gives nothing to name it by.
 */
function describeTruly(body: unknown): unknown {
  const described = discoverySchema.safeParse(body);
  if (!described.success) return body;
  const { claims_supported: claims, ...rest } = described.data;
  return {
    ...rest,
    claims_supported: claims.filter((claim) => claim !== 'sid'),
    backchannel_logout_session_supported: false,
  };
}

/** Each request asks at the gate. */
function createPolicy() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const gate = new Check('gate', 'The device check is required.', 'interaction_required', ({ oidc, state }) => {
    // Who was blocked since then has no account any more, and the library expects one.
    if (!hasPassedGate(oidc.result) || oidc.account === undefined) return Check.REQUEST_PROMPT;
    state[GRANT] = readPassed(oidc.result)?.grantId;
    return Check.NO_NEED_TO_PROMPT;
  });
  policy.get('login')?.checks.add(gate);
  return policy;
}

/** @param grantId of the code or token that is shown; none while the browser is on its way back to the application */
async function findAccount(context: ServerContext, personId: string, grantId: string | undefined) {
  const { database, company } = context;
  const person = await findPerson(database, company.id, personId);
  if (person === null || person.disabledAt !== null) return undefined;
  const issued = grantId === undefined ? null : await findStandingAssertion(database, company.id, grantId);
  const found =
    issued === null ? null : await findWebSessionById(database, company.id, issued.webSessionId, context.now());
  // Signed out meanwhile, or their leave taken back: what was handed out a moment ago gives nothing any more.
  if (grantId !== undefined && found === null) return undefined;
  return {
    accountId: person.id,
    claims: async () => ({
      sub: person.id,
      name: person.displayName,
      preferred_username: person.login,
      email: person.email,
      groups: person.groups,
      // Who signed the person in for us; absent where that was here.
      authenticating_authority: found === null ? undefined : upstreamOf(found.session)?.issuer,
      device_standing: issued?.standing ?? 'not-checked',
      device_evidence: issued?.evidence ?? 'none',
    }),
  };
}

async function loadSigningKey(context: ServerContext): Promise<JWK> {
  const { database, masterKey, company } = context;
  const text = await loadServerKey(database, masterKey, `oidc ${company.id}`, async () => {
    const { privateKey } = await generate('rsa', { modulusLength: 2048 });
    return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' });
  });
  return JSON.parse(text) as JWK;
}
