import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Profile, SAML } from '@node-saml/node-saml';
import { createKeys } from './create-keys.ts';
import { freePort } from '@vestibule/testing/free-port';

/** A work application that takes part in single logout: a stock SAML library and nothing else. */
export interface SamlApplication {
  readonly url: string;
  /** For the gate: where to send answers, and where to ask for a sign-out. */
  readonly metadata: string;
  stop(): Promise<void>;
}

/**
 * @param gate its origin
 * @param isSilent whether it shows a page of its own when it is asked to sign out, and never answers
 * @returns null where there is no openssl to make its certificate with
 */
export async function startSamlApplication(
  gate: string,
  { isSilent = false }: { readonly isSilent?: boolean } = {},
): Promise<SamlApplication | null> {
  const keys = await createKeys();
  if (keys === null) return null;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateMetadata = await (await fetch(`${gate}/saml/metadata`)).text();
  const saml = new SAML({
    issuer: `${url}/metadata`,
    audience: `${url}/metadata`,
    callbackUrl: `${url}/acs`,
    entryPoint: `${gate}/saml/sso`,
    logoutUrl: `${gate}/saml/slo`,
    logoutCallbackUrl: `${url}/slo`,
    idpCert: [...gateMetadata.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, certificate = '']) => certificate),
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAuthnResponseSigned: false,
  });
  /** Anyone who is signed in; the application has one user in this test. */
  let session: Profile | null = null;

  const answer = async (request: IncomingMessage): Promise<{ location: string } | { page: string }> => {
    const { pathname } = new URL(request.url ?? '/', url);
    const form = Object.fromEntries(new URLSearchParams(request.method === 'POST' ? await text(request) : ''));
    switch (pathname) {
      case '/start':
        return { location: await saml.getAuthorizeUrlAsync('', undefined, {}) };
      case '/acs':
        session = (await saml.validatePostResponseAsync({ SAMLResponse: form['SAMLResponse'] ?? '' })).profile;
        return { location: url };
      case '/slo': {
        const { profile } = await saml.validatePostRequestAsync({ SAMLRequest: form['SAMLRequest'] ?? '' });
        const isOwn = profile !== null && profile.sessionIndex === session?.sessionIndex;
        if (isOwn) session = null;
        if (isSilent) return { page: 'Here it ends' };
        return {
          location: await saml.getLogoutResponseUrlAsync(profile, form['RelayState'] ?? '', {}, isOwn),
        };
      }
      default:
        return { page: session === null ? 'No one is signed in here' : `Signed in here: ${session.nameID}` };
    }
  };
  const server = createServer((request, response) => {
    const send = async () => {
      const given = await answer(request);
      if ('location' in given) response.writeHead(303, { location: given.location }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><h1>${given.page}</h1>`);
    };
    send().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    metadata: saml.generateServiceProviderMetadata(null, keys.certificate),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
