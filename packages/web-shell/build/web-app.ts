import { basename, join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { englishInItsPlace, everyTextIsExtracted } from '@vestibule/texts/build';
import type { BuildOptions, PluginOption, UserConfig } from 'vite';
import { saysItNeedsScript } from './without-script.ts';
import { SHELL_TEXTS } from './web-app-texts.ts';

export interface WebApp {
  /** Where the server has it: '/online/'. */
  readonly base: string;
  /** Others than those of its screens, from its folder. */
  readonly texts?: readonly string[];
  readonly plugins?: readonly PluginOption[];
  readonly build?: BuildOptions;
}

/** How a web application is built: its pages into `dist`, each English text in its place, each other language by itself. */
export function webApp(folder: string, { base, texts = [], plugins = [], build = {} }: WebApp): UserConfig {
  return {
    root: folder,
    base,
    plugins: [
      react(),
      ...plugins,
      saysItNeedsScript(),
      englishInItsPlace(folder, join(folder, SHELL_TEXTS)),
      lingui({ cwd: folder, failOnMissing: true, failOnCompileError: true }),
      everyTextIsExtracted(folder, SHELL_TEXTS, 'src/screens/*/texts.ts', ...texts),
    ],
    build: {
      outDir: join('../../dist', basename(folder)),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      /** Nothing is inlined: the content security policy allows no data addresses. */
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...build,
    },
  };
}
