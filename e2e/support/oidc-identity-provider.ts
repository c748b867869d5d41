import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export interface OidcIdentityProviderOptions {
  /** Where it stands: an address of this computer, with a free port. */
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string };
  /** What it says of the one who types this login. */
  readonly accountOf?: (login: string) => { readonly name: string; readonly groups?: readonly string[] };
}

/**
 * A company's own identity provider that speaks OpenID Connect: the certified library with its example pages. Whatever
 * login is typed there is someone of this company.
 * @returns ends it
 */
export async function startOidcIdentityProvider(options: OidcIdentityProviderOptions): Promise<() => Promise<void>> {
  const { issuer, client, accountOf = () => ({ name: 'Ines Weber' }) } = options;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        ...accountOf(login),
        preferred_username: login,
        email: `${login}@alderbrook.example`,
        email_verified: true,
      }),
    }),
    claims: { openid: ['sub', 'groups'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: true } },
  });
  const handle = provider.callback();
  const server = createServer((request, response) => void handle(request, response));
  const { hostname, port } = new URL(issuer);
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
  return () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
}
