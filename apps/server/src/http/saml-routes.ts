import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createMetadata, type Received, receivePost, receiveRedirect } from '../protocols/saml/index.ts';
import { findFormTargets } from '../subjects/sign-in/saml/form-targets.ts';
import { beginSamlSignIn, continueSamlSignIn } from '../subjects/sign-in/saml/saml-sign-in.ts';
import { sloUrlOf } from '../subjects/sign-in/saml/saml-logout.ts';
import { isRefusal } from '../context/server-context.ts';
import { readSessionToken } from './frame/cookies.ts';
import { SECOND_STEP_PATH } from '../protocols/entra/metadata.ts';
import { rawQuery } from './frame/raw-query.ts';
import { registerSamlLogoutRoutes } from './saml-logout-routes.ts';
import { sendRefusalPage, sendUnknownHost } from './pages/refusal-page.ts';
import { sendPostPage } from './pages/post-page.ts';

/**
 * `read`: where the policy is only observed, the page has read the computer, or has found nothing to read it. `proof`: of
 * an activation, or of which computer was read; it works once.
 */
const markerSchema = z.object({
  login: z.uuid(),
  read: z.literal('done').optional().catch(undefined),
  proof: z.string().min(1).max(512).optional().catch(undefined),
});

const SIGN_IN_PAGE = { config: { limit: 'page', readsGeneration: true } } as const;
const ENDPOINT = { config: { limit: 'endpoint' } } as const;
const FORM_MAXIMUM_BYTES = 131_072;

/**
 * The SAML identity provider's addresses. They are the protocol's, so they are not in the contract table.
 */
export async function registerSamlRoutes(app: FastifyInstance): Promise<void> {
  app.get('/saml/metadata', ENDPOINT, (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    return reply
      .type('application/samlmetadata+xml')
      .header('Cache-Control', 'public, max-age=3600')
      .send(
        createMetadata({
          entityId: `${context.publicUrl}/saml/metadata`,
          ssoUrl: `${context.publicUrl}/saml/sso`,
          sloUrl: sloUrlOf(context),
          keys: context.samlKeys.published,
          wantAuthnRequestsSigned: false,
        }),
      );
  });

  app.get('/saml/sso', SIGN_IN_PAGE, (request, reply) => begin(request, reply, receiveRedirect(rawQuery(request))));
  // The one address that takes a form: nothing else may be reached by another site's form.
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_MAXIMUM_BYTES });
    scope.post('/saml/sso', SIGN_IN_PAGE, (request, reply) =>
      begin(request, reply, receivePost(z.record(z.string(), z.unknown()).catch({}).parse(request.body))),
    );
  });

  await registerSamlLogoutRoutes(app);

  // The application's post carries no cookie of ours (SameSite=Lax): who is signed in is looked up on this page.
  app.get('/saml/continue', SIGN_IN_PAGE, async (request, reply) => {
    const { company: context } = request;
    if (context === null) return sendUnknownHost(reply);
    const marker = markerSchema.safeParse(request.query);
    if (!marker.success) return sendRefusalPage(reply, 'sign_in_unknown', 'This sign-in is not known here.');
    const origin = { address: request.ip, correlationId: request.id };
    const token = readSessionToken(context, request);
    const { login, read, proof } = marker.data;
    const continued = await continueSamlSignIn(context, origin, login, token, { isRead: read === 'done', proof });
    if (isRefusal(continued)) return sendRefusalPage(reply, continued.refused, continued.message);
    reply.header('Cache-Control', 'no-store');
    return continued.kind === 'post'
      ? sendPostPage(reply, continued, await findFormTargets(context, marker.data.login))
      : reply.redirect(continued.location, 303);
  });
}

async function begin(request: FastifyRequest, reply: FastifyReply, received: Received): Promise<FastifyReply> {
  const { company: context } = request;
  if (context === null) return sendUnknownHost(reply);
  const origin = { address: request.ip, correlationId: request.id };
  const begun = await beginSamlSignIn(context, origin, received);
  reply.header('Cache-Control', 'no-store');
  if (isRefusal(begun)) return sendRefusalPage(reply, begun.refused, begun.message);
  if (begun.kind === 'declined') return sendPostPage(reply, begun);
  const { handle, loginMarker } = begun;
  const next = handle === null ? `/saml/continue?login=${loginMarker}` : `${SECOND_STEP_PATH}/arrive?handle=${handle}`;
  return reply.redirect(next, 303);
}
