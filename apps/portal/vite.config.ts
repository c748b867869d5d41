import { webApp } from '@vestibule/web-shell/build';
import { defineConfig } from 'vite';
import { firstTitle } from './build/first-title-plugin.ts';

const folder = import.meta.dirname;

export default defineConfig(
  webApp(folder, {
    base: '/device-check/',
    texts: [
      'src/screens/help/*/article.ts',
      '../../packages/checks/src/texts.ts',
      '../../packages/checks/src/*/{texts,article}.ts',
    ],
    plugins: [firstTitle(folder)],
    build: {
      modulePreload: {
        polyfill: false,
        // Seldom wanted: what it needs is fetched after it, so that the first page does not have to name all of it.
        resolveDependencies: (file, needed) =>
          file.includes('registering-computers') ? needed.filter((name) => name.endsWith('.css')) : needed,
      },
      rolldownOptions: {
        // What the first page needs comes in one file: many small ones compress badly.
        output: {
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
          // The first page names every part: 42 bits tell their versions apart, and each name is one character shorter.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
        // Making a schema has no effect next to the schema: those that no one asks are left out.
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  }),
);
