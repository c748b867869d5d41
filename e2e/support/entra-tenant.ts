import { createServer } from 'node:http';
import { EntraTenant, type EntraUser, type Method } from '@vestibule/testing/entra-tenant';
import { freePort } from '@vestibule/testing/free-port';

/** A tenant of Entra ID with the two pages that a browser sees: one that asks for the second step, one that takes it. */
export interface BrowsedTenant {
  readonly issuer: string;
  readonly redirectUri: string;
  /** Where a sign-in begins, once the tenant knows the method. */
  readonly startUrl: string;
  know(method: Method, authorize: string): void;
  stop(): Promise<void>;
}

export async function startEntraTenant(user: EntraUser): Promise<BrowsedTenant> {
  const tenant = await EntraTenant.start(() => new Date());
  const origin = `http://127.0.0.1:${await freePort()}`;
  const redirectUri = `${origin}/common/federation/externalauthprovider`;
  let known: { readonly method: Method; readonly authorize: string } | null = null;
  let sent: Record<string, string> = {};

  const ask = async (address: string) => {
    const { headers, ...reply } = await fetch(address).then(async (response) => ({
      headers: response.headers,
      body: (await response.json()) as unknown,
    }));
    return { headers, ...reply };
  };
  const answer = async (path: string, body: string): Promise<string> => {
    if (known === null) throw new Error('The tenant has no external method yet.');
    if (path === '/start') {
      sent = await tenant.request(user, known.method, { form: { redirect_uri: redirectUri } });
      const inputs = Object.entries(sent).map(
        ([name, value]) => `<input type="hidden" name="${name}" value='${value.replaceAll("'", '&#39;')}'>`,
      );
      return `<form method="post" action="${known.authorize}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`;
    }
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { amr } = await tenant.take({ action: `${origin}${path}`, fields }, sent, user, known.method, ask);
    return `<h1>Second step taken: ${amr}</h1>`;
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      answer(request.url ?? '/', Buffer.concat(parts).toString())
        .then((html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html))
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(origin).port), '127.0.0.1', resolve));
  return {
    issuer: tenant.issuer,
    redirectUri,
    startUrl: `${origin}/start`,
    know: (method, authorize) => {
      known = { method, authorize };
    },
    stop: async () => {
      await tenant.close();
      await new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    },
  };
}
