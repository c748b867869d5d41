import { momentOfUnit, showUnits } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

const DAY_MS = 86_400_000;
/** A timer that fires less often than its jobs are due keeps them from running. */
const LONGEST_WAIT_DAYS = 8;
/** Words of systemctl for a unit that starts with the system. */
const STARTS = ['enabled', 'enabled-runtime', 'static', 'alias', 'indirect', 'generated', 'transient'];

export interface TimedJob {
  readonly timers: readonly string[];
  readonly services: readonly string[];
  /** What runs the job where systemd does not. */
  readonly withoutSystemd?: string;
}

/**
 * What keeps a timer from running its job: it does not start with the computer, it does not run now, its job is masked, or
 * its next time is far away.
 */
export async function timerObstacle(
  system: SystemPort,
  { timers, services, withoutSystemd }: TimedJob,
): Promise<Outcome<string | null>> {
  const properties = ['LoadState', 'ActiveState', 'UnitFileState'];
  const units = await showUnits(system, [...timers, ...services], properties);
  if (!units.ok) return withoutSystemd === undefined ? units : readCron(system, withoutSystemd, units);
  const next = await showUnits(system, timers, ['NextElapseUSecRealtime']);
  if (!next.ok) return next;
  for (const name of timers) {
    const unit = units.value.get(name);
    const isOn = unit?.['LoadState'] === 'loaded' && unit['ActiveState'] === 'active';
    if (!isOn || !STARTS.includes(unit['UnitFileState'] ?? ''))
      return { ok: true, value: `The timer ${name} is turned off` };
  }
  const masked = services.find((name) => units.value.get(name)?.['LoadState'] !== 'loaded');
  if (masked !== undefined) return { ok: true, value: `The service ${masked} is disabled` };
  const waits = timers.map((name) => momentOfUnit(next.value.get(name)?.['NextElapseUSecRealtime']));
  const days = Math.max(0, ...waits.map((at) => (at === null ? 0 : (at.getTime() - system.now().getTime()) / DAY_MS)));
  return { ok: true, value: days > LONGEST_WAIT_DAYS ? `They run only every ${Math.round(days)} days` : null };
}

/** Where systemd does not run, a job of cron's does its work. */
async function readCron(
  system: SystemPort,
  path: string,
  failure: Extract<Outcome<never>, { ok: false }>,
): Promise<Outcome<null>> {
  if (failure.reason !== 'not-supported' && failure.reason !== 'tool-missing') return failure;
  return (await system.readFile(path)).ok ? { ok: true, value: null } : failure;
}

export function latest(moments: readonly (Date | null)[]): Date | null {
  return moments.reduce((last, moment) => (moment !== null && (last === null || moment > last) ? moment : last), null);
}
