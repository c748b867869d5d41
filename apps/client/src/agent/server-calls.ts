import {
  agentNonceCall,
  agentReportCall,
  type ApiError,
  apiErrorSchema,
  claimDeviceAccountCall,
  type FlattenedJws,
  type SessionParameters,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { isSafeOrigin, type Web } from '../network/web.ts';

/** An answer of the contract; a refusal; or no answer that could be understood. */
export type Told<Body> =
  | { readonly kind: 'told'; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly code: ApiError['code']; readonly message: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

type BodyOf<Call extends { readonly answers: { readonly 200: z.ZodMiniType } }> = z.infer<Call['answers'][200]>;

/** What this client asks a portal's server for by itself. */
export interface ServerCalls {
  readonly claim: (
    token: string,
    parameters: SessionParameters,
  ) => Promise<Told<BodyOf<typeof claimDeviceAccountCall>>>;
  readonly nonce: (accountId: string, deviceId: string) => Promise<Told<BodyOf<typeof agentNonceCall>>>;
  readonly report: (accountId: string, report: FlattenedJws) => Promise<Told<BodyOf<typeof agentReportCall>>>;
}

export function callServer(web: Web, origin: string): ServerCalls {
  const ask = async <Body>(
    { method, path }: { method: 'GET' | 'POST'; path: string },
    name: string,
    schema: z.ZodMiniType<Body>,
    { body, query = {} }: { readonly body?: unknown; readonly query?: Record<string, string> } = {},
  ): Promise<Told<Body>> => {
    if (!isSafeOrigin(origin)) {
      return { kind: 'unreachable', detail: `${origin} is not protected by TLS, so nothing is sent there.` };
    }
    const address = new URL(path.replace(/\{\w+\}/, encodeURIComponent(name)), origin);
    address.search = new URLSearchParams(query).toString();
    const answer = await web.call(method, address, body);
    if (!answer.ok) return { kind: 'unreachable', detail: answer.detail };
    const refusal = apiErrorSchema.safeParse(answer.body);
    if (answer.status >= 400 && answer.status < 500 && refusal.success) {
      return { kind: 'refused', status: answer.status, code: refusal.data.code, message: refusal.data.message };
    }
    const told = schema.safeParse(answer.body);
    return answer.status === 200 && told.success
      ? { kind: 'told', body: told.data }
      : { kind: 'unreachable', detail: `${origin} answered ${answer.status}, and nothing that is understood.` };
  };
  return {
    claim: (token, parameters) =>
      ask(claimDeviceAccountCall, token, claimDeviceAccountCall.answers[200], { body: parameters }),
    nonce: (accountId, deviceId) =>
      ask(agentNonceCall, accountId, agentNonceCall.answers[200], { query: { deviceId } }),
    report: (accountId, report) => ask(agentReportCall, accountId, agentReportCall.answers[200], { body: report }),
  };
}
