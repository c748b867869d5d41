import { defineConfig } from '@lingui/cli';
import { linguiConfig } from '@vestibule/texts/build';

export default defineConfig(linguiConfig(['en', 'de', 'fr', 'es'], 'src/screens', '../../packages/checks/src'));
