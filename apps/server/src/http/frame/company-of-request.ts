import type { Call } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Installation, ServerContext } from '../../context/server-context.ts';
import { sendApiError } from './errors.ts';
import { PROBES } from './probes.ts';
import { sendUnknownHost } from '../pages/refusal-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The company whose gate has this host. Every address derives from what is stored of it, never from the host. */
    company: ServerContext | null;
  }
  interface FastifyContextConfig {
    /** What this route asks the database first says how new the company is. */
    readsGeneration?: boolean;
  }
}

/** Looks up, once for each request, whose host it came to. */
export function registerCompanyOfHost(app: FastifyInstance, installation: Installation): void {
  app.decorateRequest('company', null);
  app.addHook('onRequest', async (request) => {
    // A probe is answered also while the database is away.
    if (PROBES.includes(request.url)) return;
    request.company = await installation.companies.byHost(request.host.toLowerCase());
  });
  // Calls of the contract do so when they know who calls; pages that only show files have no use for it.
  app.addHook('preHandler', async (request) => {
    const { limit, readsGeneration = false } = request.routeOptions.config;
    if (request.company === null || limit === undefined || readsGeneration) return;
    request.company = await installation.companies.asOf(request.company);
  });
}

/** What a silo's further endpoints answer. Everything else lives at the companies' own addresses. */
export const DEVICE_CALLS = '/api/devices/v2/';

/** At an address that is no company's gate nothing is answered but device calls, which name their company themselves. */
export function refuseUnknownHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (request.company !== null || request.isLocalSocket === true) return;
    if (path.startsWith(DEVICE_CALLS) || PROBES.includes(path)) return;
    return path.startsWith('/api/') ? sendUnknownHostError(reply) : sendUnknownHost(reply);
  });
}

/** 421: no company has its gate here. */
export function sendUnknownHostError(reply: FastifyReply): FastifyReply {
  return sendApiError(reply, 421, 'host_unknown', 'No company has its gate at this address.');
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
  const companyId = call.path.startsWith(DEVICE_CALLS) ? companyOfToken(call, request) : null;
  if (companyId === null) return null;
  const context = await installation.companies.byId(companyId);
  return context?.silo?.endpoints.some(({ url }) => new URL(url).host === host) === true ? context : null;
}

/** Origin of the device endpoint that was called, as it is stored. */
export function endpointOf(context: ServerContext, request: FastifyRequest): string {
  const host = request.host.toLowerCase();
  const further = context.silo?.endpoints.find(({ url }) => new URL(url).host === host);
  return further === undefined ? context.publicUrl : new URL(further.url).origin;
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
