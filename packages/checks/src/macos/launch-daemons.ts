import type { Outcome, SystemPort } from '../system-port.ts';
import { listPrograms } from './processes.ts';
import { QUICK_TIMEOUT_MS } from './tool.ts';

export const LAUNCH_DAEMONS_FOLDER = '/Library/LaunchDaemons';

/** A program in the background, as its maker installs it. */
export interface Daemon {
  readonly id: string;
  /** Labels under which launchd knows it; a pattern where the label holds the number of an installation. */
  readonly labels: readonly (string | RegExp)[];
  /** Absolute paths of its program, for makers whose labels are not known. */
  readonly programs: readonly string[];
}

export type DaemonState = 'running' | 'stopped' | 'absent';

/** Exit code of launchctl for a label it does not know. */
export const NOT_LOADED = 113;

/**
 * Finds out which daemons are there and run. One whose state launchd does not tell is left out: it is then not known.
 */
export async function readDaemons(
  system: SystemPort,
  daemons: readonly Daemon[],
): Promise<Outcome<ReadonlyMap<string, DaemonState>>> {
  const [installed, programs] = await Promise.all([listInstalledLabels(system), listPrograms(system)]);
  if (!programs.ok) return programs;
  if (!installed.ok) return installed;
  const states = await Promise.all(
    daemons.map(async (daemon) => {
      if (daemon.programs.some((path) => programs.value.has(path))) return [daemon.id, 'running'] as const;
      const labels = labelsOf(daemon, installed.value);
      const state = await stateOf(system, labels);
      const isLeft = state === 'absent' && (await isInstalled(system, daemon.programs));
      return [daemon.id, isLeft ? 'stopped' : state] as const;
    }),
  );
  return {
    ok: true,
    value: new Map(states.flatMap(([id, state]) => (state === null ? [] : [[id, state] as const]))),
  };
}

/** Labels of the daemons whose files lie in the folder that only an administrator can write. */
export async function listInstalledLabels(system: SystemPort): Promise<Outcome<readonly string[]>> {
  const folder = await system.listFolder(LAUNCH_DAEMONS_FOLDER);
  if (!folder.ok) return folder.reason === 'missing' ? { ok: true, value: [] } : folder;
  const files = folder.value.filter((file) => file.endsWith('.plist'));
  return { ok: true, value: files.map((file) => file.slice(0, -'.plist'.length)) };
}

export function labelsOf({ labels }: Daemon, installed: readonly string[]): readonly string[] {
  return installed.filter((label) => labels.some((wanted) => fits(label, wanted)));
}

function fits(label: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? label === wanted : wanted.test(label);
}

async function stateOf(system: SystemPort, labels: readonly string[]): Promise<DaemonState | null> {
  const running = await Promise.all(labels.map((label) => isRunning(system, label)));
  if (running.includes(true)) return 'running';
  if (running.includes(null)) return null;
  return labels.length === 0 ? 'absent' : 'stopped';
}

async function isInstalled(system: SystemPort, programs: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    programs.map(async (path) => {
      const cut = path.lastIndexOf('/');
      const folder = await system.listFolder(path.slice(0, cut));
      return folder.ok && folder.value.includes(path.slice(cut + 1));
    }),
  );
  return found.includes(true);
}

/** @returns null when launchd does not say */
async function isRunning(system: SystemPort, label: string): Promise<boolean | null> {
  const answer = await system.run({
    tool: 'launchctl',
    arguments: ['print', `system/${label}`],
    timeoutMs: QUICK_TIMEOUT_MS,
  });
  if (!answer.ok) return null;
  if (answer.value.code === NOT_LOADED) return false;
  const state = answer.value.code === 0 ? parseServiceState(answer.value.stdout) : null;
  return state === null ? null : state === 'running';
}

/** The service's own state stands one step in; sockets and the like further in have states of their own. */
export function parseServiceState(text: string): string | null {
  return /^(?:\t| {1,4})state = ([a-z][a-z ]{0,40})$/m.exec(text)?.[1] ?? null;
}
