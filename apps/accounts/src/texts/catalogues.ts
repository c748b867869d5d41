import type { Catalogues } from '@vestibule/texts';
import { messages as english } from '../../locales/en/messages.po';

/** English comes with the page; another language is loaded when it is wanted. */
export const catalogues: Catalogues = {
  en: () => Promise.resolve(english),
  de: async () => (await import('../../locales/de/messages.po')).messages,
  fr: async () => (await import('../../locales/fr/messages.po')).messages,
  es: async () => (await import('../../locales/es/messages.po')).messages,
};
