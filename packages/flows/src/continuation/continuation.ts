import type { SignInMode } from '@vestibule/contracts';
import type { Destination } from '../memory-port.ts';
import {
  isOfPortal,
  pathOfDestination,
  pathOnSite,
  QUICK_START_DESTINATION,
  SUCCESS_DESTINATION,
} from './destination.ts';

export interface ContinuationInput {
  readonly mode: SignInMode;
  /** A work application waits for this sign-in. */
  readonly isPending: boolean;
  /** The feature `fci` is on for this person. */
  readonly isFci: boolean;
  /** Of the cookie; null where it names none. */
  readonly successUrl: Destination | null;
  /** As the page's address has it: nothing of it is believed. */
  readonly back: string | null;
  readonly origin: string;
}

/** Where Continue leads. */
export type Continuation =
  /** The signed response is posted to the work application. */
  | { readonly kind: 'response' }
  /** The device check becomes the second factor; the server says where the sign-in goes on. */
  | { readonly kind: 'activation' }
  | { readonly kind: 'page'; readonly path: string };

/** Where Continue leads (specification, section 4, _Continue behaviour_, and section 1, modes). */
export function continuationOf(input: ContinuationInput): Continuation {
  const { mode, isPending, isFci, back, origin } = input;
  const backPath = back === null ? null : pathOnSite(back, origin);
  if (isFci && backPath !== null && !isOfPortal(backPath, origin)) return { kind: 'page', path: backPath };
  switch (mode) {
    case 'frontline':
      return isPending ? { kind: 'response' } : { kind: 'page', path: successPathOf(input) };
    case 'mfa':
      return isPending ? { kind: 'activation' } : { kind: 'page', path: successPathOf(input) };
    case 'quick-start':
      return { kind: 'page', path: successPathOf(input) };
    case 'onboarding':
    case 'onboarding-v3':
    case 'install': {
      // An application that waits is the external one, unless the cookie names another.
      const isResponse = isPending && input.successUrl === null;
      return isResponse ? { kind: 'response' } : { kind: 'page', path: successPathOf(input) };
    }
  }
}

/** The success destination; one that leads to another site counts as none. */
export function successPathOf({ mode, successUrl, back, origin }: ContinuationInput): string {
  const standard = mode === 'quick-start' ? QUICK_START_DESTINATION : SUCCESS_DESTINATION;
  const query = { back: back === null ? null : pathOnSite(back, origin) };
  const wanted = successUrl === null ? null : pathOfDestination(successUrl, origin, query);
  return wanted ?? pathOfDestination(standard, origin, query) ?? '/';
}
