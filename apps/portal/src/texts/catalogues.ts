import type { Catalogues } from '@vestibule/texts';

/** English stands in the screens themselves and comes with them; another language is loaded when it is wanted. */
export const catalogues: Catalogues = {
  en: () => Promise.resolve({}),
  de: async () => (await import('./de.ts')).messages,
  fr: async () => (await import('./fr.ts')).messages,
  es: async () => (await import('./es.ts')).messages,
};
