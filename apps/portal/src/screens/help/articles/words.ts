import type { Messages } from '@lingui/core';

/** The words of all articles in each other language; a further one is a file next to `de.ts` and a line here. */
export const WORDS: Readonly<Record<string, () => Promise<Messages>>> = {
  de: async () => (await import('./de.ts')).messages,
  fr: async () => (await import('./fr.ts')).messages,
  es: async () => (await import('./es.ts')).messages,
};
