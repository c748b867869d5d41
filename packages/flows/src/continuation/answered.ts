import type { SamlPostData } from '@vestibule/contracts';
import type { Ports } from '../ports.ts';

/** Sign-ins that one tab has answered, the newest ones. */
const MOST_REMEMBERED = 10;

/**
 * Posts the response, and remembers in this tab that the sign-in has had one: an application takes one answer to its
 * question, and a page that is come back to must not send another by itself.
 */
export function postResponse(
  { page, memory }: Pick<Ports, 'page' | 'memory'>,
  loginMarker: string | null,
  data: SamlPostData,
): void {
  rememberAnswered({ memory }, loginMarker);
  page.submitForm(data);
}

export function rememberAnswered({ memory }: Pick<Ports, 'memory'>, loginMarker: string | null): void {
  if (loginMarker === null) return;
  const others = (memory.read('answeredSignIns') ?? []).filter((marker) => marker !== loginMarker);
  memory.write('answeredSignIns', [loginMarker, ...others].slice(0, MOST_REMEMBERED));
}

/** Whether this tab has sent a response to this sign-in before. */
export function isAnswered({ memory }: Pick<Ports, 'memory'>, loginMarker: string | null): boolean {
  return loginMarker !== null && (memory.read('answeredSignIns') ?? []).includes(loginMarker);
}
