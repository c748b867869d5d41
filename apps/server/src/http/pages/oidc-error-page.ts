import type { KoaContextWithOIDC } from 'oidc-provider';
import { correlationIdOf } from '../../subjects/sign-in/oidc/report-errors.ts';
import { refusalPage } from './refusal-page.ts';

/** A request that cannot be acted on: a page, and never a redirect to an address that was not registered. */
export async function renderOidcError(
  koa: KoaContextWithOIDC,
  out: { readonly error?: string | undefined; readonly error_description?: string | undefined },
): Promise<void> {
  const page = refusalPage(
    out.error ?? 'server_error',
    out.error_description ?? 'The request cannot be acted on.',
    correlationIdOf(koa),
  );
  koa.type = 'html';
  koa.set('Content-Security-Policy', page.contentSecurityPolicy);
  koa.set('Cache-Control', 'no-store');
  koa.body = page.html;
}
