import { chmod, copyFile, cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROVISIONING_FILE, type Provisioning } from '../../apps/client/src/state/provisioning.ts';
import {
  placeReaderLauncher,
  READER_CODE,
  READER_LAUNCHER,
  unixLauncher,
  WINDOWS_LAUNCHER,
  WINDOWS_SCRIPTS,
} from '../build-client.ts';
import { provideRuntime, type Target } from './runtimes.ts';

const root = join(import.meta.dirname, '../..');

/** What every package of one run is made of. */
export interface PackageInput {
  readonly version: string;
  /** Folder with the bundled `workplace.mjs` and its parts. */
  readonly bundle: string;
  readonly provisioning: Provisioning;
  /** Stamped on every file, so that the same sources give the same bytes. */
  readonly madeAt: Date;
  readonly tell: (line: string) => void;
}

/** Puts together what is installed on a computer: the vendor's runtime, the script, the launcher and whom it answers. */
export async function assembleProgram(folder: string, target: Target, input: PackageInput): Promise<void> {
  const isWindows = target === 'windows-x64';
  const runtime = await provideRuntime(target, input.tell);
  await mkdir(folder, { recursive: true });
  const node = join(folder, isWindows ? 'node.exe' : 'node');
  await copyFile(runtime.binary, node);
  await chmod(node, 0o755);
  for (const name of await readdir(input.bundle)) {
    const isForHere = target.startsWith('linux') || name !== READER_CODE;
    if (name.endsWith('.mjs') && isForHere) await copyFile(join(input.bundle, name), join(folder, name));
  }
  const launcher = join(folder, isWindows ? 'workplace.cmd' : 'workplace');
  await writeFile(launcher, isWindows ? WINDOWS_LAUNCHER : unixLauncher('release'));
  await chmod(launcher, 0o755);
  if (target.startsWith('linux')) await placeReaderLauncher(folder);
  if (isWindows) await cp(WINDOWS_SCRIPTS, join(folder, 'scripts'), { recursive: true });
  await writeFile(join(folder, PROVISIONING_FILE), `${JSON.stringify(input.provisioning, null, 2)}\n`);
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  // The package for Windows comes without the text, which is the same for all.
  const licensed = existsSync(join(runtime.folder, 'LICENSE'))
    ? runtime
    : await provideRuntime('linux-x64', input.tell);
  await copyFile(join(licensed.folder, 'LICENSE'), join(folder, 'LICENSE-node.txt'));
}

/** Gives everything below a folder the same modes and times, whatever the umask and the clock of the builder are. */
export async function normalise(folder: string, madeAt: Date): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) await normalise(path, madeAt);
    else {
      await chmod(path, isProgram(entry.name) ? 0o755 : 0o644);
      await utimes(path, madeAt, madeAt);
    }
  }
  await chmod(folder, 0o755);
  await utimes(folder, madeAt, madeAt);
}

function isProgram(name: string): boolean {
  return ['node', 'workplace', 'Workplace', READER_LAUNCHER, 'install.sh', 'postinst', 'prerm'].includes(name);
}
