import '@vestibule/ui/tokens.css';
import { chooseLanguage, isLanguageName, type LanguageName, loadLanguage } from '@vestibule/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createKeepsakes } from './adapters/keepsakes.ts';
import { createLanguageStore } from './adapters/language-store.ts';
import { createNavigation } from './adapters/navigation.ts';
import { createPasskeys } from './adapters/passkeys.ts';
import { createServer } from './adapters/server.ts';
import { Accounts } from './app/accounts.tsx';
import { LanguageProvider } from './app/language-context.tsx';
import type { Ports } from './app/ports-context.ts';
import { catalogues } from './texts/catalogues.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const ports: Ports = {
  server: createServer(window.fetch.bind(window), () => document.cookie),
  passkeys: createPasskeys(),
  navigation: createNavigation(),
  keepsakes: createKeepsakes(),
};
const store = createLanguageStore(() => window.localStorage);

/** English comes with the page, when the texts of the other language do not. */
async function loadFirstLanguage(name: LanguageName) {
  try {
    return { name, texts: await loadLanguage(catalogues, name) };
  } catch {
    return { name: 'en' as const, texts: await loadLanguage(catalogues, 'en') };
  }
}

createRoot(root).render(
  <StrictMode>
    <LanguageProvider
      first={await loadFirstLanguage(store.read() ?? chooseLanguage(catalogues, navigator.languages))}
      languages={{
        names: Object.keys(catalogues).filter(isLanguageName),
        load: (language) => loadLanguage(catalogues, language),
        remember: (language) => store.write(language),
      }}
    >
      <Accounts ports={ports} />
    </LanguageProvider>
  </StrictMode>,
);
