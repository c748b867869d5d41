import { createContext, useContext } from 'react';
import type { LanguageName } from '@vestibule/texts';

/** The language of the page and the others there are. */
export interface LanguageChoice {
  readonly names: readonly LanguageName[];
  readonly language: LanguageName;
  readonly changeLanguage: (name: LanguageName) => void;
}

export const LanguageChoiceContext = createContext<LanguageChoice | null>(null);

/** Null where the page is shown in one language alone. */
export function useLanguageChoice(): LanguageChoice | null {
  return useContext(LanguageChoiceContext);
}
