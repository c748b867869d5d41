import { globSync, readFileSync } from 'node:fs';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;

/** A text that is not in the English catalogue yet fails the build; the Lingui plugin does the same for translations. */
function everyTextIsExtracted(): Plugin {
  return {
    name: 'every-text-is-extracted',
    apply: 'build',
    async buildStart() {
      const catalogue = readFileSync(`${folder}/locales/en/messages.po`, 'utf8');
      for (const file of globSync(`${folder}/src/screens/*/texts.ts`)) {
        const module = (await import(file)) as Record<string, Record<string, { id: string; message: string }>>;
        for (const { id, message } of Object.values(module).flatMap((texts) => Object.values(texts))) {
          const entry = `msgid "${id}"\nmsgstr ${JSON.stringify(message)}\n`;
          if (!catalogue.includes(entry)) this.error(`${id} is missing or old in locales/en: run "npm run texts"`);
        }
      }
    },
  };
}

export default defineConfig({
  root: folder,
  base: '/device-check/',
  plugins: [react(), lingui({ cwd: folder, failOnMissing: true, failOnCompileError: true }), everyTextIsExtracted()],
  build: {
    outDir: '../../dist/portal',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    /** Nothing is inlined: the content security policy allows no data addresses. */
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
