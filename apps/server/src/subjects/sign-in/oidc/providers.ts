import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { ServerContext } from '../../../context/server-context.ts';

/** The companies' providers, each made when it is first asked for and kept. */
export function createOidcProviders(logger: FastifyBaseLogger): (context: ServerContext) => Promise<Provider> {
  const known = new Map<string, Promise<Provider>>();
  return (context) => {
    const key = `${context.company.id} ${context.publicUrl}`;
    const provider = known.get(key) ?? create(context, logger);
    known.set(key, provider);
    provider.catch(() => known.delete(key));
    return provider;
  };
}

/** Loaded when a company first uses it: most sign in by SAML, and this is the server's largest dependency. */
async function create(context: ServerContext, logger: FastifyBaseLogger): Promise<Provider> {
  const [{ createOidcProvider }, { reportErrors }] = await Promise.all([
    import('../../../protocols/oidc/provider.ts'),
    import('./report-errors.ts'),
  ]);
  const provider = await createOidcProvider(context);
  reportErrors(provider, context, logger);
  return provider;
}
