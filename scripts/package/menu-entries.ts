import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Workplace is called in the menu of applications, and what its entry needs on each system. */

const ICONS = join(import.meta.dirname, '../../apps/extension/icons');

export const readVectorIcon = () => readFile(join(ICONS, 'doorway.svg'));

const readPicture = (pixels: number) => readFile(join(ICONS, `${pixels}.png`));

export interface DesktopWords {
  /** The value of Exec, as the desktop entry specification quotes it. */
  readonly exec: string;
  /** A name of the icon theme, or an absolute path. */
  readonly icon: string;
}

/** The entry of the menu on Linux. */
export function desktopEntry({ exec, icon }: DesktopWords): string {
  return `[Desktop Entry]
Type=Application
Version=1.5
Name=Workplace
GenericName=Sign-in to work
GenericName[de]=Anmeldung bei der Arbeit
GenericName[fr]=Connexion au travail
GenericName[es]=Acceso al trabajo
Comment=See how this computer stands, fix what is open, and open your applications
Comment[de]=Sehen, wie es um diesen Computer steht, Offenes beheben, Anwendungen öffnen
Comment[fr]=Voir l’état de cet ordinateur, corriger ce qui reste et ouvrir vos applications
Comment[es]=Ver el estado de este equipo, corregir lo pendiente y abrir sus aplicaciones
Exec=${exec}
Icon=${icon}
Terminal=false
Categories=Network;Security;
StartupNotify=false
`;
}

/** For the archive: its installer knows the folder, and puts it in the place of these. */
export const DESKTOP_TEMPLATE = desktopEntry({ exec: '@EXEC@', icon: '@ICON@' });

/** An application of macOS that starts the installed client; of the two installations the one it lies next to. */
export const MAC_APPLICATION: Readonly<Record<string, string>> = {
  'Info.plist': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleExecutable</key><string>Workplace</string>
  <key>CFBundleIconFile</key><string>workplace</string>
  <key>CFBundleIdentifier</key><string>com.vestibule.workplace.menu</string>
  <key>CFBundleName</key><string>Workplace</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>LSUIElement</key><true/>
  <key>LSMinimumSystemVersion</key><string>13.0</string>
</dict>
</plist>
`,
  'MacOS/Workplace': `#!/bin/sh
# Opens the person's page. What does it lies where install.sh put it.
case $0 in
  /Applications/*) folder=/Library/Workplace ;;
  *) folder=$HOME/Library/Workplace ;;
esac
exec "$folder/workplace" open
`,
};

/** An icon of macOS: the pictures as they are, each behind four letters that say how large it is. */
export async function makeMacIcon(): Promise<Buffer> {
  const picture = await readPicture(128);
  const entry = Buffer.concat([Buffer.from('ic07'), numberOf(picture.length + 8), picture]);
  return Buffer.concat([Buffer.from('icns'), numberOf(entry.length + 8), entry]);
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** An icon of Windows: a table, then the pictures as they are. */
export async function makeWindowsIcon(): Promise<Buffer> {
  const sizes = [16, 32, 48, 128];
  const pictures = await Promise.all(sizes.map(async (pixels) => ({ pixels, bytes: await readPicture(pixels) })));
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length;
  const entries = pictures.map(({ pixels, bytes }) => {
    const entry = Buffer.alloc(ICO_ENTRY_BYTES);
    entry.writeUInt8(pixels, 0);
    entry.writeUInt8(pixels, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += bytes.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ bytes }) => bytes)]);
}
