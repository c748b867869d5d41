import { type Said, say } from '@vestibule/contracts';
import type { ChangePort, Outcome } from '../system-port.ts';

/** APT and most others pass over files that end so. */
const SUFFIX = '.workplace.bak';

/** A file as a fix leaves it. */
export interface Replaced {
  readonly path: string;
  /** What it held just before; null where there was none. */
  readonly backup: string | null;
  /** False where it held the wanted text already: then there is nothing of it to take back. */
  readonly isChanged: boolean;
}

/**
 * Replaces a file and keeps next to it what it held just before this change: what an earlier fix has kept may be years old, and
 * worse than what is replaced now.
 * @returns what `undoOf` makes a sentence of
 */
export async function replaceFile(system: ChangePort, path: string, content: string): Promise<Outcome<Replaced>> {
  const before = await system.readFile(path);
  if (!before.ok && before.reason !== 'missing') return before;
  if (before.ok && before.value === content) return { ok: true, value: { path, backup: null, isChanged: false } };
  const backup = before.ok ? `${path}${SUFFIX}` : null;
  if (before.ok && backup !== null) {
    const kept = await system.writeFile(backup, before.value, { mode: 0o644 });
    if (!kept.ok) return kept;
  }
  const written = await system.writeFile(path, content, { mode: 0o644 });
  return written.ok ? { ok: true, value: { path, backup, isChanged: true } } : written;
}

/** Puts back what was there, for a fix that comes to nothing after all. */
export async function takeBack(system: ChangePort, { path, backup, isChanged }: Replaced): Promise<void> {
  if (!isChanged) return;
  const former = backup === null ? null : await system.readFile(backup);
  if (former === null) {
    await system.removeFile(path);
  } else if (former.ok && backup !== null) {
    const written = await system.writeFile(path, former.value, { mode: 0o644 });
    if (written.ok) await system.removeFile(backup);
  }
}

/**
 * How to take it back.
 * @param commands to be run afterwards
 */
export function undoOf({ path, backup, isChanged }: Replaced, commands?: string): Said {
  if (!isChanged) {
    return commands === undefined
      ? say('Nothing had to be changed.')
      : say('To take it back, run as an administrator: {commands}', { commands });
  }
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
