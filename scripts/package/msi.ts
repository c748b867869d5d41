import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NATIVE_HOST_NAME } from '@vestibule/contracts';
import { hostManifest } from '../../apps/client/src/install/host-manifest.ts';
import { makeWindowsIcon } from './menu-entries.ts';
import { assembleProgram, normalise, type PackageInput } from './program-folder.ts';
import { expectToRun } from './runtimes.ts';

/** Every version replaces the one before: this never changes. */
const UPGRADE_CODE = '6C0C1F0E-5B0B-5D5A-9A8B-0B8E7A2B6D11';

const BROWSERS = [
  ['chromium', 'SOFTWARE\\Google\\Chrome\\NativeMessagingHosts'],
  ['chromium', 'SOFTWARE\\Microsoft\\Edge\\NativeMessagingHosts'],
  ['chromium', 'SOFTWARE\\Chromium\\NativeMessagingHosts'],
  ['firefox', 'SOFTWARE\\Mozilla\\NativeMessagingHosts'],
] as const;

/** Per machine, below Program Files, with the registry entries of the browsers. @returns the file's name */
export async function makeMsi(outDir: string, input: PackageInput): Promise<string> {
  const name = `workplace-${input.version}-windows-x64.msi`;
  const folder = await mkdtemp(join(tmpdir(), 'workplace-msi-'));
  try {
    const program = join(folder, 'program');
    await assembleProgram(program, 'windows-x64', input);
    for (const kind of ['chromium', 'firefox'] as const) {
      // Windows alone lets a manifest name what lies next to it.
      const manifest = hostManifest(kind, 'workplace.cmd', input.provisioning.extensionIds);
      await writeFile(join(program, `${kind}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
    }
    await writeFile(join(program, 'workplace.ico'), await makeWindowsIcon());
    const files = (await readdir(program)).filter((file) => file !== 'scripts').toSorted();
    const scripts = (await readdir(join(program, 'scripts'))).toSorted();
    await writeFile(join(folder, 'workplace.wxs'), source(input.version, files, scripts));
    await normalise(folder, input.madeAt);
    await utimes(folder, input.madeAt, input.madeAt);
    await expectToRun(
      'env',
      [
        `SOURCE_DATE_EPOCH=${Math.floor(input.madeAt.getTime() / 1000)}`,
        ...['wixl', '--arch', 'x64', '--output', join(outDir, name), join(folder, 'workplace.wxs')],
      ],
      folder,
    );
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function source(version: string, files: readonly string[], scripts: readonly string[]): string {
  const components = [
    ...files.map((file) => component(file, `program/${file}`)),
    ...BROWSERS.map(([kind, key]) => registry(kind, `${key}\\${NATIVE_HOST_NAME}`)),
  ];
  const inScripts = scripts.map((file) => component(`scripts-${file}`, `program/scripts/${file}`, file));
  const ids = [...files, ...BROWSERS.map(([, key]) => key), ...scripts.map((file) => `scripts-${file}`), MENU].map(
    (of) => `      <ComponentRef Id="${idOf(of)}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${guid(`product ${version}`)}" Name="Workplace" Language="1033" Version="${version}"
           Manufacturer="Vestibule" UpgradeCode="${UPGRADE_CODE}">
    <Package Id="${guid(`package ${version}`)}" InstallerVersion="500" Compressed="yes" InstallScope="perMachine"
             Description="Workplace ${version}" Manufacturer="Vestibule"/>
    <MajorUpgrade DowngradeErrorMessage="A newer Workplace is installed. Remove it first."/>
    <Icon Id="WorkplaceIcon" SourceFile="program/workplace.ico"/>
    <Media Id="1" Cabinet="workplace.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="Workplace">
${components.join('\n')}
          <Directory Id="SCRIPTS" Name="scripts">
${inScripts.join('\n')}
          </Directory>
        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder">
${menuEntry()}
      </Directory>
    </Directory>
    <Feature Id="Everything" Title="Workplace" Level="1">
${ids.join('\n')}
    </Feature>
  </Product>
</Wix>
`;
}

function component(of: string, path: string, name = of): string {
  return `          <Component Id="${idOf(of)}" Guid="${guid(`component ${of}`)}" Win64="yes">
            <File Id="${idOf(`file ${of}`)}" Name="${name}" Source="${path}" KeyPath="yes"/>
          </Component>`;
}

const MENU = 'Start menu';

/** In everyone's Start menu. What Windows goes by is a value of the registry: a shortcut is no file of the package. */
function menuEntry(): string {
  return `        <Component Id="${idOf(MENU)}" Guid="${guid(`component ${MENU}`)}" Win64="yes">
          <Shortcut Id="${idOf(`shortcut ${MENU}`)}" Name="Workplace" Target="[INSTALLDIR]workplace.cmd" Arguments="open"
                    Description="Your page: this computer, and your applications" Icon="WorkplaceIcon"
                    IconIndex="0" WorkingDirectory="INSTALLDIR"/>
          <RegistryKey Root="HKLM" Key="SOFTWARE\\Vestibule\\Workplace">
            <RegistryValue Type="string" Name="StartMenu" Value="1" KeyPath="yes"/>
          </RegistryKey>
        </Component>`;
}

function registry(kind: 'chromium' | 'firefox', key: string): string {
  const of = key.slice(0, -NATIVE_HOST_NAME.length - 1);
  return `          <Component Id="${idOf(of)}" Guid="${guid(`component ${of}`)}" Win64="yes">
            <RegistryKey Root="HKLM" Key="${key}">
              <RegistryValue Type="string" Value="[INSTALLDIR]${kind}.json" KeyPath="yes"/>
            </RegistryKey>
          </Component>`;
}

/** Names of the installer's own: letters, digits and dots, the same in every build. */
function idOf(of: string): string {
  return `w_${of.replaceAll(/[^A-Za-z0-9.]/g, '_')}`;
}

/** A version 5 UUID without a registered name space: the same words give the same one. */
function guid(words: string): string {
  const hash = createHash('sha1').update(`${UPGRADE_CODE} ${words}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
