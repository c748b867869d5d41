import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Accounts } from './accounts.tsx';
import { createServer } from './server.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const server = createServer(window.fetch.bind(window));

createRoot(root).render(
  <StrictMode>
    <Accounts goTo={(address) => window.location.assign(address)} location={window.location} server={server} />
  </StrictMode>,
);
