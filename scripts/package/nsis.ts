import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWindowsIcon } from './menu-entries.ts';
import { assembleProgram, normalise, type PackageInput } from './program-folder.ts';
import { expectToRun } from './runtimes.ts';

/** For one person, without an administrator's rights: what the download page hands out. @returns the file's name */
export async function makeNsisInstaller(outDir: string, input: PackageInput): Promise<string> {
  const name = `workplace-${input.version}-windows-x64.exe`;
  const folder = await mkdtemp(join(tmpdir(), 'workplace-nsis-'));
  try {
    const program = join(folder, 'program');
    await assembleProgram(program, 'windows-x64', input);
    await writeFile(join(program, 'workplace.ico'), await makeWindowsIcon());
    const files = (await readdir(program)).filter((file) => file !== 'scripts').toSorted();
    const scripts = (await readdir(join(program, 'scripts'))).toSorted();
    await writeFile(join(folder, 'workplace.nsi'), source(input.version, join(outDir, name), files, scripts));
    await normalise(folder, input.madeAt);
    const epoch = Math.floor(input.madeAt.getTime() / 1000);
    const script = join(folder, 'workplace.nsi');
    await expectToRun('env', [`SOURCE_DATE_EPOCH=${epoch}`, 'makensis', '-V1', '-WX', script], folder);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const UNINSTALL_KEY = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Workplace';

/** The script that makensis reads. */
export function source(version: string, target: string, files: readonly string[], scripts: readonly string[]): string {
  return `Unicode true
Target amd64-unicode
Name "Workplace"
OutFile "${target}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\\Programs\\Workplace"
SetCompressor /SOLID lzma
ManifestDPIAware true
VIProductVersion "${version}.0"
VIAddVersionKey "ProductName" "Workplace"
VIAddVersionKey "CompanyName" "Vestibule"
VIAddVersionKey "FileDescription" "Workplace ${version}"
VIAddVersionKey "FileVersion" "${version}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
Page instfiles
UninstPage instfiles

Section "Workplace"
  ; An update that came before this package would otherwise still be the one that starts.
  Delete "$INSTDIR\\current"
  SetOutPath "$INSTDIR"
${files.map((file) => `  File "program/${file}"`).join('\n')}
  SetOutPath "$INSTDIR\\scripts"
${scripts.map((file) => `  File "program/scripts/${file}"`).join('\n')}
  SetOutPath "$INSTDIR"
  ; In the Start menu. The launcher belongs to the command line: its window stays small.
  CreateShortcut "$SMPROGRAMS\\Workplace.lnk" "$INSTDIR\\workplace.cmd" "open" "$INSTDIR\\workplace.ico" 0 SW_SHOWMINIMIZED
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Workplace"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${version}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "Vestibule"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ; Keys for this person, and the browsers that are there. 1 says that none was found yet.
  nsExec::ExecToLog '"$SYSDIR\\cmd.exe" /d /s /c ""$INSTDIR\\workplace.cmd" install"'
  Pop $0
  StrCmp $0 "0" done
  StrCmp $0 "1" done
  DetailPrint "Workplace could not be connected with your browsers. Run: workplace doctor"
  SetErrorLevel 1
done:
SectionEnd

Section "Uninstall"
  nsExec::ExecToLog '"$SYSDIR\\cmd.exe" /d /s /c ""$INSTDIR\\workplace.cmd" uninstall"'
  Pop $0
${files.map((file) => `  Delete "$INSTDIR\\${file}"`).join('\n')}
${scripts.map((file) => `  Delete "$INSTDIR\\scripts\\${file}"`).join('\n')}
  Delete "$SMPROGRAMS\\Workplace.lnk"
  Delete "$INSTDIR\\uninstall.exe"
  Delete "$INSTDIR\\current"
  RMDir /r "$INSTDIR\\versions"
  RMDir "$INSTDIR\\scripts"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
`;
}
