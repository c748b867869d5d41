import { isLanguageName, type LanguageName, TextsProvider, type TextsProviderProps } from '@vestibule/texts';
import { type ReactNode, useEffect, useState } from 'react';
import { LanguageChoiceContext } from './language-choice.ts';

type Texts = TextsProviderProps['i18n'];

/** The languages of an application: loads one and remembers it as the person's choice. */
export interface Languages {
  readonly names: readonly LanguageName[];
  load(name: LanguageName): Promise<Texts>;
  remember(name: LanguageName): void;
  /** Told when the texts did not come. */
  readonly tellLost?: (() => void) | undefined;
}

export interface LanguageProviderProps {
  readonly languages: Languages;
  /** The texts of the first page, loaded already. */
  readonly first: Texts;
  readonly children: ReactNode;
}

/** Gives texts in one language to everything in it, and the way to another language. */
export function LanguageProvider({ languages, first, children }: LanguageProviderProps) {
  const [texts, setTexts] = useState(first);
  const { locale } = texts;
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  async function change(name: LanguageName) {
    try {
      setTexts(await languages.load(name));
      languages.remember(name);
    } catch {
      // The language that is there stays; a page that is loaded again is in the one that was chosen.
      languages.remember(name);
      languages.tellLost?.();
    }
  }

  const choice = {
    names: languages.names,
    language: isLanguageName(locale) ? locale : 'en',
    changeLanguage: (name: LanguageName) => void change(name),
  } as const;
  return (
    <LanguageChoiceContext value={choice}>
      <TextsProvider i18n={texts}>{children}</TextsProvider>
    </LanguageChoiceContext>
  );
}
