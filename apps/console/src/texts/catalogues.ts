import type { Catalogues } from '@vestibule/texts';

/** English stands in the screens themselves and comes with them; another language is loaded when it is wanted. */
export const catalogues: Catalogues = {
  en: () => Promise.resolve({}),
  de: async () => (await import('../../locales/de/messages.po')).messages,
  fr: async () => (await import('../../locales/fr/messages.po')).messages,
  es: async () => (await import('../../locales/es/messages.po')).messages,
};
