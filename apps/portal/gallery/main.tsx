import { isLanguageName, loadLanguage } from '@vestibule/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../src/app/language-provider.tsx';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.tsx';

const wanted = new URLSearchParams(window.location.search);
const name = wanted.get('state') ?? '';
const language = wanted.get('language') ?? '';
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no root');

createRoot(root).render(
  <StrictMode>
    <LanguageProvider
      first={await loadLanguage(catalogues, isLanguageName(language) ? language : 'en')}
      languages={{
        names: Object.keys(catalogues).filter(isLanguageName),
        load: (other) => loadLanguage(catalogues, other),
        remember: () => undefined,
        tellLost: () => undefined,
      }}
    >
      {states.get(name) ?? <Index />}
    </LanguageProvider>
  </StrictMode>,
);

function Index() {
  return (
    <ul>
      {[...states.keys()].map((state) => (
        <li key={state}>
          <a href={`?state=${state}`}>{state}</a>
        </li>
      ))}
    </ul>
  );
}
