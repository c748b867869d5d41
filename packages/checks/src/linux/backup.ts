import type { ChangePort, Outcome } from '../system-port.ts';

/** APT and most others pass over files that end so. */
const SUFFIX = '.workplace.bak';

/**
 * Replaces a file and keeps what it held beside it. The first copy is the one that counts: a second fix does not
 * overwrite it.
 * @returns how to take it back, in one sentence
 */
export async function replaceFile(
  system: ChangePort,
  path: string,
  content: string,
): Promise<Outcome<{ readonly undo: string }>> {
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
  const undo = isRestorable
    ? `To take it back, move ${backup} to ${path} as an administrator.`
    : `To take it back, delete ${path} as an administrator.`;
  return { ok: true, value: { undo } };
}
