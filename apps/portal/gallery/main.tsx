import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadLanguage, TextsProvider } from '@vestibule/texts';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.tsx';

const name = new URLSearchParams(window.location.search).get('state') ?? '';
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no root');

createRoot(root).render(
  <StrictMode>
    <TextsProvider i18n={await loadLanguage(catalogues, 'en')}>{states.get(name) ?? <Index />}</TextsProvider>
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
