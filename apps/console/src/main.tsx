import '@vestibule/ui/tokens.css';
import '@vestibule/ui/base.css';
import './console.css';
import { openPages } from '@vestibule/web-shell';
import { createBrowser } from './adapters/browser.ts';
import { createLive } from './adapters/live.ts';
import { createPasskeys } from './adapters/passkeys.ts';
import { createServer } from './adapters/server.ts';
import { Console } from './app/console.tsx';
import type { Ports } from './hooks/ports-context.ts';
import { createQueryClient } from './hooks/use-answer.ts';
import { catalogues } from './texts/catalogues.ts';

const ports: Ports = {
  server: createServer(window.fetch.bind(window), () => document.cookie),
  passkeys: createPasskeys(),
  browser: createBrowser(),
  live: createLive(),
};

const show = await openPages(catalogues);
show(<Console ports={ports} queries={createQueryClient()} />);
