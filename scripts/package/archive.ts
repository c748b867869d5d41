import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALL_SCRIPT } from './install-script.ts';
import { assembleProgram, normalise, type PackageInput } from './program-folder.ts';
import { expectToRun, type Target } from './runtimes.ts';
import { UPDATE_UNITS } from './update-units.ts';

/** A folder with `install.sh`, for one person or, run as root, for everyone. @returns the file's name */
export async function makeArchive(target: Target, outDir: string, input: PackageInput): Promise<string> {
  const isLinux = target.startsWith('linux');
  const top = `workplace-${input.version}-${target}`;
  const name = `${top}.tar.${isLinux ? 'xz' : 'gz'}`;
  const folder = await mkdtemp(join(tmpdir(), 'workplace-archive-'));
  try {
    await assembleProgram(join(folder, top), target, input);
    await writeFile(join(folder, top, 'install.sh'), INSTALL_SCRIPT);
    if (isLinux) {
      for (const [unit, text] of Object.entries(UPDATE_UNITS)) await writeFile(join(folder, top, unit), text);
    }
    await normalise(folder, input.madeAt);
    await expectToRun('tar', [
      ...['--create', '--file', join(outDir, name), '--directory', folder, '--format=ustar', '--sort=name'],
      ...[`--mtime=@${Math.floor(input.madeAt.getTime() / 1000)}`, '--owner=0', '--group=0', '--numeric-owner'],
      // Two threads give the same bytes on every computer; gzip leaves name and time out.
      `--use-compress-program=${isLinux ? 'xz -6 --threads=2' : 'gzip -9 --no-name'}`,
      top,
    ]);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
