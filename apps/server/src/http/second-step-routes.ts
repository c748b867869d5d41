import formbody from '@fastify/formbody';
import { ACCOUNT_PATHS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { hashToken } from '../operations/crypto/tokens.ts';
import { findWebSession } from '../repositories/people.ts';
import { describeKeys, describeProvider, SECOND_STEP_PATH } from '../protocols/entra/metadata.ts';
import { type Arrived, arriveAtSecondStep, replacePerson } from '../subjects/sign-in/second-step/arrival.ts';
import { beginSecondStep, findMethod } from '../subjects/sign-in/second-step/begin.ts';
import { answerWith, finishSecondStep, type SecondStepAnswer } from '../subjects/sign-in/second-step/finish.ts';
import { isRefusal, type ServerContext } from '../context/server-context.ts';
import { readSessionToken, setSessionCookies } from './frame/cookies.ts';
import { visitOf } from './identity-routes.ts';
import { sendFormPage } from './pages/post-page.ts';
import { sendReplacementPage } from './pages/replacement-page.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';
import { findUnstorableText } from '../database/unstorable-text.ts';

const PAGE = { config: { limit: 'page' } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const FORM_MAXIMUM_BYTES = 131_072;
const METHOD = `${SECOND_STEP_PATH}/:id`;

const idSchema = z.object({ id: z.uuid() });
const handleSchema = z.object({ handle: z.string().min(1).max(64) });
const markerSchema = z.object({ login: z.uuid() });
/** The gate's own field names: the page posts the same form to every application. */
const finishSchema = z.object({ SAMLResponse: z.string().min(1).max(128) });

/**
 * Vestibule as the second step inside the company's own identity provider. The addresses are OpenID Connect's, so they are
 * not in the contract table.
 */
export async function registerSecondStepRoutes(app: FastifyInstance): Promise<void> {
  registerMetadata(app);

  app.get(`${METHOD}/authorize`, PAGE, (request, reply) => begin(request, reply, request.query));
  app.get(`${SECOND_STEP_PATH}/arrive`, PAGE, arrive);
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_MAXIMUM_BYTES });
    scope.post(`${METHOD}/authorize`, PAGE, (request, reply) => begin(request, reply, request.body));
    scope.post(`${SECOND_STEP_PATH}/arrive`, PAGE, replace);
    scope.post(`${SECOND_STEP_PATH}/finish/:login`, PAGE, finish);
  });
}

function registerMetadata(app: FastifyInstance): void {
  const documents = [
    [`${METHOD}/.well-known/openid-configuration`, describeProvider],
    [`${METHOD}/keys`, ({ samlKeys }: ServerContext) => describeKeys(samlKeys.published)],
  ] as const;
  for (const [path, describe] of documents) {
    app.get(path, ENDPOINT, async (request, reply) => {
      const { company: context } = request;
      if (context === null) return sendUnknownHost(reply);
      const id = readId(request);
      return (await findMethod(context, id)) === null
        ? sendRefusalPage(reply, 'sign_in_unknown', 'There is no such second step.').status(404)
        : reply.header('Cache-Control', 'public, max-age=3600').send(describe(context, id));
    });
  }
}

async function begin(request: FastifyRequest, reply: FastifyReply, parameters: unknown): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  // What the database cannot keep could not go back as it came.
  const storable = findUnstorableText(parameters, []) === null ? parameters : null;
  const begun = await beginSecondStep(context, originOf(request), readId(request), storable);
  reply.header('Cache-Control', 'no-store');
  if (isRefusal(begun)) return sendRefusalPage(reply, begun.refused, begun.message);
  if (begun.kind === 'declined') return sendAnswer(reply, answerWith(begun, { error: begun.error }));
  return leadToArrival(reply, begun.handle);
}

async function arrive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  const handle = handleSchema.safeParse(request.query).data?.handle ?? '';
  const arrived = await arriveAtSecondStep(context, visitOf(context, originOf(request), request), handle);
  reply.header('Cache-Control', 'no-store');
  if (isRefusal(arrived)) return sendRefusalPage(reply, arrived.refused, arrived.message);
  if (arrived.kind !== 'question') return lead(context, reply, arrived);
  return sendReplacementPage(request, reply, {
    ...arrived,
    answerPath: `${SECOND_STEP_PATH}/arrive`,
    stayPath: ACCOUNT_PATHS.sessionStatus,
  });
}

/** The answer of the page that asks: a page of another site does not know its handle, and brings no cookie. */
async function replace(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  const handle = handleSchema.safeParse(request.body).data?.handle ?? '';
  const arrived = await replacePerson(context, visitOf(context, originOf(request), request), handle);
  reply.header('Cache-Control', 'no-store');
  if (isRefusal(arrived)) return sendRefusalPage(reply, arrived.refused, arrived.message);
  return arrived.kind === 'again' ? leadToArrival(reply, arrived.handle) : lead(context, reply, arrived);
}

function leadToArrival(reply: FastifyReply, handle: string): FastifyReply {
  return reply.redirect(`${SECOND_STEP_PATH}/arrive?handle=${handle}`, 303);
}

function lead(context: ServerContext, reply: FastifyReply, { cookies, loginMarker }: Arrived): FastifyReply {
  if (cookies !== null) setSessionCookies(context, reply, cookies);
  return reply.redirect(`/saml/continue?login=${loginMarker}`, 303);
}

async function finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  const marker = markerSchema.safeParse(request.params);
  const form = finishSchema.safeParse(request.body);
  const token = readSessionToken(context, request);
  const signedIn =
    token === undefined
      ? null
      : await findWebSession(context.database, context.company.id, hashToken(token), context.now());
  reply.header('Cache-Control', 'no-store');
  if (!marker.success || !form.success || signedIn === null) {
    return sendRefusalPage(reply, 'sign_in_unknown', 'This sign-in is not known here.');
  }
  const finished = await finishSecondStep(context, originOf(request), {
    loginMarker: marker.data.login,
    handle: form.data.SAMLResponse,
    session: signedIn.session,
  });
  if (isRefusal(finished)) return sendRefusalPage(reply, finished.refused, finished.message);
  return finished.kind === 'gate' ? reply.redirect(finished.location, 303) : sendAnswer(reply, finished);
}

function sendAnswer(reply: FastifyReply, { redirectUri, fields }: SecondStepAnswer): FastifyReply {
  return sendFormPage(reply, redirectUri, fields);
}

/** An id that is none leads nowhere. */
function readId(request: FastifyRequest): string {
  return idSchema.safeParse(request.params).data?.id ?? '00000000-0000-4000-8000-000000000000';
}

function originOf(request: FastifyRequest) {
  return { address: request.ip, correlationId: request.id };
}
