import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoftwareManifest } from '@vestibule/contracts';
import { MANIFEST } from './manifest.ts';

/** Whether packages of Windows Installer can be made here. */
export const HAS_WIXL = existsSync('/usr/bin/wixl');

export const UPGRADE_CODE = '8f1f2c1e-0b7e-4f0a-9d53-2f6c1d0a7b11';
export const PRODUCT_CODE = '4a6d9a52-7c0e-4c5f-8f0b-5f0f6c1d2e01';
export const MANUFACTURER = 'Fleet Device Management Inc.';

interface MsiContent {
  readonly productCode?: string;
  readonly version?: string;
  readonly manufacturer?: string;
  /** Elements of the product that make it refuse, or ask for a restart. */
  readonly more?: string;
}

/** Builds a real package with one file in it. @param folder for the making of it @returns its path */
export async function makeMsi(folder: string, content: MsiContent = {}): Promise<string> {
  const { productCode = PRODUCT_CODE, version = '1.30.0', manufacturer = MANUFACTURER, more = '' } = content;
  const tree = await mkdtemp(join(folder, 'msi-'));
  await writeFile(join(tree, 'agent.txt'), version);
  await writeFile(
    join(tree, 'agent.wxs'),
    `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${productCode}" Name="Fleet" Language="1033" Version="${version}" Manufacturer="${manufacturer}"
           UpgradeCode="${UPGRADE_CODE}">
    <Package InstallerVersion="500" Compressed="yes" InstallScope="perMachine"/>
    <Media Id="1" Cabinet="agent.cab" EmbedCab="yes"/>
    ${more}
    <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="ProgramFiles64Folder">
      <Directory Id="INSTALLDIR" Name="Orbit">
        <Component Id="Agent" Guid="7b1c7a0e-91c2-4f8a-8a57-5a1f6ff0c302" Win64="yes">
          <File Id="AgentFile" Name="agent.txt" Source="agent.txt" KeyPath="yes"/>
        </Component>
      </Directory>
    </Directory></Directory>
    <Feature Id="Everything" Title="Fleet" Level="1"><ComponentRef Id="Agent"/></Feature>
  </Product>
</Wix>
`,
  );
  const path = join(tree, 'fleet.msi');
  execFileSync('wixl', ['--arch', 'x64', '--output', path, 'agent.wxs'], { cwd: tree, stdio: 'ignore' });
  return path;
}

/** What is signed of such a package. */
export async function msiManifest(path: string, change: Partial<SoftwareManifest> = {}): Promise<SoftwareManifest> {
  const bytes = await readFile(path);
  return {
    ...MANIFEST,
    kind: 'msi',
    packageName: UPGRADE_CODE,
    productCode: PRODUCT_CODE,
    version: '1.30.0',
    fileName: 'fleet.msi',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    publisher: MANUFACTURER,
    ...change,
  };
}
