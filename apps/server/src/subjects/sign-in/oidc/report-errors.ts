import type { FastifyBaseLogger } from 'fastify';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { audit } from '../../audit/audit.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** A client that asks whether someone is signed in already: the answer is always no, and nothing is wrong. */
const SILENT = ['login_required', 'interaction_required', 'consent_required'];

/**
 * Writes down what the provider refuses, so that anyone who adds an application finds out why, and logs what breaks. The
 * provider itself answers both and says nothing of them here.
 */
export function reportErrors(provider: Provider, context: ServerContext, logger: FastifyBaseLogger): void {
  const refused = (koa: KoaContextWithOIDC, { error, error_description: description }: errors.OIDCProviderError) => {
    if (SILENT.includes(error)) return;
    const origin = { address: koa.ip, correlationId: correlationIdOf(koa) };
    const clientId = koa.oidc.client?.clientId ?? null;
    const details = { code: error, ...(description === undefined ? {} : { reason: description.slice(0, 300) }) };
    void audit(context, origin, {
      action: 'oidc-request',
      outcome: 'refused',
      target: clientId,
      about: clientId,
      details,
    }).catch((err: unknown) => logger.error({ err }, 'a refusal could not be written down'));
  };
  provider.on('authorization.error', refused);
  provider.on('grant.error', refused);
  provider.on('server_error', (koa, error) => {
    logger.error({ err: error, correlationId: correlationIdOf(koa) }, 'unexpected error');
  });
}

/** As the server's own routes have it: they write it into the request before they hand it on. */
export function correlationIdOf(koa: KoaContextWithOIDC): string {
  return koa.get('Correlation-Id');
}
