import type { Outcome, SystemPort } from '../system-port.ts';
import { showUnits } from './systemd.ts';

const CRON_UNITS = ['cron.service', 'crond.service', 'cronie.service', 'anacron.timer'];
const STARTS = ['enabled', 'enabled-runtime', 'static', 'alias', 'generated'];
const TABLES = '/etc/cron.d';
const MAIN_TABLE = '/etc/crontab';
/** Cron passes over files of other names, such as update.sh. */
export const TABLE_NAME = /^[A-Za-z0-9_-]+$/;
/** When, as whom, and what: at a time, or by a word such as `@reboot`. */
const LINE = /^\s*(@[a-z]+|(?:[^\s#=]+\s+){4}[^\s#=]+)\s+\S+\s+(\S.*)$/;

export interface CronLine {
  readonly path: string;
  /** A line of shell. */
  readonly command: string;
  /** When cron starts; else at its times. */
  readonly isAtStart: boolean;
}

/** Whether cron runs, and starts with the system. */
export async function isCronStarted(system: SystemPort): Promise<Outcome<boolean>> {
  const units = await showUnits(system, CRON_UNITS, ['ActiveState', 'UnitFileState']);
  if (!units.ok) return units;
  const isStarted = [...units.value.values()].some(
    (unit) => unit['ActiveState'] === 'active' && STARTS.includes(unit['UnitFileState'] ?? ''),
  );
  return { ok: true, value: isStarted };
}

/** What cron's tables start, at any time, of those that this reader may read: the tables of root and of others it may not. */
export async function listCronLines(system: SystemPort): Promise<readonly CronLine[]> {
  const names = await system.listFolder(TABLES);
  const paths = (names.ok ? names.value : [])
    .filter((name) => TABLE_NAME.test(name))
    .map((name) => `${TABLES}/${name}`);
  const files = await Promise.all(
    [MAIN_TABLE, ...paths].map(async (path) => [path, await system.readFile(path)] as const),
  );
  const lines = files.flatMap(([path, file]) =>
    (file.ok ? file.value : '').split('\n').flatMap((line) => {
      const [, when, command] = LINE.exec(line) ?? [];
      return command === undefined ? [] : [{ path, command, isAtStart: when === '@reboot' }];
    }),
  );
  if (lines.length === 0) return [];
  const isStarted = await isCronStarted(system);
  return isStarted.ok && !isStarted.value ? [] : lines;
}
