import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { INSTALL_SCRIPT } from './install-script.ts';
import { DESKTOP_TEMPLATE, MAC_APPLICATION, makeMacIcon, readVectorIcon } from './menu-entries.ts';
import { assembleProgram, normalise, type PackageInput } from './program-folder.ts';
import { READER_UNITS } from './reader-units.ts';
import { expectToRun, type Target } from './runtimes.ts';
import { UPDATE_UNITS } from './update-units.ts';

/** A folder with `install.sh`, for one person or, run as root, for everyone. @returns the file's name */
export async function makeArchive(target: Target, outDir: string, input: PackageInput): Promise<string> {
  const isLinux = target.startsWith('linux');
  const top = `workplace-${input.version}-${target}`;
  const name = `${top}.tar.${isLinux ? 'xz' : 'gz'}`;
  const folder = await mkdtemp(join(tmpdir(), 'workplace-archive-'));
  try {
    await assembleArchive(join(folder, top), target, input);
    await expectToRun('tar', [
      ...['--create', '--file', join(outDir, name), '--directory', folder, '--format=ustar', '--sort=name'],
      ...[`--mtime=@${Math.floor(input.madeAt.getTime() / 1000)}`, '--owner=0', '--group=0', '--numeric-owner'],
      // Two threads give the same bytes on every computer; gzip leaves name and time out.
      `--use-compress-program=${isLinux ? 'xz -9e --threads=2' : 'gzip -9 --no-name'}`,
      top,
    ]);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the archive unpacks to. */
export async function assembleArchive(folder: string, target: Target, input: PackageInput): Promise<void> {
  await assembleProgram(folder, target, input);
  await writeFile(join(folder, 'install.sh'), INSTALL_SCRIPT);
  const entries = target.startsWith('linux') ? await linuxEntries() : await macApplication();
  for (const [path, content] of Object.entries(entries)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const units = target.startsWith('linux') ? { ...UPDATE_UNITS, ...READER_UNITS } : {};
  for (const [unit, text] of Object.entries(units)) await writeFile(join(folder, unit), text);
  await normalise(folder, input.madeAt);
}

/** What `install.sh` puts into the menu of applications. */
async function linuxEntries(): Promise<Readonly<Record<string, string | Buffer>>> {
  return { 'workplace.desktop': DESKTOP_TEMPLATE, 'workplace.svg': await readVectorIcon() };
}

async function macApplication(): Promise<Readonly<Record<string, string | Buffer>>> {
  const contents = { ...MAC_APPLICATION, 'Resources/workplace.icns': await makeMacIcon() };
  return Object.fromEntries(
    Object.entries(contents).map(([path, content]) => [`Workplace.app/Contents/${path}`, content]),
  );
}
