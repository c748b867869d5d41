import { join, relative } from 'node:path';
import { build, type Plugin, preview } from 'vite';
import type { Application } from './applications.ts';

const results = join(import.meta.dirname, '../../.test-results');

/** As strict as the server's: the gallery would show what that refuses. The fonts are of the pictures alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface ServedGallery {
  /** Of the page with the list of states. */
  readonly address: string;
  close(): Promise<void>;
}

/** Builds the gallery of an application as the product is built, and serves it. */
export async function serveGallery({ name, folder }: Application): Promise<ServedGallery> {
  const configFile = join(folder, 'vite.config.ts');
  const outDir = join(results, `${name}-gallery`);
  const input = join(folder, 'gallery.html');
  await build({
    configFile,
    logLevel: 'error',
    plugins: [withFonts(folder)],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  const server = await preview({
    configFile,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': POLICY } },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error(`The gallery of ${name} is not served.`);
  return { address: `${address}gallery.html`, close: () => server.close() };
}

function withFonts(folder: string): Plugin {
  const href = relative(folder, join(import.meta.dirname, 'fonts.css'));
  return {
    name: 'fonts-of-the-pictures',
    transformIndexHtml: { order: 'pre', handler: () => [{ tag: 'link', attrs: { rel: 'stylesheet', href } }] },
  };
}
