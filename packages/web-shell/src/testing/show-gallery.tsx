import { type Catalogues, isLanguageName, type LanguageName, loadLanguage } from '@vestibule/texts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../language/language-provider.tsx';

/** Shows the state that the address names, in the language it names, or the list of all. @param draw by name */
export async function showGallery(catalogues: Catalogues, states: Iterable<string>, draw: (name: string) => ReactNode) {
  const query = new URLSearchParams(window.location.search);
  const names = [...states];
  const name = query.get('state') ?? '';
  const language = query.get('language') ?? '';
  const root = document.getElementById('root');
  if (root === null) throw new Error('gallery.html has no root');
  const load = (other: LanguageName) => loadLanguage(catalogues, other);
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider
        first={await load(isLanguageName(language) ? language : 'en')}
        languages={{ names: Object.keys(catalogues).filter(isLanguageName), load, remember: () => undefined }}
      >
        {names.includes(name) ? draw(name) : <Index states={names} />}
      </LanguageProvider>
    </StrictMode>,
  );
}

function Index({ states }: { readonly states: readonly string[] }) {
  return (
    <ul>
      {states.map((state) => (
        <li key={state}>
          <a href={`?state=${state}`}>{state}</a>
        </li>
      ))}
    </ul>
  );
}
