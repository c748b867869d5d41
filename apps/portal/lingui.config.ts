import { defineConfig } from '@lingui/cli';
import { linguiConfig } from '@vestibule/texts/build';

export default defineConfig(linguiConfig(['en'], 'src/screens'));
