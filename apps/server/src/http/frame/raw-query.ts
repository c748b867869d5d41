import type { FastifyRequest } from 'fastify';

/** The query as it was sent: signatures are over these very octets. */
export function rawQuery(request: FastifyRequest): string {
  const address = request.raw.url ?? '';
  const mark = address.indexOf('?');
  return mark === -1 ? '' : address.slice(mark + 1);
}
