import { defineConfig } from '@lingui/cli';
import { catalogsOfFolders } from '@vestibule/texts/build';
import { webAppTexts } from '@vestibule/web-shell/build/texts';

const config = webAppTexts('../../packages/checks/src/texts.ts');

export default defineConfig({
  ...config,
  catalogs: [
    ...config.catalogs,
    ...catalogsOfFolders(import.meta.dirname, '../../packages/checks/src', 'src/screens/help'),
  ],
});
