import type { SystemPort } from '../system-port.ts';

/** The folders of Windows' own programs, of which some always runs. */
const OWN_OF_WINDOWS = /^(?:microsoft|windows|internet explorer)/;

/**
 * The maker's folder that a program of Windows lies in, in small letters: 'avg' of
 * "C:\Program Files\AVG\Antivirus\wsc_proxy.exe" /start. Only an administrator can put anything there.
 * @returns null for every other place
 */
export function makerFolderOf({ environment }: SystemPort, path: string): string | null {
  const expanded = path
    .trim()
    .replace(/^"/, '')
    .replaceAll(/%([^%]+)%/g, (whole, name: string) => {
      const known = Object.entries(environment).find(([key]) => key.toLowerCase() === name.toLowerCase());
      return known?.[1] ?? whole;
    });
  const match = /^[a-z]:\\program files(?: \(x86\))?\\(?:common files\\)?([^\\/:*?"<>|]+)\\/i.exec(expanded);
  const maker = match?.[1]?.toLowerCase() ?? null;
  return maker === null || maker === '..' || OWN_OF_WINDOWS.test(maker) ? null : maker;
}
