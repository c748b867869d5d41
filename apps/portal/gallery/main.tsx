import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadLanguage } from '../src/texts/languages.ts';
import { TextsProvider } from '../src/texts/texts-context.tsx';
import { states } from './states.tsx';

const name = new URLSearchParams(window.location.search).get('state') ?? '';
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no root');

createRoot(root).render(
  <StrictMode>
    <TextsProvider i18n={await loadLanguage('en')}>{states.get(name) ?? <Index />}</TextsProvider>
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
