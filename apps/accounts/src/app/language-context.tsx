import { type LanguageName, TextsProvider, type TextsProviderProps } from '@vestibule/texts';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

type Texts = TextsProviderProps['i18n'];

/** The languages of these pages: loads one and remembers it as the person's choice. */
export interface Languages {
  readonly names: readonly LanguageName[];
  load(name: LanguageName): Promise<Texts>;
  remember(name: LanguageName): void;
}

interface LanguageChoice {
  readonly names: readonly LanguageName[];
  readonly language: LanguageName;
  readonly changeLanguage: (name: LanguageName) => void;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

export interface LanguageProviderProps {
  readonly languages: Languages;
  /** The language of the first page, loaded already. */
  readonly first: { readonly name: LanguageName; readonly texts: Texts };
  readonly children: ReactNode;
}

export function LanguageProvider({ languages, first, children }: LanguageProviderProps) {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    document.documentElement.lang = shown.name;
  }, [shown.name]);

  async function change(name: LanguageName) {
    try {
      const texts = await languages.load(name);
      languages.remember(name);
      setShown({ name, texts });
    } catch {
      // Its texts could not be loaded: the language that is there stays.
    }
  }

  const choice = {
    names: languages.names,
    language: shown.name,
    changeLanguage: (name: LanguageName) => void change(name),
  };
  return (
    <LanguageContext value={choice}>
      <TextsProvider i18n={shown.texts}>{children}</TextsProvider>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (choice === null) throw new Error('useLanguage needs a LanguageProvider above it');
  return choice;
}
