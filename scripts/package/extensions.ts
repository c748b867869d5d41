import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import type { ExtensionIdentity } from '../../apps/extension/src/extension-id.ts';
import { buildExtension } from '../build-extension.ts';

export interface ExtensionPackage {
  readonly version: string;
  readonly origins: readonly string[];
  readonly isDemo: boolean;
  readonly madeAt: Date;
  /** By what browsers know it; left out: the built-in one. */
  readonly identity?: ExtensionIdentity | undefined;
}

/** The extension as the stores and policies of each browser take it. @returns the names of the files */
export async function makeExtensions(outDir: string, input: ExtensionPackage): Promise<readonly string[]> {
  const names: string[] = [];
  for (const browser of ['chromium', 'firefox'] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'workplace-extension-'));
    try {
      const { origins, isDemo, identity } = input;
      await buildExtension({ outDir: folder, origins, isDemo, browser, identity });
      const name = `workplace-extension-${input.version}-${browser}.${browser === 'firefox' ? 'xpi' : 'zip'}`;
      await writeFile(join(outDir, name), await zip(folder, input.madeAt));
      names.push(name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return names;
}

async function zip(folder: string, madeAt: Date): Promise<Uint8Array> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: Zippable = {};
  for (const path of paths.toSorted()) files[relative(folder, path).replaceAll('\\', '/')] = await readFile(path);
  return zipSync(files, { level: 9, mtime: dosTime(madeAt) });
}

/** Zip knows the builder's local time only: the digits of UTC are written, whatever the time zone. */
function dosTime(madeAt: Date): Date {
  return new Date(madeAt.getTime() + madeAt.getTimezoneOffset() * 60_000);
}
