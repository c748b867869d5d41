import { receivePost } from '../post-binding.ts';
import type { MessageName, Received } from '../received-message.ts';
import { receiveRedirect } from '../redirect-binding.ts';

const NAMES: readonly MessageName[] = ['LogoutRequest', 'LogoutResponse'];

/**
 * Decodes what came to the address of single logout by HTTP-Redirect. `received.name` says which of the two messages it
 * is, for `acceptLogoutRequest` or `acceptLogoutResponse`.
 *
 * @param rawQuery as for `receiveRedirect`
 */
export function receiveLogoutRedirect(rawQuery: string): Received {
  return receiveRedirect(rawQuery, NAMES);
}

/** The same by HTTP-POST. @param fields as for `receivePost` */
export function receiveLogoutPost(fields: Readonly<Record<string, unknown>>): Received {
  return receivePost(fields, NAMES);
}
