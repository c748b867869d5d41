import type { Outcome, SystemPort } from '../system-port.ts';
import { isRunning, listProcesses, namedProcesses, type RunningProcess } from './processes.ts';
import { readSessionEnvironment, sessionPart, type SessionEnvironment } from './session-environment.ts';
import { isScratch } from './systemd.ts';

interface KnownDesktop {
  readonly desktop: string;
  /** Names as XDG_CURRENT_DESKTOP lists them. */
  readonly names: readonly string[];
  /** Programs one of which proves that the desktop runs. */
  readonly proof: readonly string[];
  /** Programs that work with the session's settings, the one that locks the screen first. */
  readonly programs: readonly string[];
}

const DESKTOPS = [
  {
    desktop: 'kde',
    names: ['kde'],
    proof: ['plasmashell', 'ksmserver'],
    programs: ['ksmserver', 'kwin_wayland', 'kwin_x11', 'plasmashell'],
  },
  {
    desktop: 'cinnamon',
    names: ['x-cinnamon', 'cinnamon'],
    proof: ['cinnamon'],
    programs: ['cinnamon', 'cinnamon-session', 'cinnamon-screensaver'],
  },
  {
    desktop: 'gnome',
    names: ['gnome', 'unity', 'ubuntu'],
    proof: ['gnome-shell'],
    programs: ['gnome-shell', 'gnome-session-binary', 'gnome-session-service'],
  },
  { desktop: 'mate', names: ['mate'], proof: ['mate-session'], programs: ['mate-session'] },
  { desktop: 'xfce', names: ['xfce'], proof: ['xfce4-session'], programs: ['xfce4-session'] },
  { desktop: 'lxqt', names: ['lxqt'], proof: ['lxqt-session'], programs: ['lxqt-session'] },
] as const satisfies readonly KnownDesktop[];

/** Of those that are no whole desktops, so that a desktop may have one of them. */
const WINDOW_MANAGERS = [
  { desktop: 'sway', names: ['sway'], proof: ['sway'], programs: ['sway'] },
  { desktop: 'i3', names: ['i3'], proof: ['i3'], programs: ['i3'] },
] as const satisfies readonly KnownDesktop[];

const ALL = [...DESKTOPS, ...WINDOW_MANAGERS];

export type Desktop = (typeof ALL)[number]['desktop'] | 'other';

/** The session of a person that reads their settings and locks their screen. */
export interface DesktopSession {
  readonly desktop: Desktop;
  /** As the session calls itself: 'sway', 'Hyprland'. */
  readonly name: string;
  /** Everything that runs as this person. */
  readonly processes: readonly RunningProcess[];
  /** Programs of anybody that hold back what the computer does when it is left alone. */
  readonly inhibitors: readonly RunningProcess[];
  /** Of those the programs that prove the desktop; none where it is not one that is known. */
  readonly proof: readonly RunningProcess[];
}

/**
 * Which desktop this person's session runs. What runs decides: settings tools answer with built-in defaults where no
 * desktop runs, and anybody can name another one in the environment. Where the two differ, or two desktops run, the answer
 * is refused. Below another root folder no process can testify, so there the environment decides.
 */
export async function findDesktop(system: SystemPort): Promise<Outcome<DesktopSession>> {
  const written = (system.environment['XDG_CURRENT_DESKTOP'] ?? '').split(':').filter(Boolean);
  const named = written.map((name) => name.toLowerCase());
  const byName = ALL.find(({ names }) => named.some((name) => names.some((known) => known === name)));
  let inhibitors: readonly RunningProcess[] = [];
  const sessionOf = (desktop: Desktop, processes: readonly RunningProcess[]): Outcome<DesktopSession> => {
    const proof = namedProcesses(processes, ALL.find((known) => known.desktop === desktop)?.proof ?? []);
    const name = (written[0] ?? desktop).replaceAll(/[^\w .+-]/g, '').slice(0, 40);
    return { ok: true, value: { desktop, name, processes, inhibitors, proof } };
  };
  if (isScratch(system)) {
    if (byName !== undefined) return sessionOf(byName.desktop, []);
    return named.length > 0 ? sessionOf('other', []) : noSession('No desktop is named.');
  }
  const processes = await listProcesses(system);
  if (!processes.ok) return processes;
  inhibitors = namedProcesses(processes.value, ['systemd-inhibit']);
  const own = processes.value.filter(({ userId }) => userId === system.user.id);
  const runningOf = (known: readonly KnownDesktop[]) => known.filter(({ proof }) => isRunning(own, proof));
  const whole = runningOf(DESKTOPS);
  const [only, second] = whole.length > 0 ? whole : runningOf(WINDOW_MANAGERS);
  if (second !== undefined) return noSession('Several desktops of this person run.');
  if (byName !== undefined && byName.desktop !== only?.desktop) {
    return noSession(`The environment names ${byName.desktop}, but it does not run.`);
  }
  if (only !== undefined && (byName !== undefined || named.length === 0)) {
    return sessionOf(only.desktop as Desktop, own);
  }
  return named.length > 0 ? sessionOf('other', own) : noSession('No desktop of this person runs.');
}

/** What the programs of a session work with; below another root folder, what this process does. */
export async function environmentOf(system: SystemPort, session: DesktopSession): Promise<Outcome<SessionEnvironment>> {
  if (isScratch(system)) return { ok: true, value: sessionPart(system.environment) };
  const programs = ALL.find(({ desktop }) => desktop === session.desktop)?.programs ?? [];
  return readSessionEnvironment(system, namedProcesses(session.processes, programs));
}

function noSession(detail: string): Outcome<never> {
  return { ok: false, reason: 'no-session', detail };
}
