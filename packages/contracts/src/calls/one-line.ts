import * as z from 'zod/mini';

/** A name is one line: what breaks or turns it round could pass for other lines where somebody reads it. */
export const isOneLine = z.refine<string>(
  (text) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text),
  'must not hold control characters',
);
