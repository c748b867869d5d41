import type { IncomingMessage } from 'node:http';
import { BASE_PATH } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import * as z from 'zod';
import { readSessionToken } from './cookies.ts';
import {
  findFormTargets,
  findFormTargetsOfProvider,
  findFormTargetsOfSession,
} from '../../subjects/sign-in/saml/form-targets.ts';
import type { Installation, ServerContext } from '../../context/server-context.ts';

const markerSchema = z.uuid();

/**
 * Content Security Policy without inline code, Trusted Types enforced. `form-action` allows every https origin:
 * Chromium applies it to redirects after the post too, so an exact list breaks real applications (measured); the
 * address itself comes from the register by exact match. Without TLS it allows one origin, and only on the page of a
 * sign-in: of the application, on this very computer or as the page that one at https leads on to. `connect-src` lists the device endpoints of the company's silo, and the
 * object store where reports are put into it. The company's chat service, where one is set up, is the only other origin
 * from which a script comes.
 */
export function registerSecurityHeaders(app: FastifyInstance, { config, evidence }: Installation): void {
  const isSecure = config.publicUrl.startsWith('https:');
  const companies = new WeakMap<object, ServerContext>();
  const targets = new WeakMap<object, readonly string[]>();
  const liveChat = (request: IncomingMessage) => liveChatOriginOf(companies.get(request));
  // Made once: `@fastify/helmet` makes it again for each request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", liveChat],
        styleSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...(evidence.directUpload === null ? [] : [evidence.directUpload.origin]),
          (request: IncomingMessage) => endpointsOf(companies.get(request)),
          liveChat,
        ],
        frameSrc: [liveChat],
        imgSrc: ["'self'", 'data:', (request: IncomingMessage) => logoOriginOf(companies.get(request))],
        formAction: ["'self'", 'https:', (request: IncomingMessage) => (targets.get(request) ?? []).join(' ')],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { raw, company } = request;
    if (company !== null) {
      companies.set(raw, company);
      if (isPageOfTheCheck(raw)) targets.set(raw, await findTargets(company, request));
      else if (isAskingProvider(raw)) {
        targets.set(raw, await findFormTargetsOfProvider(company, new URL(raw.url ?? '', company.publicUrl)));
      }
    }
    protect(raw, reply.raw, (error) => {
      if (error !== undefined) throw new Error('The security headers cannot be written.', { cause: error });
    });
  });
}

function isPageOfTheCheck({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.startsWith(`${BASE_PATH}/`) && !url.startsWith(`${BASE_PATH}/assets/`);
}

/** The OpenID Connect provider may answer with a form that posts itself. */
function isAskingProvider({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && /^\/oidc\/auth(?:\/[^/?]+)?(?:\?|$)/.test(url);
}

/** Of the sign-in that the page is opened with, or of those that its browser has open. */
async function findTargets(company: ServerContext, request: FastifyRequest): Promise<readonly string[]> {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  const marker = markerSchema.safeParse(new URLSearchParams(at === -1 ? '' : url.slice(at + 1)).get('login'));
  if (marker.success) return findFormTargets(company, marker.data);
  const token = readSessionToken(company, request);
  return token === undefined ? [] : findFormTargetsOfSession(company, token);
}

function endpointsOf(company: ServerContext | undefined): string {
  return (company?.silo?.endpoints ?? []).map(({ url }) => new URL(url).origin).join(' ');
}

function liveChatOriginOf(company: ServerContext | undefined): string {
  const source = company?.configuration.liveChat?.widgetSourceUrl;
  return source === undefined ? '' : new URL(source).origin;
}

function logoOriginOf(company: ServerContext | undefined): string {
  const logo = company?.company.logoUrl ?? '';
  return logo.startsWith('https:') ? new URL(logo).origin : '';
}
