import { listIfThere } from '../linux/if-there.ts';
import type { UnitProperties } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';

export const OF_CONDITIONS = ['Names', 'FragmentPath', 'DropInPaths', 'NeedDaemonReload'];

/** Where a file is still there after a restart, and only an administrator puts one. */
const LASTING = /^\/(?:etc|usr|opt|var\/lib)\/[^*?[\]%]*[^/*?[\]%]$/;

/**
 * Whether a unit is proven not to start, at the next start of the computer too: one of its conditions asks for a file that
 * is missing, or that a file is missing which is there, as Debian's `/etc/ssh/sshd_not_to_be_run`.
 * @param unit `FragmentPath` and `DropInPaths`, as systemd has loaded them
 */
export async function isKeptFromStarting(system: SystemPort, unit: UnitProperties | undefined): Promise<boolean> {
  const { FragmentPath = '', DropInPaths = '', NeedDaemonReload } = unit ?? {};
  // What systemd has not read yet may be another condition.
  if (FragmentPath === '' || NeedDaemonReload !== 'no') return false;
  const conditions: string[] = [];
  for (const path of [FragmentPath, ...DropInPaths.split(' ').filter(Boolean)]) {
    const file = await system.readFile(path);
    if (!file.ok) return false;
    for (const line of file.value.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
      const [, name = '', text = ''] = /^\s*(Condition\w+|Assert\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (name === '') continue;
      // Nothing behind the name takes back every condition that stood before.
      if (text === '') conditions.length = 0;
      else if (/^(?:Condition|Assert)PathExists$/.test(name)) conditions.push(text);
    }
  }
  const answers = await Promise.all(conditions.map(async (text) => isUnmet(system, text)));
  return answers.includes(true);
}

/** @returns false as well where that cannot be told, and for one of several of which any is enough (`|`) */
async function isUnmet(system: SystemPort, text: string): Promise<boolean> {
  const [, not = '', path = ''] = /^(!?)(\/.*)$/.exec(text) ?? [];
  if (!LASTING.test(path)) return false;
  const at = path.lastIndexOf('/');
  const names = await listIfThere(system, path.slice(0, at));
  return names.ok && names.value.includes(path.slice(at + 1)) === (not === '!');
}
