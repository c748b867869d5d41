import {
  type PasskeyAssertion,
  passkeyAssertionSchema,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  passkeyRegistrationSchema,
  type PasskeyRequestOptions,
} from '@vestibule/contracts';
import type { Outcome, Problem } from './outcome.ts';

/** The browser's passkeys; a test has its own. */
export interface Passkeys {
  readonly isSupported: boolean;
  /** The browser's own dialog makes one. */
  create(options: PasskeyCreationOptions): Promise<Outcome<PasskeyRegistration>>;
  /** The browser's own dialog asks for one. */
  give(options: PasskeyRequestOptions): Promise<Outcome<PasskeyAssertion>>;
}

/** Web Authentication. What it needs is loaded when a passkey is asked for, not with the page. */
export function createPasskeys(): Passkeys {
  return {
    isSupported: 'PublicKeyCredential' in globalThis,
    async create(optionsJSON) {
      try {
        const { startRegistration } = await import('@simplewebauthn/browser');
        return { ok: true, body: passkeyRegistrationSchema.parse(await startRegistration({ optionsJSON })) };
      } catch (error) {
        return { ok: false, problem: problemOf(error) };
      }
    },
    async give(optionsJSON) {
      try {
        const { startAuthentication } = await import('@simplewebauthn/browser');
        return { ok: true, body: passkeyAssertionSchema.parse(await startAuthentication({ optionsJSON })) };
      } catch (error) {
        return { ok: false, problem: problemOf(error) };
      }
    },
  };
}

/** Browsers name what went wrong by the name of their error; the library keeps it. */
function problemOf(error: unknown): Problem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'passkey_cancelled';
    case 'InvalidStateError':
      return 'passkey_there';
    default:
      return 'passkey_impossible';
  }
}
