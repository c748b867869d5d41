import { type PasskeyAssertion, passkeyAssertionSchema, type PasskeyRequestOptions } from '@vestibule/contracts';
import { type Outcome, problem } from './outcome.ts';

/** The browser's passkeys; a test has its own. */
export interface Passkeys {
  readonly isSupported: boolean;
  /** The browser's own dialog asks for one. */
  give(options: PasskeyRequestOptions): Promise<Outcome<PasskeyAssertion>>;
}

/** Web Authentication. What it needs is loaded when a passkey is asked for. */
export function createPasskeys(): Passkeys {
  return {
    isSupported: 'PublicKeyCredential' in globalThis,
    async give(optionsJSON) {
      try {
        const { startAuthentication } = await import('@simplewebauthn/browser');
        return { ok: true, body: passkeyAssertionSchema.parse(await startAuthentication({ optionsJSON })) };
      } catch (error) {
        const isClosed = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
        return { ok: false, problem: problem(isClosed ? 'passkey_cancelled' : 'passkey_impossible') };
      }
    },
  };
}
