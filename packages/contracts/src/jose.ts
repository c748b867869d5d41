import * as z from 'zod/mini';

/** Flattened JWS JSON serialisation (RFC 7515, 7.2.2), ES256. */
export const flattenedJwsSchema = z.object({
  protected: z.string().check(z.maxLength(2048)),
  payload: z.string().check(z.maxLength(400_000)),
  signature: z.string().check(z.maxLength(256)),
});
export type FlattenedJws = z.infer<typeof flattenedJwsSchema>;

/** Public half of a P-256 key (RFC 7518, 6.2). */
export const publicJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.maxLength(64)),
  y: z.string().check(z.maxLength(64)),
});
export type PublicJwk = z.infer<typeof publicJwkSchema>;
