import { createServer } from 'node:http';
import * as client from 'openid-client';
import { freePort } from '@vestibule/testing/free-port';

/** A work application that speaks OpenID Connect: a stock client library and nothing else. */
export interface RelyingParty {
  readonly url: string;
  readonly redirectUri: string;
  /** Learns the gate's addresses from its discovery document. */
  connect(issuer: string, clientId: string, clientSecret: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param host by which browsers reach it, on this computer */
export async function startRelyingParty(host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<RelyingParty> {
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const redirectUri = `${url}/callback`;
  let configuration: client.Configuration | null = null;
  let checks: client.AuthorizationCodeGrantChecks = {};

  const server = createServer((request, response) => {
    const answer = async () => {
      if (configuration === null) throw new Error('The application is not connected yet.');
      const asked = new URL(request.url ?? '/', url);
      if (asked.pathname === '/start') {
        const pkceCodeVerifier = client.randomPKCECodeVerifier();
        const [state, nonce] = [client.randomState(), client.randomNonce()];
        checks = { pkceCodeVerifier, expectedState: state, expectedNonce: nonce };
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid profile email',
          code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        });
        response.writeHead(302, { location: address.href }).end();
        return;
      }
      const tokens = await client.authorizationCodeGrant(configuration, asked, checks);
      const claims: Record<string, unknown> = tokens.claims() ?? {};
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><title>Wiki</title><h1>Signed in as ${textOf(claims['name'])}</h1><p>Device: ${textOf(claims['device_standing'])}</p>`,
        );
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    redirectUri,
    connect: async (issuer, clientId, clientSecret) => {
      configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        // oxlint-disable-next-line typescript/no-deprecated -- the journeys' gate is on this computer, without TLS
        execute: [client.allowInsecureRequests],
      });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : 'nothing';
}
