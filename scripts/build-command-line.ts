import { join, resolve } from 'node:path';
import { build } from 'vite';

const ENTRY = resolve(import.meta.dirname, '../apps/command-line/src/main.ts');

/** One script, to be handed out as it is: it needs Node and nothing else. @returns its path */
export async function buildCommandLine(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: ENTRY,
      outDir: folder,
      emptyOutDir: true,
      target: 'node22',
      minify: true,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'vestibule.mjs', codeSplitting: false } },
    },
  });
  return join(folder, 'vestibule.mjs');
}
