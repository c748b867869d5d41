import { createContext, useContext } from 'react';
import type { LanguageName } from '@vestibule/texts';

/** The language of the page and the others there are. */
export interface LanguageChoice {
  readonly names: readonly LanguageName[];
  readonly language: LanguageName;
  readonly changeLanguage: (name: LanguageName) => void;
}

/** English alone, where no one has provided more. */
export const LanguageChoiceContext = createContext<LanguageChoice>({
  names: ['en'],
  language: 'en',
  changeLanguage: () => undefined,
});

export function useLanguageChoice(): LanguageChoice {
  return useContext(LanguageChoiceContext);
}
