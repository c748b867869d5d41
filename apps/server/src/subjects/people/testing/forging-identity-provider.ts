import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { CLIENT, listen } from './oidc-identity-provider.ts';

type Json = Record<string, unknown>;

export interface Forgery {
  readonly header?: Json;
  readonly claims?: Json;
  /** How the ID token is signed; honestly when absent. */
  readonly signing?: 'none' | 'client-secret' | 'other-key' | 'public-key-as-secret';
  /** Members of the token answer, in place of the usual ones. */
  readonly answer?: Json;
  /** What the discovery document says of itself. */
  readonly metadata?: Json;
}

export interface ForgingIdentityProvider {
  readonly issuer: string;
  forge(forgery: Forgery): void;
  /** Requests to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
  close(): Promise<void>;
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * An identity provider that says whatever the test wants: the token endpoint asks for nothing.
 * @param now the clock of the server that is tested
 */
export async function startForgingIdentityProvider(now: () => Date): Promise<ForgingIdentityProvider> {
  const tokenRequests: URLSearchParams[] = [];
  const state: { issuer: string; forgery: Forgery } = { issuer: '', forgery: {} };
  const server = createServer((request, response) => {
    void answer(request).then((body) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    );
  });

  async function answer(request: IncomingMessage): Promise<Json> {
    const { url = '' } = request;
    const { issuer, forgery } = state;
    if (url.startsWith('/.well-known/')) return { ...metadataOf(issuer), ...forgery.metadata };
    if (url === '/jwks') return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] };
    tokenRequests.push(new URLSearchParams(await text(request)));
    return {
      access_token: 'access',
      token_type: 'Bearer',
      id_token: createIdToken(issuer, forgery, now()),
      ...forgery.answer,
    };
  }

  state.issuer = await listen(server);
  return {
    issuer: state.issuer,
    tokenRequests,
    forge: (forgery) => {
      state.forgery = forgery;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  };
}

function createIdToken(issuer: string, { header, claims, signing }: Forgery, at: Date): string {
  const now = Math.floor(at.getTime() / 1000);
  const algorithm = signing === 'none' ? 'none' : signing === undefined || signing === 'other-key' ? 'RS256' : 'HS256';
  const parts = [
    { alg: algorithm, kid: 'one', ...header },
    { iss: issuer, aud: CLIENT.id, sub: 'subject-1', iat: now, exp: now + 300, ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = parts.join('.');
  return `${signed}.${signatureOf(signed, signing)}`;
}

function signatureOf(signed: string, signing: Forgery['signing']): string {
  switch (signing) {
    case 'none':
      return '';
    case 'client-secret':
      return createHmac('sha256', CLIENT.secret).update(signed).digest('base64url');
    case 'public-key-as-secret':
      return createHmac('sha256', keys.publicKey.export({ type: 'spki', format: 'pem' }))
        .update(signed)
        .digest('base64url');
    case 'other-key':
      return sign('sha256', Buffer.from(signed), others.privateKey).toString('base64url');
    default:
      return sign('sha256', Buffer.from(signed), keys.privateKey).toString('base64url');
  }
}
