import { createServer } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';
import { freePort } from './processes.ts';

/** A company's own identity provider that speaks OpenID Connect: the certified library, with its example pages. */
export async function startOidcIdentityProvider(client: {
  readonly id: string;
  readonly secret: string;
}): Promise<{ issuer: string; allow(redirectUri: string): void; stop(): Promise<void> }> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const redirectUris: string[] = [];
  let handler: ReturnType<Provider['callback']> | null = null;
  const server = createServer((request, response) => {
    if (handler === null) response.writeHead(503).end();
    else void handler(request, response);
  });
  const build = () => {
    const configuration: Configuration = {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris }],
      // Whatever login is typed into its example page is somebody of this company.
      findAccount: (_context, login) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          name: 'Ines Weber',
          preferred_username: login,
          email: `${login}@alderbrook.example`,
          email_verified: true,
        }),
      }),
      claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
      cookies: { keys: ['a key for tests'] },
      features: { devInteractions: { enabled: true } },
    };
    handler = new Provider(issuer, configuration).callback();
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  build();
  return {
    issuer,
    allow: (redirectUri) => {
      redirectUris.push(redirectUri);
      build();
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
