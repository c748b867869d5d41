import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** Where the server of a data folder listens for the command line of this computer. */
export function adminSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  const folder = resolve(dataFolder);
  // Windows keeps pipes apart from files. Only this user, administrators and the system may write to this one.
  return platform === 'win32'
    ? String.raw`\\.\pipe\vestibule-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 24)}`
    : join(folder, 'admin.sock');
}
