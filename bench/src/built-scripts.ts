import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Figure, summarise } from './statistics.ts';

const portal = join(import.meta.dirname, '../../dist/portal');
const assets = join(portal, 'assets');

/** A route's own script, and the ones that it cannot start without. */
const ROUTE = /^([a-z-]+)-route-[\w-]+\.js$/;
const STATIC_IMPORT = /(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;
const BYTES_PER_KB = 1000;

/** JavaScript loaded first by /device-check/: what its page names and everything that imports at once. */
export async function measureFirstLoad(): Promise<Figure> {
  const kilobytes = await sizeOf(await withImports(await scriptsOfPage()));
  const name = 'JavaScript loaded first by /device-check/, brotli';
  return summarise(name, 'kB', { medianAtMost: 130 }, [kilobytes]);
}

/** What the heaviest route adds to that; Dialog, Tabs and the like are loaded when they are first used. */
export async function measureRouteCode(): Promise<Figure> {
  const first = await withImports(await scriptsOfPage());
  const routes = (await readdir(assets)).filter((file) => ROUTE.test(file));
  if (routes.length === 0) throw new Error('No script of a route was found in dist/portal/assets.');
  const sizes = await Promise.all(
    routes.map(async (route) => ({
      name: ROUTE.exec(route)?.[1] ?? route,
      size: await sizeOf([...(await withImports([route]))].filter((file) => !first.has(file))),
    })),
  );
  const [heaviest] = sizes.toSorted((a, b) => b.size - a.size);
  if (heaviest === undefined) throw new Error('No route has a size.');
  const name = `own code of the heaviest of ${sizes.length} routes (${heaviest.name}), brotli`;
  return summarise(name, 'kB', { medianAtMost: 25 }, [heaviest.size]);
}

async function scriptsOfPage(): Promise<readonly string[]> {
  const page = await readFile(join(portal, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/device-check\/assets\/([^"]+\.js)"/g)].map(([, file]) => file ?? '');
  if (files.length === 0) throw new Error('No script was found in dist/portal/index.html.');
  return files;
}

/** The scripts and everything they import before they run. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const code = await readFile(join(assets, file), 'utf8');
    for (const [, imported = ''] of code.matchAll(STATIC_IMPORT)) found.add(imported);
  }
  return found;
}

async function sizeOf(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => brotliCompressSync(await readFile(join(assets, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_KB;
}
