import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Received, receiveLogoutPost, receiveLogoutRedirect } from '../protocols/saml/index.ts';
import { launchApplication } from '../subjects/applications/launch-application.ts';
import { addressOfChain, type LogoutStep, lookAtOffer, takeOffer } from '../subjects/sign-in/saml/logout-chain.ts';
import { takeLogoutMessage } from '../subjects/sign-in/saml/saml-logout.ts';
import { isRefusal } from '../context/server-context.ts';
import { sendFormPage, signOutGoesOn } from './pages/post-page.ts';
import { rawQuery } from './frame/raw-query.ts';
import { setSignOutMark, signOutMark } from './frame/sign-out-mark.ts';
import {
  sendRefusalPage,
  sendSignOutPausedPage,
  sendSignOutRefusalPage,
  sendUnknownHost,
} from './pages/refusal-page.ts';

const PAGE = { config: { limit: 'page' } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const FORM_MAXIMUM_BYTES = 131_072;
const handleSchema = z.object({ handle: z.string().max(64), back: z.string().optional() });
const launchSchema = z.object({ applicationId: z.uuid() });
const launchQuerySchema = z.object({ relayState: z.string().max(80).optional() });

/** Single logout, and sign-in that begins here. */
export async function registerSamlLogoutRoutes(app: FastifyInstance): Promise<void> {
  app.get('/saml/slo', ENDPOINT, (request, reply) => {
    const query = rawQuery(request);
    const parameters = new URLSearchParams(query);
    const fields = Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
    return take(request, reply, receiveLogoutRedirect(query), fields);
  });
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_MAXIMUM_BYTES });
    scope.post('/saml/slo', ENDPOINT, (request, reply) => {
      const fields = z.record(z.string(), z.unknown()).catch({}).parse(request.body);
      return take(request, reply, receiveLogoutPost(fields), fields);
    });
  });

  app.get('/saml/sign-out', PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const query = handleSchema.safeParse(request.query);
    reply.header('Cache-Control', 'no-store');
    const { handle = '', back } = query.data ?? {};
    const browser = signOutMark(context, request);
    const step = back === undefined ? await takeOffer(context, handle, browser) : await lookAtOffer(context, handle);
    if (isRefusal(step)) return sendSignOutRefusalPage(reply, step.refused, step.message);
    // A browser keeps the page in its history only if the person goes on from it themselves.
    if (step.kind === 'waiting') return sendSignOutPausedPage(reply, addressOfChain(handle));
    return sendLogoutStep(reply, step, () => setSignOutMark(context, reply, browser));
  });

  app.get('/saml/start/:applicationId', PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const parameters = launchSchema.safeParse(request.params);
    const query = launchQuerySchema.safeParse(request.query);
    if (!parameters.success || !query.success) return sendRefusalPage(reply, 'not_found', 'There is no such address.');
    const origin = { address: request.ip, correlationId: request.id };
    const { applicationId } = parameters.data;
    const next = await launchApplication(context, origin, applicationId, query.data.relayState ?? null);
    if (isRefusal(next)) return sendRefusalPage(reply, next.refused, next.message);
    return reply.header('Cache-Control', 'no-store').redirect(next, 303);
  });
}

const stateSchema = z.union([z.string(), z.array(z.string()).transform(([first = '']) => first)]);

/** What belongs to an answer to our request, however little of the answer itself can be read, or is there. */
const answerSchema = z.object({ SAMLRequest: z.undefined().optional(), RelayState: stateSchema });

async function take(
  request: FastifyRequest,
  reply: FastifyReply,
  received: Received,
  fields: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  const origin = { address: request.ip, correlationId: request.id };
  const browser = signOutMark(context, request);
  const answerTo = answerSchema.safeParse(fields).data?.RelayState ?? null;
  const step = await takeLogoutMessage(context, origin, received, { answerTo, browser });
  reply.header('Cache-Control', 'no-store');
  if (isRefusal(step)) return sendSignOutRefusalPage(reply, step.refused, step.message);
  return sendLogoutStep(reply, step, () => setSignOutMark(context, reply, browser));
}

/** @param mark marks the browser that carries a request to an application, and its answer back */
function sendLogoutStep(reply: FastifyReply, step: LogoutStep, mark: () => void): FastifyReply {
  if (step.kind === 'done') return reply.redirect(step.address, 303);
  mark();
  const { message, targets, past } = step;
  if (message.binding === 'redirect') return reply.redirect(message.url, 303);
  return sendFormPage(reply, message.actionUrl, message.fields, { targets, ...signOutGoesOn(past) });
}
