import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { translationsOf } from '@vestibule/texts/build';
import { build, type Plugin } from 'vite';

const PAGE = '/index.html';
const TITLE = 'home.checking.determining';
const LOST = { title: 'serviceError.title', tryAgain: 'page.tryAgain' };

/**
 * Puts the script of src/first-title/first-title-entry.ts into the page, with what it says in every language. It is a file of its
 * own, a kilobyte, that runs long before the scripts of the screens are here, and says so when they do not come.
 */
export function firstTitle(folder: string): Plugin {
  let file = '';
  let base = '/';
  return {
    name: 'first-title',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    async buildStart() {
      const inLanguages = (id: string) => translationsOf(folder, id);
      const code = await compile(folder, {
        FIRST_TITLES: await inLanguages(TITLE),
        LOST_TEXTS: { title: await inLanguages(LOST.title), tryAgain: await inLanguages(LOST.tryAgain) },
      });
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      file = `assets/first-title-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: file, source: code });
    },
    transformIndexHtml(_html, { path }) {
      return path === PAGE ? [{ tag: 'script', attrs: { src: `${base}${file}` }, injectTo: 'body' }] : [];
    },
  };
}

async function compile(folder: string, texts: Readonly<Record<string, object>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: Object.fromEntries(Object.entries(texts).map(([name, said]) => [name, JSON.stringify(said)])),
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: join(folder, 'src/first-title/first-title-entry.ts'), formats: ['iife'], name: 'firstTitle' },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The script of the first title was not built.');
  return output.output[0].code;
}
