import { defineConfig } from '@lingui/cli';
import { webAppTexts } from '@vestibule/web-shell/build/texts';

export default defineConfig(webAppTexts());
