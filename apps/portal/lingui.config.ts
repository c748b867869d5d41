import { defineConfig } from '@lingui/cli';
import { catalogsOfFolders, linguiConfig } from '@vestibule/texts/build';

const config = linguiConfig(['en', 'de', 'fr', 'es'], 'src/screens', '../../packages/checks/src/texts.ts');

export default defineConfig({
  ...config,
  catalogs: [
    ...config.catalogs,
    ...catalogsOfFolders(import.meta.dirname, '../../packages/checks/src', 'src/screens/help'),
  ],
});
