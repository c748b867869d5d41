import { showGallery } from '@vestibule/web-shell/gallery';
import { Accounts } from '../src/app/accounts.tsx';
import { createFakePorts } from '../src/testing/fake-ports.ts';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.ts';

await showGallery(catalogues, states.keys(), (name) => {
  const state = states.get(name);
  return state && <Accounts ports={createFakePorts(state)} />;
});
