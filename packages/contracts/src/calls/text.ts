import * as z from 'zod/mini';

/** PostgreSQL keeps no U+0000 in a text. */
export const hasNoNul = z.refine<string>((text) => !text.includes('\0'), 'holds U+0000');
