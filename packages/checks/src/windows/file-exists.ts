import type { SystemPort } from '../system-port.ts';

/**
 * Whether a program that Windows names is still there.
 * @param path as the registry writes it: '%ProgramFiles%\Some Maker\agent.exe', with or without quotation marks
 * @returns null when the path is no path of a file, or its folder may not be looked into
 */
export async function fileExists(system: SystemPort, path: string): Promise<boolean | null> {
  const match = /^([a-z]:\\(?:[^\\/:*?"<>|]+\\)*)([^\\/:*?"<>|]+)$/i.exec(
    expand(system, path.trim().replace(/^"(.*)"$/, '$1')),
  );
  const [, folder = '', name = ''] = match ?? [];
  if (match === null) return null;
  const names = await system.listFolder(folder.length > 3 ? folder.slice(0, -1) : folder);
  if (!names.ok) return names.reason === 'missing' ? false : null;
  return names.value.some((found) => found.toLowerCase() === name.toLowerCase());
}

function expand({ environment }: SystemPort, path: string): string {
  const variables = new Map(Object.entries(environment).map(([name, value]) => [name.toLowerCase(), value]));
  return path.replaceAll(/%([^%]+)%/g, (whole, name: string) => variables.get(name.toLowerCase()) ?? whole);
}
