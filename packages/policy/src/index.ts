export * from './continue-offer.ts';
export * from './evaluate.ts';
export * from './may-continue.ts';
export * from './parse-policy.ts';
export * from './passage.ts';
export * from './policy-schema.ts';
export * from './roll-out.ts';
