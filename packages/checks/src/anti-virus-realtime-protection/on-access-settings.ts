import { type Replaced, replaceFile } from '../linux/backup.ts';
import type { ChangePort, Outcome } from '../system-port.ts';

const SETTINGS_FILE = '/etc/clamav/clamd.conf';
/** Debian's service moves what it finds there, and does not start while the folder is missing. */
const QUARANTINE_FOLDER = '/root/quarantine';

/**
 * Debian's settings name neither a folder to watch nor the scanner's own account to pass over, and without both the
 * on-access scanner ends at once (measured with ClamAV 1.4). It also only reports what it finds until it is told to prevent.
 * Adds what is missing; other lines stay.
 */
export async function prepareOnAccess(system: ChangePort): Promise<Outcome<Replaced | null>> {
  const file = await system.readFile(SETTINGS_FILE);
  if (!file.ok) return file.reason === 'missing' ? { ok: true, value: null } : file;
  const folder = await system.run({
    tool: 'mkdir',
    arguments: ['-p', '-m', '700', QUARANTINE_FOLDER],
    timeoutMs: 5000,
  });
  if (!folder.ok) return folder;
  const account = /^User\s+(\S+)/m.exec(file.value)?.[1] ?? 'clamav';
  const lines = [
    ...(/^OnAccessExclude(UID|Uname|RootUID)\s/m.test(file.value) ? [] : [`OnAccessExcludeUname ${account}`]),
    ...(/^OnAccess(IncludePath|MountPath)\s/m.test(file.value) ? [] : ['OnAccessIncludePath /home']),
    ...(/^OnAccessPrevention\s/m.test(file.value) ? [] : ['OnAccessPrevention yes']),
  ];
  const text = file.value.replaceAll(/^OnAccessPrevention\s.*$/gm, 'OnAccessPrevention yes');
  if (lines.length === 0 && text === file.value) return { ok: true, value: null };
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return replaceFile(system, SETTINGS_FILE, `${text}${separator}${lines.map((line) => `${line}\n`).join('')}`);
}
