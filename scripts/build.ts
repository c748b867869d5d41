import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as buildWithVite } from 'vite';
import { buildClient } from './build-client.ts';
import { buildCommandLine } from './build-command-line.ts';
import { buildExtensionKit } from './build-extension-kit.ts';
import { inProduction } from './in-production.ts';

const root = join(import.meta.dirname, '..');
const distFolder = join(root, 'dist');

interface Target {
  readonly name: string;
  readonly output: string;
  readonly sources: readonly string[];
  readonly build: () => Promise<unknown>;
}

const shared = ['package-lock.json', 'packages/contracts', 'packages/checks', 'packages/policy', 'packages/texts'];

const shell = ['packages/ui', 'packages/web-shell'];

const TARGETS: readonly Target[] = [
  {
    name: 'portal',
    output: 'dist/portal/index.html',
    sources: [...shared, ...shell, 'packages/flows', 'apps/portal'],
    build: () => buildWithVite({ root: join(root, 'apps/portal'), logLevel: 'warn' }),
  },
  {
    name: 'accounts',
    output: 'dist/accounts/index.html',
    sources: [...shared, ...shell, 'apps/accounts'],
    build: () => buildWithVite({ root: join(root, 'apps/accounts'), logLevel: 'warn' }),
  },
  {
    name: 'console',
    output: 'dist/console/index.html',
    sources: [...shared, ...shell, 'apps/console'],
    build: () => buildWithVite({ root: join(root, 'apps/console'), logLevel: 'warn' }),
  },
  {
    name: 'client',
    output: 'dist/client',
    sources: [...shared, 'packages/device-keys', 'apps/client', 'scripts/build-client.ts'],
    build: () => buildClient({ outDir: join(distFolder, 'client'), build: 'development' }),
  },
  {
    name: 'command line',
    output: 'dist/command-line/vestibule.mjs',
    sources: ['package-lock.json', 'packages/contracts', 'apps/command-line', 'scripts/build-command-line.ts'],
    build: () => buildCommandLine(join(distFolder, 'command-line')),
  },
  {
    name: 'extension',
    output: 'dist/extension-kit',
    sources: [
      'package-lock.json',
      'package.json',
      'packages/contracts',
      'apps/extension',
      'scripts/build-extension.ts',
      'scripts/build-extension-kit.ts',
    ],
    build: () => buildExtensionKit(join(distFolder, 'extension-kit')),
  },
];

/**
 * Builds what the server, the browser and the computer run: the web applications, the client, the command line for a help desk, and the extension with an
 * address that `vestibule extension` replaces. What has not changed since its last build is left as it is.
 * @param tell told one line for each thing that is built
 */
export async function buildAll(tell: (line: string) => void): Promise<void> {
  const stampFile = join(distFolder, 'stamps.json');
  const stamps = (existsSync(stampFile) ? JSON.parse(await readFile(stampFile, 'utf8')) : {}) as Record<string, string>;
  for (const target of TARGETS) {
    const stamp = await stampOf(target.sources);
    if (stamps[target.name] === stamp && existsSync(join(root, target.output))) continue;
    tell(`Building the ${target.name}…`);
    await inProduction(target.build);
    stamps[target.name] = stamp;
    await mkdir(distFolder, { recursive: true });
    await writeFile(stampFile, `${JSON.stringify(stamps, null, 2)}\n`);
  }
}

async function stampOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) await addToHash(join(root, source), hash);
  return hash.digest('hex');
}

async function addToHash(path: string, hash: ReturnType<typeof createHash>): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    hash.update(path.slice(root.length)).update(await readFile(path));
    return;
  }
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))) {
    const isSource = entry.name !== 'node_modules' && !entry.name.startsWith('.') && !entry.name.includes('.test.');
    if (isSource) await addToHash(join(path, entry.name), hash);
  }
}

if (import.meta.main) {
  await buildAll((line) => process.stdout.write(`${line}\n`));
  process.stdout.write('Built.\n');
}
