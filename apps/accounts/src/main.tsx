import '@vestibule/ui/tokens.css';
import { openPages } from '@vestibule/web-shell';
import { createKeepsakes } from './adapters/keepsakes.ts';
import { createNavigation } from './adapters/navigation.ts';
import { createPasskeys } from './adapters/passkeys.ts';
import { createReturns } from './adapters/returns.ts';
import { createServer } from './adapters/server.ts';
import { Accounts } from './app/accounts.tsx';
import type { Ports } from './app/ports-context.ts';
import { catalogues } from './texts/catalogues.ts';

const ports: Ports = {
  server: createServer(window.fetch.bind(window), () => document.cookie),
  passkeys: createPasskeys(),
  navigation: createNavigation(),
  keepsakes: createKeepsakes(),
  returns: createReturns(() => window.sessionStorage),
};

const show = await openPages(catalogues);
show(<Accounts ports={ports} />);
