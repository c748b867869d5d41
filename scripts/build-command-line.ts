import { join, resolve } from 'node:path';
import { build } from 'vite';

const ENTRY = resolve(import.meta.dirname, '../apps/command-line/src/main.ts');

const OLDEST_NODE = 22;
/** Comes before everything else: what follows is for newer ones, and says so in no words that help. */
const CHECK = `if(Number(process.versions.node.split('.')[0])<${OLDEST_NODE}){process.stderr.write('vestibule needs Node ${OLDEST_NODE} or newer, and this is '+process.versions.node+'. Install a newer one from nodejs.org, and run the same command again.\\n');process.exit(2)}`;

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
      rolldownOptions: {
        output: { format: 'es', entryFileNames: 'vestibule.mjs', codeSplitting: false, banner: CHECK },
      },
    },
  });
  return join(folder, 'vestibule.mjs');
}
