import { say } from '@vestibule/contracts';
import { momentOfUnit, showUnits, type UnitProperties } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

const DAY_MS = 86_400_000;
/** A timer that fires less often than its jobs are due keeps them from running. */
const LONGEST_WAIT_DAYS = 8;
/** Words of systemctl for a unit that starts with the system. */
const STARTS = ['enabled', 'enabled-runtime', 'static', 'alias', 'indirect', 'generated', 'transient'];

export interface TimedJob {
  readonly timers: readonly string[];
  /** What each of them starts, in the same order. */
  readonly services: readonly string[];
  /** Of the company's own making: what it does was looked at elsewhere. */
  readonly isOwn?: true;
  /** What runs the job where systemd does not. */
  readonly withoutSystemd?: string;
}

/**
 * What keeps a timer from running its job: it does not start with the computer, it does not run now, its job is masked, or
 * its next time is far away or never. A job that was changed on this computer is not understood.
 */
export async function timerObstacle(
  system: SystemPort,
  { timers, services, isOwn, withoutSystemd }: TimedJob,
): Promise<Outcome<string | null>> {
  const properties = ['LoadState', 'ActiveState', 'UnitFileState', 'FragmentPath', 'DropInPaths'];
  const ofTimers = ['Unit', 'SubState', 'NextElapseUSecRealtime', 'NextElapseUSecMonotonic'];
  const [units, next] = await Promise.all([
    showUnits(system, [...timers, ...services], properties),
    showUnits(system, timers, ofTimers),
  ]);
  if (!units.ok) return withoutSystemd === undefined ? units : readCron(system, withoutSystemd, units);
  if (!next.ok) return next;
  for (const name of timers) {
    const unit = units.value.get(name);
    const isOn = unit?.['LoadState'] === 'loaded' && unit['ActiveState'] === 'active';
    if (!isOn || !STARTS.includes(unit['UnitFileState'] ?? ''))
      return { ok: true, value: `The timer ${name} is turned off` };
  }
  const masked = services.find((name) => units.value.get(name)?.['LoadState'] !== 'loaded');
  if (masked !== undefined) return { ok: true, value: `The service ${masked} is disabled` };
  const elsewhere = timers.find((name, at) => next.value.get(name)?.['Unit'] !== services[at]);
  if (elsewhere !== undefined)
    return { ok: true, value: say('The timer {name} starts something else', { name: elsewhere }) };
  const changed = await findChangedJob(system, isOwn === true ? [] : services, units.value);
  if (!changed.ok) return changed;
  let days = 0;
  for (const name of timers) {
    const wait = waitOf(next.value.get(name) ?? {}, system.now());
    if (wait === null)
      return { ok: false, reason: 'unexpected-output', detail: say('When {name} runs next is not known.', { name }) };
    if (wait === Number.POSITIVE_INFINITY) return { ok: true, value: `The timer ${name} is turned off` };
    days = Math.max(days, wait);
  }
  return { ok: true, value: days > LONGEST_WAIT_DAYS ? `They run only every ${Math.round(days)} days` : null };
}

/**
 * Days until a timer fires; infinite where it never does again.
 * @returns null where that is not said
 */
function waitOf(timer: UnitProperties, now: Date): number | null {
  // While its job runs, the next time is not set yet.
  if (timer['SubState'] === 'running') return 0;
  const at = momentOfUnit(timer['NextElapseUSecRealtime']);
  const sinceStart = daysOfSpan(timer['NextElapseUSecMonotonic'] ?? '');
  const waits = [...(at === null ? [] : [(at.getTime() - now.getTime()) / DAY_MS]), ...(sinceStart ?? [])];
  if (waits.length > 0) return Math.max(0, Math.min(...waits));
  return timer['SubState'] === 'elapsed' ? Number.POSITIVE_INFINITY : null;
}

const SPAN_DAYS: Readonly<Record<string, number>> = { y: 365.25, month: 30.44, w: 7, d: 1, h: 1 / 24 };

/** '1y 5d 3h 2min 1.5s' since the computer started, in days; nothing for what is not understood, or for never. */
function daysOfSpan(text: string): readonly number[] | null {
  if (!/^(?:[\d.]+(?:y|month|w|d|h|min|s|ms|us) ?)+$/.test(text)) return null;
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
  return [parts.reduce((days, [, count, unit = '']) => days + Number(count) * (SPAN_DAYS[unit] ?? 0), 0)];
}

/** Room and time that are enough for a job of updates. */
export const ROOM_AND_TIME = new RegExp(
  [
    /^TimeoutStop\w*=/,
    /^Memory\w*=\s*(?:infinity|yes|no|true|false|on|off|[1-9]\d{2,}M|[1-9]\d*G|[1-9]\d%|100%)\s*$/,
    /^Timeout(?:Start)?Sec=\s*(?:0|infinity|[1-9]\d*\s*(?:h|hr|hours?|d|days?)|[1-9]\d+\s*(?:min|m|minutes?))\s*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** What changes nothing of what a job does. */
const HARMLESS =
  /^(?:\[\w+\]|#.*|;.*|(?:Description|Documentation|After|Wants|Nice|CPU\w*|IO\w*|KillMode|OnFailure)=.*)?$/;
const isHarmless = (line: string) => HARMLESS.test(line) || ROOM_AND_TIME.test(line);

/** A job that does the packager's work does it by the packager's file: others may start something else, or nothing. */
async function findChangedJob(
  system: SystemPort,
  services: readonly string[],
  units: ReadonlyMap<string, UnitProperties>,
): Promise<Outcome<null>> {
  const isOwn = (path: string) => !/^(?:\/usr)?\/lib\/systemd\/system\//.test(path);
  for (const name of services) {
    const { FragmentPath = '', DropInPaths = '' } = units.get(name) ?? {};
    const dropIns = DropInPaths.split(' ').filter((path) => path !== '' && isOwn(path));
    const texts = await Promise.all(dropIns.map((path) => system.readFile(path)));
    const isPlain = texts.every((file) => file.ok && file.value.split('\n').every((line) => isHarmless(line.trim())));
    if (isOwn(FragmentPath) || !isPlain) {
      const detail = say('Changed on this computer, so that what it does now is not understood: {name}', { name });
      return { ok: false, reason: 'unexpected-output', detail };
    }
  }
  return { ok: true, value: null };
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
