import { type Catalogues, chooseLanguage, isLanguageName, type LanguageName, loadLanguage } from '@vestibule/texts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from './language/language-provider.tsx';
import { createLanguageStore } from './language/language-store.ts';

/**
 * Begins the pages of an application, in the language that was chosen by hand, else the first that the browser asks for.
 * @param tellLost told when the texts of a language do not come
 * @returns shows the pages, or what stands in their place from then on
 */
export async function openPages(catalogues: Catalogues, tellLost?: () => void): Promise<(pages: ReactNode) => void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no root element.');
  const root = createRoot(element);
  const store = createLanguageStore(() => window.localStorage);
  const load = (name: LanguageName) => loadLanguage(catalogues, name);
  const wanted = store.read() ?? chooseLanguage(catalogues, navigator.languages);
  // English comes with the page, when the texts of the other language do not.
  const first = await load(wanted).catch(() => load('en'));
  const languages = {
    names: Object.keys(catalogues).filter(isLanguageName),
    load,
    remember: (name: LanguageName) => store.write(name),
    tellLost,
  };
  return (pages) =>
    root.render(
      <StrictMode>
        <LanguageProvider first={first} languages={languages}>
          {pages}
        </LanguageProvider>
      </StrictMode>,
    );
}
