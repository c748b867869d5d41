import { defineConfig } from '@lingui/cli';
import { webAppTexts } from '@vestibule/web-shell/build/texts';
import { TEXTS } from './texts-of-frame.ts';

export default defineConfig(webAppTexts(...TEXTS));
