import '@vestibule/ui/tokens.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Ports } from '@vestibule/flows';
import { chooseLanguage, loadLanguage, TextsProvider } from '@vestibule/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClientPort } from '../adapters/client.ts';
import { createPagePort } from '../adapters/page.ts';
import { createServerPort } from '../adapters/server.ts';
import { catalogues } from '../texts/catalogues.ts';

import { PortsContext } from './ports-context.tsx';
import { RoutedScreen } from './routed-screen.tsx';
import { goTo } from './go-to.ts';

const ports: Ports = {
  server: createServerPort(),
  client: createClientPort(),
  page: createPagePort(goTo),
};
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
const texts = await loadLanguage(catalogues, chooseLanguage(catalogues, navigator.languages));
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <PortsContext value={ports}>
      <QueryClientProvider client={queries}>
        <TextsProvider i18n={texts}>
          <RoutedScreen />
        </TextsProvider>
      </QueryClientProvider>
    </PortsContext>
  </StrictMode>,
);
