import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { translationsOf } from '@vestibule/texts/build';
import { build, type Plugin } from 'vite';

const PAGE = '/index.html';
const LANGUAGES = ['en', 'de', 'fr', 'es'];
const TITLE = 'home.checking.determining';

/**
 * Puts the script of src/app/first-title-entry.ts into the page, with the title in every language. It is a file of its
 * own, half a kilobyte, that runs long before the scripts of the screens are here.
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
      const code = await compile(folder, await translationsOf(folder, LANGUAGES, TITLE));
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      file = `assets/first-title-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: file, source: code });
    },
    transformIndexHtml(_html, { path }) {
      return path === PAGE ? [{ tag: 'script', attrs: { src: `${base}${file}` }, injectTo: 'body' }] : [];
    },
  };
}

async function compile(folder: string, titles: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { FIRST_TITLES: JSON.stringify(titles) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: join(folder, 'src/app/first-title-entry.ts'), formats: ['iife'], name: 'firstTitle' },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The script of the first title was not built.');
  return output.output[0].code;
}
