import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Provider, interactionPolicy, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { authenticate } from '../crypto/tokens.ts';
import { loadServerKey } from '../crypto/server-keys.ts';
import { findPerson, findWebSessionById } from '../repositories/people.ts';
import { findIssuedAssertion, type IssuedAssertion } from '../repositories/issued-assertions.ts';
import type { ServerContext } from '../services/server-context.ts';
import { upstreamOf } from '../services/sign-in-method.ts';
import { hasPassedGate, OIDC_PATH } from './gate-passed.ts';
import { createRecordStore } from './oidc-records.ts';
import { renderOidcError } from './render-error.ts';

const generate = promisify(generateKeyPair);

/** Makes the OpenID Connect provider of one company. Its issuer is `{gate}/oidc`. */
export async function createOidcProvider(context: ServerContext): Promise<Provider> {
  const provider = new Provider(`${context.publicUrl}${OIDC_PATH}`, {
    adapter: createRecordStore(context),
    jwks: { keys: [await loadSigningKey(context)] },
    findAccount: async (koa, personId) => findAccount(context, koa, personId),
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
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    interactions: {
      url: (_koa, interaction) => `${OIDC_PATH}/interaction/${interaction.uid}`,
      policy: createPolicy(),
    },
    // No refresh tokens: every new token would be a way in that nobody asks at the gate.
    issueRefreshToken: async () => false,
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 3600, Grant: 900, Session: 900 },
    cookies: {
      keys: [authenticate(context.secret, 'oidc-cookies', context.company.id)],
      names: { session: 'vestibule-oidc', interaction: 'vestibule-oidc-step', resume: 'vestibule-oidc-resume' },
      short: { path: '/', httpOnly: true, sameSite: 'lax' },
      long: { path: '/', httpOnly: true, sameSite: 'lax' },
    },
    renderError: renderOidcError,
    clientBasedCORS: () => false,
  } satisfies Configuration);
  provider.proxy = true;
  return provider;
}

/** Whatever sessions the provider itself remembers: each request asks at the gate. */
function createPolicy() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const gate = new Check('gate', 'The device check is required.', 'interaction_required', ({ oidc }) =>
    hasPassedGate(oidc.result) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  policy.get('login')?.checks.add(gate);
  return policy;
}

async function findAccount(context: ServerContext, koa: KoaContextWithOIDC, personId: string) {
  const person = await findPerson(context.database, context.company.id, personId);
  if (person === null || person.disabledAt !== null) return undefined;
  return {
    accountId: person.id,
    claims: async () => {
      const grantId = koa.oidc.entities.Grant?.jti;
      const issued =
        grantId === undefined ? null : await findIssuedAssertion(context.database, context.company.id, grantId);
      return {
        sub: person.id,
        name: person.displayName,
        preferred_username: person.login,
        email: person.email,
        groups: person.groups,
        authenticating_authority: await findAuthority(context, issued),
        device_standing: issued?.standing ?? 'not-checked',
        device_evidence: issued?.evidence ?? 'none',
      };
    },
  };
}

/** Who signed the person in for us; absent where that was here. */
async function findAuthority(context: ServerContext, issued: IssuedAssertion | null): Promise<string | undefined> {
  const { database, company } = context;
  const found =
    issued === null ? null : await findWebSessionById(database, company.id, issued.webSessionId, context.now());
  return found === null ? undefined : upstreamOf(found.session)?.issuer;
}

async function loadSigningKey(context: ServerContext): Promise<JWK> {
  const { database, masterKey, company } = context;
  const text = await loadServerKey(database, masterKey, `oidc ${company.id}`, async () => {
    const { privateKey } = await generate('rsa', { modulusLength: 2048 });
    return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' });
  });
  return JSON.parse(text) as JWK;
}
