import type { FastifyRequest } from 'fastify';

const proven = new WeakSet<FastifyRequest>();

/** Notes that it is known who calls: what they showed opens something. */
export function noteProvenCaller(request: FastifyRequest): void {
  proven.add(request);
}

export function isOfProvenCaller(request: FastifyRequest): boolean {
  return proven.has(request);
}
