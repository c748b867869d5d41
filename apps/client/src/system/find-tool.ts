import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatingSystem } from '@vestibule/contracts';
import { isRootsOwn } from './roots-own.ts';

const UNIX_FOLDERS = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'];

const WINDOWS_FOLDERS = [
  'C:\\Windows\\System32',
  'C:\\Windows\\System32\\WindowsPowerShell\\v1.0',
  'C:\\Windows\\System32\\wbem',
  'C:\\Program Files\\Windows Defender',
];

/** Folders in which tools of the system live. PATH is the user's to change and therefore not asked. */
export const TOOL_FOLDERS: Readonly<Record<OperatingSystem, readonly string[]>> = {
  linux: UNIX_FOLDERS,
  macos: [...UNIX_FOLDERS, '/usr/libexec', '/usr/libexec/ApplicationFirewall'],
  windows: WINDOWS_FOLDERS,
};

/**
 * Tools that their makers put elsewhere, in a folder that may be an ordinary person's to write. An administrator's process
 * starts nothing from there.
 */
const MAKERS_TOOLS: Readonly<Record<OperatingSystem, Readonly<Record<string, string>>>> = {
  linux: {},
  macos: { mdatp: '/usr/local/bin' },
  // Explorer is no maker's, but an administrator has no need of it either.
  windows: { explorer: String.raw`C:\Windows` },
};

/**
 * Finds a tool by its bare name.
 * @param rootFolder where a test may have put a stand-in; the system's own folders come next
 * @param isAdministrator whether what is found will run with an administrator's rights: then the tool, and every folder and
 *   link on the way to it, has to be root's alone to change
 * @returns null when no folder of the system holds it, or when the name is more than a name
 */
export async function findTool(
  tool: string,
  operatingSystem: OperatingSystem,
  rootFolder: string | null,
  isAdministrator = process.getuid?.() === 0,
): Promise<string | null> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(tool)) return null;
  const name = operatingSystem === 'windows' && !/\.[a-z]{3}$/i.test(tool) ? `${tool}.exe` : tool;
  const makers = MAKERS_TOOLS[operatingSystem];
  const added = !isAdministrator && Object.hasOwn(makers, tool) ? [makers[tool] ?? ''] : [];
  const own = [...TOOL_FOLDERS[operatingSystem], ...added];
  const folders = rootFolder === null ? own : [...own.map((folder) => join(rootFolder, folder)), ...own];
  for (const folder of folders) {
    const path = join(folder, name);
    const isTool = await access(path, constants.X_OK)
      .then(() => stat(path))
      .then((found) => found.isFile())
      .catch(() => false);
    if (isTool && (!isAdministrator || process.platform === 'win32' || isRootsOwn(path))) return path;
  }
  return null;
}
