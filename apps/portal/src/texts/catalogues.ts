import type { Catalogues } from '@vestibule/texts';
import { messages as english } from '../../locales/en/messages.po';

/** English comes with the page; another language is loaded when it is wanted. */
export const catalogues: Catalogues = {
  en: () => Promise.resolve(english),
};
