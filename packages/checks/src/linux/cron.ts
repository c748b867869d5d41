import type { Outcome, SystemPort } from '../system-port.ts';
import { showUnits } from './systemd.ts';

const CRON_UNITS = ['cron.service', 'crond.service', 'cronie.service', 'anacron.timer'];
const STARTS = ['enabled', 'enabled-runtime', 'static', 'alias', 'generated'];
const TABLES = '/etc/cron.d';
const MAIN_TABLE = '/etc/crontab';
/** Of accounts, which root and the reader that root runs may read; there is no account in their lines. */
const SPOOLS = ['/var/spool/cron/crontabs', '/var/spool/cron'];
/** Cron passes over files of other names, such as update.sh. */
export const TABLE_NAME = /^[A-Za-z0-9_-]+$/;
/** When, at a time or by a word such as `@reboot`, and what. */
const WHEN = /^\s*(@[a-z]+|(?:[^\s#=]+\s+){4}[^\s#=]+)\s+(\S.*)$/;

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

/** What cron's tables start, at any time, of those that this reader may read: those of accounts only their owners and root may. */
export async function listCronLines(system: SystemPort): Promise<readonly CronLine[]> {
  const tables = [MAIN_TABLE, ...(await listTables(system, TABLES))];
  const spools = (await Promise.all(SPOOLS.map((folder) => listTables(system, folder)))).flat();
  const lines = (
    await Promise.all([...tables, ...spools].map((path) => linesOf(system, path, spools.includes(path))))
  ).flat();
  if (lines.length === 0) return [];
  const isStarted = await isCronStarted(system);
  return isStarted.ok && !isStarted.value ? [] : lines;
}

async function listTables(system: SystemPort, folder: string): Promise<readonly string[]> {
  const names = await system.listFolder(folder);
  return (names.ok ? names.value : []).filter((name) => TABLE_NAME.test(name)).map((name) => `${folder}/${name}`);
}

async function linesOf(system: SystemPort, path: string, isOfAccount: boolean): Promise<readonly CronLine[]> {
  const file = await system.readFile(path);
  return (file.ok ? file.value : '').split('\n').flatMap((line) => {
    const [, when, rest = ''] = WHEN.exec(line) ?? [];
    const command = isOfAccount ? rest : rest.replace(/^\S+\s+/, '');
    return when === undefined || command === '' ? [] : [{ path, command, isAtStart: when === '@reboot' }];
  });
}
