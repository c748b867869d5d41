import type { Outcome, SystemPort } from '../system-port.ts';

const TIMEOUT_MS = 5000;

export interface UnitState {
  readonly isLoaded: boolean;
  readonly isActive: boolean;
}

/**
 * State of several units in one question. Units that do not exist answer too, as not loaded.
 * @returns a failure where systemd does not run
 */
export async function readUnits(
  system: SystemPort,
  units: readonly string[],
): Promise<Outcome<ReadonlyMap<string, UnitState>>> {
  const shown = await system.run({
    tool: 'systemctl',
    arguments: ['show', '-p', 'Names,LoadState,ActiveState', '--', ...units],
    timeoutMs: TIMEOUT_MS,
  });
  if (!shown.ok) return shown;
  const { code, stdout, stderr } = shown.value;
  const states = new Map<string, UnitState>();
  for (const block of stdout.split(/\n\s*\n/)) {
    const property = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(block)?.[1]?.trim();
    const loadState = property('LoadState');
    const activeState = property('ActiveState');
    if (loadState === undefined || activeState === undefined) continue;
    const state = { isLoaded: loadState === 'loaded' || loadState === 'masked', isActive: activeState === 'active' };
    for (const name of property('Names')?.split(' ') ?? []) states.set(name, state);
  }
  if (code !== 0 || units.some((unit) => !states.has(unit))) {
    const reason = /has not been booted with systemd|Failed to connect to bus/.test(stderr)
      ? 'not-supported'
      : 'unexpected-output';
    return { ok: false, reason, detail: `systemctl: ${stderr.trim() || 'an answer that is not understood'}` };
  }
  return { ok: true, value: states };
}

/**
 * Whether a unit starts with the system. Reads unit files, so it answers without a running systemd and for another root
 * folder as well.
 * @returns null when there is no such unit, or no answer that is understood
 */
export async function isEnabled(system: SystemPort, unit: string): Promise<boolean | null> {
  const answer = await system.run({
    tool: 'systemctl',
    arguments: [...rootArguments(system), 'is-enabled', '--', unit],
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok) return null;
  const word = answer.value.stdout.trim();
  if (['enabled', 'enabled-runtime', 'static', 'alias', 'indirect'].includes(word)) return true;
  return ['disabled', 'masked', 'masked-runtime', 'linked'].includes(word) ? false : null;
}

/** Turns units on, now and at every start. Below another root folder only the latter. */
export async function enableUnits(system: SystemPort, units: readonly string[]): Promise<Outcome<void>> {
  const now = isScratch(system) ? [] : ['--now'];
  const enabled = await system.run({
    tool: 'systemctl',
    arguments: [...rootArguments(system), 'enable', ...now, '--', ...units],
    timeoutMs: 60_000,
  });
  if (!enabled.ok) return enabled;
  if (enabled.value.code === 0) return { ok: true, value: undefined };
  return { ok: false, reason: 'unexpected-output', detail: `systemctl: ${enabled.value.stderr.trim()}` };
}

/** Whether files are read below another folder, while tools answer for the real system. */
export function isScratch({ rootFolder }: SystemPort): boolean {
  return rootFolder !== undefined && rootFolder !== null && rootFolder !== '';
}

function rootArguments(system: SystemPort): readonly string[] {
  return isScratch(system) ? [`--root=${system.rootFolder}`] : [];
}
