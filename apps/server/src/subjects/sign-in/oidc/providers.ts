import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { RenderError } from '../../../protocols/oidc/provider.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** The companies' providers, each made when it is first asked for and kept. */
export function createOidcProviders(
  logger: FastifyBaseLogger,
  renderError: RenderError,
): (context: ServerContext) => Promise<Provider> {
  const known = new Map<string, Promise<Provider>>();
  return (context) => {
    const key = `${context.company.id} ${context.publicUrl}`;
    const provider = known.get(key) ?? create(context, logger, renderError);
    known.set(key, provider);
    provider.catch(() => known.delete(key));
    return provider;
  };
}

/** Loaded when a company first uses it: most sign in by SAML, and this is the server's largest dependency. */
async function create(context: ServerContext, logger: FastifyBaseLogger, renderError: RenderError): Promise<Provider> {
  const [{ createOidcProvider }, { reportErrors }] = await Promise.all([
    import('../../../protocols/oidc/provider.ts'),
    import('./report-errors.ts'),
  ]);
  const provider = await createOidcProvider(context, renderError);
  reportErrors(provider, context, logger);
  return provider;
}
