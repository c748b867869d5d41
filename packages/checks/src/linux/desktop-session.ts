import type { Outcome, SystemPort } from '../system-port.ts';
import { isRunning, listProcesses } from './processes.ts';
import { isScratch } from './systemd.ts';

export type Desktop = 'gnome' | 'kde' | 'cinnamon' | 'other';

/** Names as XDG_CURRENT_DESKTOP lists them, and the programs that prove that the desktop runs. */
const DESKTOPS: readonly { desktop: Desktop; names: readonly string[]; programs: readonly string[] }[] = [
  { desktop: 'kde', names: ['kde'], programs: ['plasmashell', 'ksmserver'] },
  { desktop: 'cinnamon', names: ['x-cinnamon', 'cinnamon'], programs: ['cinnamon'] },
  { desktop: 'gnome', names: ['gnome', 'unity', 'ubuntu'], programs: ['gnome-shell'] },
];

/**
 * Which desktop this person's session runs. The environment alone is not believed: settings tools answer with built-in
 * defaults where no desktop runs, which would pass for a locked screen. Below another root folder no process can
 * testify, so there the environment decides.
 */
export async function findDesktop(system: SystemPort): Promise<Outcome<Desktop>> {
  const named = (system.environment['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':').filter(Boolean);
  const byName = DESKTOPS.find(({ names }) => named.some((name) => names.includes(name)));
  if (isScratch(system)) {
    if (byName !== undefined) return { ok: true, value: byName.desktop };
    return named.length > 0 ? { ok: true, value: 'other' } : noSession('No desktop is named.');
  }
  const processes = await listProcesses(system);
  if (!processes.ok) return processes;
  const running = DESKTOPS.filter(({ programs }) => isRunning(processes.value, programs, system.user.id));
  if (byName !== undefined) {
    if (running.includes(byName)) return { ok: true, value: byName.desktop };
    return noSession(`The environment names ${byName.desktop}, but it does not run.`);
  }
  if (named.length > 0) return { ok: true, value: 'other' };
  const [only, second] = running;
  if (only === undefined || second !== undefined) return noSession('No desktop of this person runs.');
  return { ok: true, value: only.desktop };
}

function noSession(detail: string): Outcome<never> {
  return { ok: false, reason: 'no-session', detail };
}
