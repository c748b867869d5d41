import { type LanguageName, loadLanguage } from '@vestibule/texts';
import { testI18n } from '@vestibule/texts/testing';
import type { ReactNode } from 'react';
import { LanguageProvider } from '../language/language-provider.tsx';

/** Pages with English texts, where another language can be chosen. @param remembered is given what was */
export function inEnglish(pages: ReactNode, remembered: LanguageName[]) {
  const languages = {
    names: ['en', 'de'],
    load: (name: LanguageName) => loadLanguage({}, name),
    remember: (name: LanguageName) => void remembered.push(name),
  } as const;
  return (
    <LanguageProvider first={testI18n} languages={languages}>
      {pages}
    </LanguageProvider>
  );
}
