import { momentOfUnit, showUnits, type UnitProperties } from '../linux/systemd.ts';
import { readFileFacts } from '../linux/file-facts.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { latest, timerObstacle } from './timers.ts';

/** A program that a timer starts, and that installs updates. */
export interface TimedUpdater {
  readonly mechanism: string;
  readonly timer: string;
  readonly service: string;
}

export type Found =
  | { readonly kind: 'running'; readonly updater: TimedUpdater }
  | { readonly kind: 'stopped'; readonly updater: TimedUpdater; readonly obstacle: string }
  | { readonly kind: 'none' };

const MACHINE_ID = '/etc/machine-id';

/** The first updater whose timer runs; else the first that is there and does not. */
export async function findUpdater(system: SystemPort, updaters: readonly TimedUpdater[]): Promise<Outcome<Found>> {
  const units = await showUnits(
    system,
    updaters.map(({ timer }) => timer),
    ['LoadState', 'ActiveState', 'UnitFileState'],
  );
  if (!units.ok) return units;
  const there = updaters.filter(({ timer }) => units.value.get(timer)?.['LoadState'] !== 'not-found');
  const obstacles = await Promise.all(
    there.map(({ timer, service }) => timerObstacle(system, { timers: [timer], services: [service] })),
  );
  const failure = obstacles.find((answer) => !answer.ok);
  const running = there.find((_, at) => obstacles[at]?.ok === true && obstacles[at].value === null);
  if (running !== undefined) return { ok: true, value: { kind: 'running', updater: running } };
  if (failure?.ok === false) return failure;
  const [first] = there;
  const [obstacle] = obstacles;
  if (first === undefined || obstacle?.ok !== true) return { ok: true, value: { kind: 'none' } };
  return { ok: true, value: { kind: 'stopped', updater: first, obstacle: obstacle.value ?? '' } };
}

/**
 * When a timed updater last did its work: as its service ended, or as its timer remembers over a restart. One that failed
 * last proves nothing, and neither does it say that nothing was ever installed.
 */
export async function readTimedProof(
  system: SystemPort,
  { timer, service }: TimedUpdater,
): Promise<Outcome<Pick<AutomaticUpdatesFact, 'lastAt' | 'onSince'>>> {
  const [timers, services, files] = await Promise.all([
    showUnits(system, [timer], ['LastTriggerUSec']),
    showUnits(system, [service], ['Result', 'ExecMainStatus', 'ExecMainExitTimestamp']),
    readFileFacts(system, [MACHINE_ID]),
  ]);
  if (!timers.ok) return timers;
  if (!services.ok) return services;
  if (!files.ok) return files;
  const done = services.value.get(service) ?? {};
  if (!hasSucceeded(done)) return { ok: true, value: { lastAt: null, onSince: null } };
  const lastAt = latest([
    momentOfUnit(timers.value.get(timer)?.['LastTriggerUSec']),
    momentOfUnit(done['ExecMainExitTimestamp']),
  ]);
  const machine = files.value.get(MACHINE_ID);
  const onSince = latest([machine?.bornAt ?? machine?.modifiedAt ?? null, await readStart(system)]);
  return { ok: true, value: { lastAt: lastAt?.toISOString() ?? null, onSince: onSince?.toISOString() ?? null } };
}

/** Nothing is said of a service that has not run since the computer started. */
function hasSucceeded(service: UnitProperties): boolean {
  return service['Result'] === 'success' && (service['ExecMainStatus'] ?? '0') === '0';
}

/** Not every timer remembers what was before. */
async function readStart(system: SystemPort): Promise<Date | null> {
  const shown = await system.run({
    tool: 'systemctl',
    arguments: ['show', '-p', 'UserspaceTimestamp'],
    timeoutMs: 5000,
    environment: { TZ: 'UTC' },
  });
  return shown.ok ? momentOfUnit(/^UserspaceTimestamp=(.*)$/m.exec(shown.value.stdout)?.[1]) : null;
}
