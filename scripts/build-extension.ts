import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { EXTENSION_ID, type ExtensionIdentity } from '../apps/extension/src/extension-id.ts';
import {
  BRIDGE_FILE,
  type Browser,
  createManifest,
  ICONS,
  POPUP_SCRIPT,
  refuseOrigins,
  WORKER_FILE,
} from '../apps/extension/src/manifest.ts';
import { inProduction } from './in-production.ts';
import packageJson from '../package.json' with { type: 'json' };

export { EXTENSION_ID };

export interface BuildExtensionOptions {
  readonly outDir: string;
  /** Exact origins of the portals that the extension answers. */
  readonly origins: readonly string[];
  /** The demo build alone may name origins without TLS. */
  readonly isDemo: boolean;
  readonly browser?: Browser;
  /** By what browsers know it; left out: the built-in one. */
  readonly identity?: ExtensionIdentity | undefined;
}

const ICON_FOLDER = resolve(import.meta.dirname, '../apps/extension/icons');
const LOCALES = resolve(import.meta.dirname, '../apps/extension/_locales');
const SOURCES = resolve(import.meta.dirname, '../apps/extension/src');

/**
 * Builds the extension for one browser into a folder that can be loaded unpacked.
 * @returns the extension's id in Chromium
 */
export async function buildExtension(options: BuildExtensionOptions): Promise<{ readonly extensionId: string }> {
  const { outDir, origins, isDemo, identity, browser = 'chromium' } = options;
  const refusal = refuseOrigins(origins, isDemo);
  if (refusal !== null) throw new Error(refusal);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  await inProduction(() => buildScript('worker.ts', WORKER_FILE, options));
  await inProduction(() => buildScript('bridge.ts', BRIDGE_FILE, options));
  await inProduction(() => buildScript('popup.ts', POPUP_SCRIPT, options));
  for (const file of ['popup.html', 'popup.css']) await copyFile(join(SOURCES, 'popup', file), join(outDir, file));
  await cp(LOCALES, join(outDir, '_locales'), { recursive: true });
  await cp(ICON_FOLDER, join(outDir, 'icons'), { recursive: true, filter: (file) => !file.endsWith('.svg') });
  const manifest = createManifest({ browser, version: packageJson.version, origins, isDemo, identity, icons: ICONS });
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { extensionId: EXTENSION_ID };
}

/** Workers and content scripts are one file each, so each is a build of its own. */
async function buildScript(entry: string, file: string, { outDir, origins }: BuildExtensionOptions): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { VESTIBULE_ORIGINS: JSON.stringify(origins) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(SOURCES, 'entrypoints', entry),
        // The popup is a page and may wait; worker and bridge are classic scripts.
        output: { format: file === POPUP_SCRIPT ? 'es' : 'iife', entryFileNames: file },
        // Making a schema has no effect next to the schema: those that no one asks are left out.
        treeshake: { moduleSideEffects: false, manualPureFunctions: ['z'] },
      },
    },
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'dist/extension' },
      origin: { type: 'string', multiple: true, default: [] },
      browser: { type: 'string', default: 'chromium' },
      demo: { type: 'boolean', default: false },
    },
  });
  if (values.browser !== 'chromium' && values.browser !== 'firefox') {
    throw new Error('--browser is chromium or firefox.');
  }
  const { extensionId } = await buildExtension({
    outDir: values.out,
    origins: values.origin,
    isDemo: values.demo,
    browser: values.browser,
  });
  console.log(`${values.out}: extension ${extensionId} for ${values.origin.join(', ')}`);
}
