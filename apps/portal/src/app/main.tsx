import '@vestibule/ui/tokens.css';
import './first-title.css';
import type { Ports } from '@vestibule/flows';
import { chooseLanguage, isLanguageName, type LanguageName, loadLanguage } from '@vestibule/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClientPort } from '../adapters/client.ts';
import { createEventsPort } from '../adapters/events.ts';
import { createLog } from '../adapters/log.ts';
import { createMemory } from '../adapters/memory.ts';
import { createPagePort } from '../adapters/page.ts';
import { rememberComputer } from '../adapters/remember-computer.ts';
import { createServerPort } from '../adapters/server.ts';
import { catalogues } from '../texts/catalogues.ts';
import { goTo } from './go-to.ts';
import { LanguageProvider } from './language-provider.tsx';
import { PortsContext } from './ports-context.tsx';
import { RoutedScreen } from './routed-screen.tsx';

const memory = createMemory();
const ports: Ports = {
  server: createServerPort(),
  client: rememberComputer(createClientPort(), memory),
  page: createPagePort(goTo),
  events: createEventsPort(),
  log: createLog(),
  memory,
};
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root element.');

/** The one that was chosen by hand, else the first that the browser asks for. */
function firstLanguage(): LanguageName {
  const chosen = memory.read('language') ?? '';
  return isLanguageName(chosen) ? chosen : chooseLanguage(catalogues, navigator.languages);
}

/** English comes with the page, when the texts of the other language do not. */
async function loadFirstTexts() {
  try {
    return await loadLanguage(catalogues, firstLanguage());
  } catch {
    return loadLanguage(catalogues, 'en');
  }
}

createRoot(root).render(
  <StrictMode>
    <PortsContext value={ports}>
      <LanguageProvider
        first={await loadFirstTexts()}
        languages={{
          names: Object.keys(catalogues).filter(isLanguageName),
          load: (name) => loadLanguage(catalogues, name),
          remember: (name) => memory.write('language', name),
        }}
      >
        <RoutedScreen />
      </LanguageProvider>
    </PortsContext>
  </StrictMode>,
);
