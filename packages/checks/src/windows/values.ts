import * as z from 'zod/mini';

/** A whole number; the registry and older providers write some of them as text. Null where there is none. */
export const numberOrNull = z.nullable(
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^-?\d{1,15}$/))]),
    z.transform((value) => Number(value)),
  ),
);

/** Null where there is none; Windows PowerShell turns some missing texts into empty ones. */
export const textOrNull = z.pipe(
  z.nullable(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === '' ? null : String(value))),
);

export const booleanOrNull = z.nullable(z.boolean());

/** The registry writes a moment as ISO 8601, with seven digits after the second. @returns null when it is none */
export function momentOf(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}T[\d:.]{5,20}(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** A short stable name for policies, made of a maker's own: 'Trend Micro Apex One' becomes 'trend-micro-apex-one'. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '') || 'unnamed';
}
