import { CONSOLE_PATH } from '@vestibule/contracts';
import { showGallery } from '@vestibule/web-shell/gallery';
import { memoryLocation } from 'wouter/memory-location';
import '@vestibule/ui/tokens.css';
import '@vestibule/ui/base.css';
import '../src/console.css';
import { Console } from '../src/app/console.tsx';
import { createQueryClient } from '../src/hooks/use-answer.ts';
import { createFakePorts } from '../src/testing/fake-ports.ts';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.ts';

await showGallery(catalogues, states.keys(), (name) => {
  const state = states.get(name);
  if (state === undefined) return null;
  const address = `${CONSOLE_PATH}${state.address}`;
  const ports = createFakePorts(address, state.answers);
  // The browser's own event of a lost connection: what was shown before stays.
  window.addEventListener('offline', () => {
    ports.connection.isLost = true;
    ports.say({ said: 'lost' });
  });
  const { hook, searchHook } = memoryLocation({ path: address });
  return <Console place={{ hook, searchHook }} ports={ports} queries={createQueryClient(false)} />;
});
