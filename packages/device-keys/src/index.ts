export * from './agreement-key-proof.ts';
export * from './base64url.ts';
export * from './canonical-json.ts';
export * from './digest.ts';
export * from './grant.ts';
export * from './keys.ts';
export type { Verified } from './outcome.ts';
export * from './permit.ts';
export * from './report.ts';
