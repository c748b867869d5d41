import { type Said, say } from '@vestibule/contracts';
import type { ChangePort, Outcome } from '../system-port.ts';

/** APT and most others pass over files that end so. */
const SUFFIX = '.workplace.bak';

/** A file that was replaced; without a backup there was none before. */
export interface Replaced {
  readonly path: string;
  readonly backup: string | null;
}

/**
 * Replaces a file and keeps what it held beside it. The first copy is the one that counts: a second fix does not
 * overwrite it.
 * @returns what `undoOf` makes a sentence of
 */
export async function replaceFile(system: ChangePort, path: string, content: string): Promise<Outcome<Replaced>> {
  const before = await system.readFile(path);
  if (!before.ok && before.reason !== 'missing') return before;
  const backup = `${path}${SUFFIX}`;
  const hasBackup = (await system.readFile(backup)).ok;
  if (before.ok && before.value !== content && !hasBackup) {
    const kept = await system.writeFile(backup, before.value, { mode: 0o644 });
    if (!kept.ok) return kept;
  }
  if (!before.ok || before.value !== content) {
    const written = await system.writeFile(path, content, { mode: 0o644 });
    if (!written.ok) return written;
  }
  const isRestorable = hasBackup || (before.ok && before.value !== content);
  return { ok: true, value: { path, backup: isRestorable ? backup : null } };
}

/**
 * How to take it back.
 * @param commands to be run afterwards
 */
export function undoOf({ path, backup }: Replaced, commands?: string): Said {
  if (backup === null) {
    return commands === undefined
      ? say('To take it back, delete {path} as an administrator.', { path })
      : say('To take it back, delete {path} as an administrator. Then run: {commands}', { path, commands });
  }
  return commands === undefined
    ? say('To take it back, move {backup} to {path} as an administrator.', { backup, path })
    : say('To take it back, move {backup} to {path} as an administrator. Then run: {commands}', {
        backup,
        path,
        commands,
      });
}
