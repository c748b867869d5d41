import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

/** Who signs in at the identity provider, and how. */
export interface Account {
  readonly id: string;
  readonly claims: Record<string, unknown>;
  readonly amr?: string[];
  readonly acr?: string;
  /** Seconds of Unix time at which they signed in there; now when absent. */
  readonly signedInAt?: number;
}

export interface OidcIdentityProvider {
  readonly issuer: string;
  /** Registers our callback: its address holds the id of the upstream, which is known later. */
  register(redirectUri: string): void;
  /** Anyone who arrives from now on is this person; null: they decline. */
  next: Account | null;
  close(): Promise<void>;
}

export const CLIENT = { id: 'vestibule', secret: 'a secret of the client, of some length' };

/** A company's own identity provider: a real one, on a free port, whose sign-in page lets the next account in. */
export async function startOidcIdentityProvider(): Promise<OidcIdentityProvider> {
  const accounts = new Map<string, Account>();
  let provider: Provider | null = null;
  const server: Server = createServer((request, response) => {
    if (provider === null) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void provider.callback()(request, response);
  });

  const issuer = await listen(server);

  async function interact(at: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, prompt, session } = await at.interactionDetails(request, response);
    const account = self.next;
    if (account === null) {
      await at.interactionFinished(request, response, { error: 'access_denied' });
    } else if (prompt.name === 'login') {
      accounts.set(account.id, account);
      await at.interactionFinished(request, response, {
        login: {
          accountId: account.id,
          ...(account.amr !== undefined && { amr: account.amr }),
          ...(account.acr !== undefined && { acr: account.acr }),
          ...(account.signedInAt !== undefined && { ts: account.signedInAt }),
        },
      });
    } else {
      const grant = new at.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
      grant.addOIDCScope('openid profile email');
      await at.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  }

  const self: OidcIdentityProvider = {
    issuer,
    next: null,
    register(redirectUri) {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [redirectUri],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        cookies: { keys: ['a key of the test'] },
        claims: {
          openid: ['sub', 'groups', 'hasgroups', 'kind', 'acr', 'amr'],
          profile: ['name', 'preferred_username'],
          email: ['email', 'email_verified'],
        },
        acrValues: ['urn:example:strong'],
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, ...accounts.get(id)?.claims }),
        }),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return self;
}

/** Serves on a free port of this computer. @returns the origin */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
