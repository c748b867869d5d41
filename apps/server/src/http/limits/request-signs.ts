import type { FastifyRequest } from 'fastify';

/**
 * True where a browser says that a page of another site asks for something inside that page: a picture, a script, a form
 * sent without looking, a frame. What opens in a window of its own is not: an application sends people here so.
 */
export function isForeignSubresource({ headers }: FastifyRequest): boolean {
  return isOfOtherSite(headers) && !(headers['sec-fetch-mode'] === 'navigate' && isWindow(headers['sec-fetch-dest']));
}

/** True for what no page may send to any address here: it could not even read the answer. */
export function isForeignBlindRequest({ headers }: FastifyRequest): boolean {
  return isOfOtherSite(headers) && headers['sec-fetch-mode'] === 'no-cors';
}

/**
 * True for what a browser asks ahead of its person (speculation rules and links of any site make it, without cookies and
 * without saying whose), and for the beginning of a WebSocket, which says of no site either: there is none here.
 */
export function isUnmarkedRequest({ headers }: FastifyRequest): boolean {
  const purpose = String(headers['sec-purpose'] ?? headers['purpose'] ?? '');
  return purpose.includes('prefetch') || headers.upgrade?.toLowerCase() === 'websocket';
}

/** True for what another site opens in a window of its own: there a browser keeps what it is given. */
export function isOpenedByOtherSite({ method, headers }: FastifyRequest): boolean {
  const isWindowOfItsOwn = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && isWindowOfItsOwn && isOfOtherSite(headers);
}

/** The other site whose form or script sent this, as the browser says; null: none does. */
export function foreignOriginOf({ headers, company }: FastifyRequest): string | null {
  const { origin } = headers;
  return origin === undefined || origin === company?.publicUrl ? null : origin.slice(0, 255);
}

/** True where a browser says that no page of this very site led here: another site's, a program's link, or a bookmark. */
export function isLedFromOutside({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

/** True for whatever a browser says another site had it send. */
export function isOfOtherSite({ 'sec-fetch-site': site }: FastifyRequest['headers']): boolean {
  return site === 'cross-site' || site === 'same-site';
}

/** Without the header it is for the mode to say. */
function isWindow(destination: string | string[] | undefined): boolean {
  return destination === undefined || destination === 'document';
}
