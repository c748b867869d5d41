import { showGallery } from '@vestibule/web-shell/gallery';
import { catalogues } from '../src/texts/catalogues.ts';
import { states } from './states.tsx';

await showGallery(catalogues, states.keys(), (name) => states.get(name));
