import { loadLanguage } from '@vestibule/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Accounts } from '../src/app/accounts.tsx';
import { LanguageProvider } from '../src/app/language-context.tsx';
import { createFakePorts } from '../src/testing/fake-ports.ts';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.ts';

const query = new URLSearchParams(window.location.search);
const state = states.get(query.get('state') ?? '');
const wanted = query.get('language') ?? 'en';
const name = wanted === 'de' || wanted === 'fr' || wanted === 'es' ? wanted : 'en';
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no root');

createRoot(root).render(
  <StrictMode>
    {state === undefined ? (
      <Index />
    ) : (
      <LanguageProvider
        first={{ name, texts: await loadLanguage(catalogues, name) }}
        languages={{
          names: ['en', 'de', 'fr', 'es'],
          load: (language) => loadLanguage(catalogues, language),
          remember: () => undefined,
        }}
      >
        <Accounts ports={createFakePorts(state)} />
      </LanguageProvider>
    )}
  </StrictMode>,
);

function Index() {
  return (
    <ul>
      {[...states.keys()].map((key) => (
        <li key={key}>
          <a href={`?state=${key}`}>{key}</a>
        </li>
      ))}
    </ul>
  );
}
