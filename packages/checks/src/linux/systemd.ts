import type { Outcome, SystemPort } from '../system-port.ts';
import {
  askLoadedUnits,
  findAmongLoaded,
  findLoaded,
  splitByFile,
  systemctlSays,
  type UnitProperties,
} from './loaded-units.ts';

export type { UnitProperties } from './loaded-units.ts';

const TIMEOUT_MS = 5000;

export interface UnitState {
  readonly isLoaded: boolean;
  readonly isActive: boolean;
}

/**
 * Properties of several units in one question. Units that do not exist answer too, as not loaded. Moments come in UTC.
 * @returns by name; a failure where systemd does not run
 */
export async function showUnits(
  system: SystemPort,
  units: readonly string[],
  properties: readonly string[],
): Promise<Outcome<ReadonlyMap<string, UnitProperties>>> {
  const split = await splitByFile(system, units);
  if (split === null) return askUnits(system, units, properties);
  const [known, shown] = await Promise.all([
    findAmongLoaded(system, split.without, properties),
    askUnits(system, split.withFile, properties),
  ]);
  if (!shown.ok) return shown;
  const left = split.without.filter((name) => !known.has(name));
  const more = await askUnits(system, left, properties);
  return more.ok ? { ok: true, value: new Map([...known, ...shown.value, ...more.value]) } : more;
}

async function askUnits(
  system: SystemPort,
  units: readonly string[],
  properties: readonly string[],
): Promise<Outcome<ReadonlyMap<string, UnitProperties>>> {
  if (units.length === 0) return { ok: true, value: new Map() };
  const shown = await system.run({
    tool: 'systemctl',
    arguments: ['show', '-p', ['Names', ...properties].join(','), '--', ...units],
    timeoutMs: TIMEOUT_MS,
    environment: { TZ: 'UTC' },
  });
  if (!shown.ok) return shown;
  const { code, stdout, stderr } = shown.value;
  const found = new Map<string, UnitProperties>();
  for (const block of stdout.split(/\n\s*\n/)) {
    const lines = block.split('\n').map((line) => /^(\w+)=(.*)$/.exec(line.trim()));
    const values = Object.fromEntries(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? '', line[2] ?? '']])));
    for (const name of values['Names']?.split(' ') ?? []) found.set(name, values);
  }
  const isWhole = units.every((unit) => properties.every((property) => found.get(unit)?.[property] !== undefined));
  if (code === 0 && isWhole) return { ok: true, value: found };
  const reason = /has not been booted with systemd|Failed to connect to bus/.test(stderr)
    ? 'not-supported'
    : 'unexpected-output';
  return { ok: false, reason, detail: systemctlSays(stderr) };
}

/**
 * Properties of all units that systemd has loaded and whose names fit a pattern, also of those that do not run. What a kind
 * of unit has not is left out, and what stands there several times has a line for each.
 */
export async function showLoadedUnits(
  system: SystemPort,
  patterns: readonly string[],
  properties: readonly string[],
): Promise<Outcome<ReadonlyMap<string, UnitProperties>>> {
  return (await findLoaded(system, patterns, properties)) ?? askLoadedUnits(system, patterns, properties);
}

/** 'Sat 2026-11-21 06:12:03 UTC'; null for 'n/a', nothing, and everything else. */
export function momentOfUnit(text: string | undefined): Date | null {
  const parts = /^(?:[A-Z][a-z]{2} )?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)? UTC$/.exec(text ?? '');
  if (parts === null) return null;
  const moment = new Date(`${parts[1]}T${parts[2]}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** State of several units in one question. */
export async function readUnits(
  system: SystemPort,
  units: readonly string[],
): Promise<Outcome<ReadonlyMap<string, UnitState>>> {
  const shown = await showUnits(system, units, ['LoadState', 'ActiveState']);
  if (!shown.ok) return shown;
  const stateOf = ({ LoadState, ActiveState }: UnitProperties): UnitState => ({
    isLoaded: LoadState === 'loaded' || LoadState === 'masked',
    isActive: ActiveState === 'active',
  });
  return { ok: true, value: new Map([...shown.value].map(([name, values]) => [name, stateOf(values)])) };
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
