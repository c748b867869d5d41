import * as z from 'zod';

/** Parameters of OpenID Connect's implicit flow, as Entra ID sends them; each once. Others are ignored. */
const requestSchema = z.object({
  client_id: z.string().min(1).max(255),
  redirect_uri: z.string().min(1).max(2048),
  state: z.string().max(16_384).optional(),
  scope: z.string().max(1024).optional(),
  response_type: z.string().max(64).optional(),
  response_mode: z.string().max(64).optional(),
  nonce: z.string().max(4096).optional(),
  prompt: z.string().max(128).optional(),
  claims: z.string().max(16_384).optional(),
  id_token_hint: z.string().max(32_768).optional(),
  'client-request-id': z.string().max(128).optional().catch(undefined),
});
export type AuthorizationRequest = z.infer<typeof requestSchema>;

/** @returns null when a parameter stands twice, is too long, or says not who asks and where the answer goes */
export function readRequest(parameters: unknown): AuthorizationRequest | null {
  return requestSchema.safeParse(parameters).data ?? null;
}

/** Why a request of a known client cannot be acted on; null: it can. */
export function whatIsWrong(request: AuthorizationRequest): { readonly error: string; readonly reason: string } | null {
  if (request.response_type !== 'id_token') return { error: 'unsupported_response_type', reason: 'response_type' };
  if (request.response_mode !== 'form_post') return { error: 'invalid_request', reason: 'response_mode' };
  if (!(request.scope ?? '').split(' ').includes('openid')) return { error: 'invalid_scope', reason: 'scope' };
  if ((request.nonce ?? '') === '') return { error: 'invalid_request', reason: 'nonce' };
  if ((request.id_token_hint ?? '') === '') return { error: 'invalid_request', reason: 'id_token_hint' };
  if ((request.prompt ?? '').split(' ').includes('none')) return { error: 'interaction_required', reason: 'prompt' };
  return null;
}
