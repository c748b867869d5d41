import { createHmac, generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { importX509, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { freePort } from './free-port.ts';

export const TENANT = '7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10';
/** The application that stands for Vestibule in the tenant. */
export const APP_ID = '2f3d5a67-7441-4f1e-aa92-e77ca6b5a5ca';
export const REDIRECT_URI = 'https://login.microsoftonline.com/common/federation/externalauthprovider';

/** What Entra ID asks for, as its reference shows it. */
export const CLAIMS = {
  id_token: {
    acr: { essential: true, values: ['possessionorinherence'] },
    amr: {
      essential: true,
      values: ['face', 'fido', 'fpt', 'hwk', 'iris', 'otp', 'pop', 'retina', 'sc', 'sms', 'swk', 'tel', 'vbm'],
    },
  },
};

export interface HintChanges {
  readonly claims?: Record<string, unknown>;
  readonly algorithm?: 'RS256' | 'HS256' | 'none';
  /** Signed with a key that the tenant does not publish. */
  readonly isForged?: boolean;
}

export interface EntraUser {
  readonly sub: string;
  readonly oid: string;
  readonly name: string;
  readonly preferred_username: string;
  readonly email?: string;
  /** Whether the owner of the domain of the address is verified. */
  readonly xms_edov?: boolean;
  readonly groups?: readonly string[];
}

/** Ours, as the tenant's administrator entered it. */
export interface Method {
  readonly clientId: string;
  readonly discovery: string;
}

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  jwks_uri: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
});
const keysSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), x5c: z.array(z.string()).min(1), x5t: z.string() })),
});

/** A tenant of Entra ID as its reference describes it: its own keys, hints that are over already, and strict about answers. */
export class EntraTenant {
  readonly issuer: string;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #now: () => Date;
  readonly #close: () => Promise<void>;

  private constructor(origin: string, now: () => Date, close: () => Promise<void>) {
    this.issuer = `${origin}/${TENANT}/v2.0`;
    this.#now = now;
    this.#close = close;
  }

  static async start(now: () => Date): Promise<EntraTenant> {
    const server = createServer((request, response) => {
      const found = tenant.#publish(request.url ?? '');
      response.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const origin = `http://localhost:${port}`;
    const close = () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    const tenant: EntraTenant = new EntraTenant(origin, now, close);
    return tenant;
  }

  #publish(path: string): object | null {
    const keysPath = `/${TENANT}/discovery/v2.0/keys`;
    if (path === `/${TENANT}/v2.0/.well-known/openid-configuration`) {
      const { origin } = new URL(this.issuer);
      return {
        issuer: this.issuer,
        authorization_endpoint: `${origin}/${TENANT}/oauth2/v2.0/authorize`,
        jwks_uri: `${origin}${keysPath}`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    }
    if (path !== keysPath) return null;
    return { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), use: 'sig', kid: 'tenant-key' }] };
  }

  async hint(
    user: EntraUser,
    { claims = {}, algorithm = 'RS256', isForged = false }: HintChanges = {},
  ): Promise<string> {
    const now = Math.floor(this.#now().getTime() / 1000);
    const payload = {
      ver: '2.0',
      iss: this.issuer,
      aud: APP_ID,
      iat: now,
      nbf: now,
      // So that it is good for nothing but a hint.
      exp: now - 1,
      tid: TENANT,
      uti: randomUUID(),
      ...user,
      ...claims,
    };
    if (algorithm !== 'RS256') return this.#signBadly(payload, algorithm);
    const { privateKey } = isForged ? this.#stranger : this.#keys;
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'tenant-key' }).sign(privateKey);
  }

  #signBadly(payload: object, algorithm: 'HS256' | 'none'): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const signed = `${encode({ alg: algorithm, typ: 'JWT', kid: 'tenant-key' })}.${encode(payload)}`;
    if (algorithm === 'none') return `${signed}.`;
    const secret = this.#keys.publicKey.export({ type: 'spki', format: 'pem' });
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  }

  /** The form that a browser posts to us. */
  async request(
    user: EntraUser,
    { clientId }: Pick<Method, 'clientId'>,
    changes: HintChanges & { readonly form?: Record<string, string> } = {},
  ): Promise<Record<string, string>> {
    return {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      nonce: `nonce-${randomUUID()}`,
      state: `state-${randomUUID()}`,
      claims: JSON.stringify(CLAIMS),
      id_token_hint: await this.hint(user, changes),
      'client-request-id': randomUUID(),
      ...changes.form,
    };
  }

  /**
   * What Entra ID looks at before it takes an answer.
   * @param ask reads an address of the provider's, without cookies
   * @throws when anything is not as the reference says
   */
  async take(
    posted: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
    sent: Readonly<Record<string, string>>,
    user: EntraUser,
    { clientId, discovery }: Method,
    ask: (address: string) => Promise<{ readonly body: unknown; readonly headers: Headers }>,
  ): Promise<{ readonly amr: string; readonly acr: string }> {
    if (posted.action !== sent['redirect_uri']) throw new Error(`Posted to ${posted.action}.`);
    if (posted.fields['state'] !== sent['state']) throw new Error('Another state.');
    const document = await ask(discovery);
    if (document.headers.get('content-length') === null) throw new Error('No content-length.');
    const metadata = metadataSchema.parse(document.body);
    if (`${metadata.issuer}/.well-known/openid-configuration` !== discovery) throw new Error('Another issuer.');
    const { keys } = keysSchema.parse((await ask(metadata.jwks_uri)).body);
    const token = posted.fields['id_token'] ?? '';
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const [certificate = ''] = keys.find((key) => key.kid === kid)?.x5c ?? [];
        return importX509(new X509Certificate(Buffer.from(certificate, 'base64')).toString(), 'RS256');
      },
      { algorithms: ['RS256'], issuer: metadata.issuer, audience: clientId, currentDate: this.#now() },
    );
    const { sub, nonce, acr, amr } = z
      .object({ sub: z.string(), nonce: z.string(), acr: z.string(), amr: z.tuple([z.string()]) })
      .parse(payload);
    if (sub !== user.sub || nonce !== sent['nonce']) throw new Error('Of another sign-in.');
    if (!CLAIMS.id_token.acr.values.includes(acr)) throw new Error(`AADSTS5001258: acr ${acr}`);
    if (!CLAIMS.id_token.amr.values.includes(amr[0])) throw new Error(`AADSTS5001257: amr ${amr[0]}`);
    return { acr, amr: amr[0] };
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** The form on a page that posts itself. */
export function readForm(page: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = unescape(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '');
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [unescape(name), unescape(value)],
  );
  return { action, fields: Object.fromEntries(fields) as Record<string, string> };
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
