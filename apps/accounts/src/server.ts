import { apiErrorSchema, publicSupportInfoCall, signInCall } from '@vestibule/contracts';
import type { SignInProblem } from './texts.ts';

export interface Credentials {
  readonly login: string;
  readonly password: string;
  readonly loginMarker: string | null;
}

export type SignInAnswer =
  | { readonly ok: true; readonly continueTo: string }
  | { readonly ok: false; readonly problem: SignInProblem };

export interface PublicInfo {
  readonly companyName: string;
  readonly productName: string;
  readonly phone: string;
  readonly email: string;
}

/** The calls of these pages; a test has its own. */
export interface Server {
  readonly signIn: (credentials: Credentials) => Promise<SignInAnswer>;
  /** Null when it cannot be had: the page works without it. */
  readonly loadPublicInfo: () => Promise<PublicInfo | null>;
}

/** @param send does the request, as the browser's `fetch` does */
export function createServer(send: typeof fetch): Server {
  return {
    async signIn({ login, password, loginMarker }) {
      const body = JSON.stringify({ login, password, ...(loginMarker !== null && { loginMarker }) });
      try {
        const answer = await send(signInCall.path, {
          method: signInCall.method,
          headers: { 'Content-Type': 'application/json' },
          body,
        });
        return answer.ok ? readSuccess(await answer.json()) : readRefusal(await answer.json());
      } catch (error) {
        return { ok: false, problem: error instanceof SyntaxError ? 'server_error' : 'network' };
      }
    },

    async loadPublicInfo() {
      try {
        const answer = await send(publicSupportInfoCall.path);
        const info = publicSupportInfoCall.answers[200].safeParse(await answer.json());
        return info.data ?? null;
      } catch {
        return null;
      }
    },
  };
}

function readSuccess(body: unknown): SignInAnswer {
  const success = signInCall.answers[200].safeParse(body);
  return success.success ? { ok: true, continueTo: success.data.continueTo } : { ok: false, problem: 'server_error' };
}

function readRefusal(body: unknown): SignInAnswer {
  const refusal = apiErrorSchema.safeParse(body);
  return { ok: false, problem: refusal.data?.code ?? 'server_error' };
}
