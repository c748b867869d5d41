import { misuse } from './failure.ts';

/** For commands that may give an identity provider another issuer, or entity id. */
export const ACCEPT_LINKED = [
  '--accept-linked <number>',
  'also if so many people are linked by what the former issuer calls them',
] as const;

export interface AcceptLinkedOptions {
  readonly acceptLinked?: string;
}

/** What the call is told of it. */
export function readAcceptedLinked({ acceptLinked }: AcceptLinkedOptions): { acceptLinked?: string } {
  if (acceptLinked === undefined) return {};
  if (!/^\d{1,6}$/.test(acceptLinked)) {
    throw misuse(`--accept-linked takes a whole number from 0 to 999999, and not ${acceptLinked}.`);
  }
  return { acceptLinked };
}
