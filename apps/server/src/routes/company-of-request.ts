import type { Call } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findSilos } from '../repositories/companies.ts';
import type { Installation, ServerContext } from '../services/server-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The company whose gate has this host. Every address derives from what is stored of it, never from the host. */
    company: ServerContext | null;
  }
}

/** Looks up, once for each request, whose host it came to. */
export function registerCompanyOfHost(app: FastifyInstance, installation: Installation): void {
  app.decorateRequest('company', null);
  app.addHook('onRequest', async (request) => {
    request.company = await installation.companies.byHost(request.host.toLowerCase());
  });
}

/**
 * The company a call is for: the one whose gate has this host. A silo's further endpoints serve several companies and
 * answer device calls only; there the token or upload address says whose it is.
 */
export async function findContext(
  installation: Installation,
  request: FastifyRequest,
  call: Call,
): Promise<ServerContext | null> {
  if (request.company !== null) return request.company;
  const host = request.host.toLowerCase();
  const companyId = companyOfToken(call, request);
  if (companyId === null) return null;
  const context = await installation.companies.byId(companyId);
  return context !== null && context.silo !== null && (await isEndpointOf(installation, context.silo.id, host))
    ? context
    : null;
}

/** Origin of the device endpoint that was called, as it is stored. */
export function endpointOf(context: ServerContext, request: FastifyRequest): string {
  const host = request.host.toLowerCase();
  const further = context.silo?.endpoints.find(({ url }) => new URL(url).host === host);
  return further === undefined ? context.publicUrl : new URL(further.url).origin;
}

async function isEndpointOf(installation: Installation, siloId: string, host: string): Promise<boolean> {
  const silo = (await findSilos(installation.database)).find(({ id }) => id === siloId);
  return silo?.endpoints.some(({ url }) => new URL(url).host === host) ?? false;
}

/** Access tokens and upload addresses begin with the id of their company. */
function companyOfToken(call: Call, request: FastifyRequest): string | null {
  const { authentication } = call;
  if (authentication === 'signed-url') return beforeDot(lastPart(request.url));
  if (typeof authentication === 'object' && 'scopes' in authentication) {
    return beforeDot(request.headers.authorization?.split(' ')[1] ?? '');
  }
  return null;
}

function lastPart(url: string): string {
  return url.split('?')[0]?.split('/').at(-1) ?? '';
}

const COMPANY_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function beforeDot(token: string): string | null {
  const [companyId = ''] = token.split('.');
  return COMPANY_ID.test(companyId) ? companyId : null;
}
