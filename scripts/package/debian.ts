import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOTS_PATH } from '../../apps/client/src/system/trusted-environment.ts';
import { desktopEntry, readVectorIcon } from './menu-entries.ts';
import { assembleProgram, normalise, type PackageInput } from './program-folder.ts';
import { READER_UNITS } from './reader-units.ts';
import { expectToRun, type Target } from './runtimes.ts';
import { UPDATE_UNITS } from './update-units.ts';

const ARCHITECTURES: Readonly<Partial<Record<Target, string>>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** `/opt/workplace`, closed to everyone but root: so fixes may run as administrator. @returns the file's name */
export async function makeDebianPackage(target: Target, outDir: string, input: PackageInput): Promise<string> {
  const architecture = ARCHITECTURES[target];
  if (architecture === undefined) throw new Error(`There is no Debian package for ${target}.`);
  const name = `workplace_${input.version}_${architecture}.deb`;
  const tree = await mkdtemp(join(tmpdir(), 'workplace-deb-'));
  try {
    const program = join(tree, 'opt/workplace');
    await assembleProgram(program, target, input);
    await mkdir(join(tree, 'usr/bin'), { recursive: true });
    await symlink('/opt/workplace/workplace', join(tree, 'usr/bin/workplace'));
    const units = join(tree, 'usr/lib/systemd/system');
    await mkdir(units, { recursive: true });
    for (const [unit, text] of Object.entries({ ...UPDATE_UNITS, ...READER_UNITS }))
      await writeFile(join(units, unit), text);
    await placeMenuEntry(join(tree, 'usr/share'));
    await mkdir(join(tree, 'DEBIAN'));
    const kibibytes = Math.ceil((await sizeOf(join(tree, 'opt'))) / 1024);
    await writeFile(join(tree, 'DEBIAN/control'), control(input.version, architecture, kibibytes));
    await writeFile(join(tree, 'DEBIAN/postinst'), POSTINST);
    await writeFile(join(tree, 'DEBIAN/prerm'), PRERM);
    await normalise(tree, input.madeAt);
    const epoch = String(Math.floor(input.madeAt.getTime() / 1000));
    await expectToRun('env', [
      `SOURCE_DATE_EPOCH=${epoch}`,
      ...['dpkg-deb', '--root-owner-group', '-Zxz', '--threads-max=2', ...level()],
      ...['--build', tree, join(outDir, name)],
    ]);
    return name;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

/** Workplace in the menu of applications, for everyone. */
async function placeMenuEntry(share: string): Promise<void> {
  const icons = join(share, 'icons/hicolor/scalable/apps');
  const entries = join(share, 'applications');
  for (const folder of [icons, entries]) await mkdir(folder, { recursive: true });
  await writeFile(join(icons, 'workplace.svg'), await readVectorIcon());
  const entry = desktopEntry({ exec: '/opt/workplace/workplace open', icon: 'workplace' });
  await writeFile(join(entries, 'workplace.desktop'), entry);
}

/** As small as it gets, unless DPKG_DEB_COMPRESSOR_LEVEL says another: minutes for tests that only want the package. */
function level(): readonly string[] {
  return process.env['DPKG_DEB_COMPRESSOR_LEVEL'] === undefined ? ['-z9', '-Sextreme'] : [];
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** What the runtime names as needed (`readelf -d`), and procps for the readings: without `ps` four of them are not known. */
function control(version: string, architecture: string, kibibytes: number): string {
  return `Package: workplace
Version: ${version}
Architecture: ${architecture}
Maintainer: Vestibule <workplace@vestibule.example>
Installed-Size: ${kibibytes}
Depends: libatomic1, libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6, procps
Recommends: nftables, pkexec | policykit-1, xdg-utils
Section: admin
Priority: optional
Description: Workplace, the part of Vestibule on this computer
 Reads how this computer stands (updates, firewall, encryption and the like) when
 a person signs in to work, and repairs what the person asks it to.
 It opens no port, and reports by itself only where it was given an account.
`;
}

/** Programs of the system alone, and nothing that others may write to. */
const ROOTS_WAY = `PATH=${ROOTS_PATH}
export PATH
# A package manager started by pkexec hands it on: these scripts are root's own, and no answer to a prompt for a fix.
unset PKEXEC_UID
umask 022
`;

const POSTINST = `#!/bin/sh
set -e
${ROOTS_WAY}if [ "$1" = configure ]; then
  # An update that came before this package would otherwise still be the one that starts.
  rm -rf /opt/workplace/current /opt/workplace/versions
  if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
  # Anyone who has turned the reader off finds it off after an update, too.
  if command -v deb-systemd-helper > /dev/null; then
    deb-systemd-helper unmask workplace-reader.socket > /dev/null || true
    if deb-systemd-helper --quiet was-enabled workplace-reader.socket; then
      deb-systemd-helper enable workplace-reader.socket > /dev/null || true
    fi
    deb-systemd-helper update-state workplace-reader.socket > /dev/null || true
  fi
  if [ -d /run/systemd/system ] && systemctl --quiet is-enabled workplace-reader.socket; then
    systemctl stop workplace-reader.service || true
    systemctl restart workplace-reader.socket || true
  fi
  /opt/workplace/workplace install --scope machine
fi
`;

const PRERM = `#!/bin/sh
set -e
${ROOTS_WAY}if [ "$1" = remove ]; then
  if [ -d /run/systemd/system ]; then systemctl disable --now workplace-update.timer || true; fi
  if [ -d /run/systemd/system ]; then systemctl stop workplace-reader.socket workplace-reader.service || true; fi
  rmdir /run/workplace 2> /dev/null || true
  if command -v deb-systemd-helper > /dev/null; then deb-systemd-helper purge workplace-reader.socket > /dev/null || true; fi
  /opt/workplace/workplace uninstall --scope machine || true
  rm -rf /opt/workplace/current /opt/workplace/versions
fi
`;
