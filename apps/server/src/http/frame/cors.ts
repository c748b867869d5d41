import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { HEADERS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEVICE_CALLS } from './company-of-request.ts';
import type { Installation } from '../../context/server-context.ts';

const CLOSED: FastifyCorsOptions = { origin: false };
const OPEN: FastifyCorsOptions = {
  origin: true,
  methods: ['GET', 'POST', 'PUT'],
  allowedHeaders: ['Authorization', 'Content-Type', HEADERS.correlationId, HEADERS.dataVersion],
  exposedHeaders: [HEADERS.correlationId],
  credentials: false,
  maxAge: 600,
};

/**
 * A silo's further endpoints answer the device calls of its companies' own pages, by token and never by cookie. No other
 * address is open to any other origin.
 */
export async function registerCors(app: FastifyInstance, installation: Installation): Promise<void> {
  await app.register(cors, {
    hook: 'onRequest',
    strictPreflight: false,
    delegator: async (request: FastifyRequest) => ((await isFromCompanyPage(installation, request)) ? OPEN : CLOSED),
  });
}

async function isFromCompanyPage(installation: Installation, request: FastifyRequest): Promise<boolean> {
  const { origin } = request.headers;
  if (origin === undefined || !request.url.startsWith(DEVICE_CALLS) || !URL.canParse(origin)) return false;
  const company = await installation.companies.byHost(new URL(origin).host);
  const endpoints = company?.silo?.endpoints ?? [];
  const host = request.host.toLowerCase();
  return company?.publicUrl === origin && endpoints.some(({ url }) => new URL(url).host === host);
}
