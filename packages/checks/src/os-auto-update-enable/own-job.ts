import { readFileFacts } from '../linux/file-facts.ts';
import { isCronStarted, TABLE_NAME } from '../linux/cron.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { commandsOf } from '../linux/shell-commands.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { latest } from './timers.ts';

/** A job of the company's own that installs updates. */
export interface OwnJob {
  readonly path: string;
  /** Since when it is as it is: a success before that was another's. */
  readonly since: Date;
  /** Whether it leaves a record of what it installs: that of unattended-upgrades is read. */
  readonly isRecorded: boolean;
}

/** Scripts that run at least once a week, and tables with a person in them; one without. */
const SCRIPT_FOLDERS = ['/etc/cron.hourly', '/etc/cron.daily', '/etc/cron.weekly'];
const TABLES = '/etc/cron.d';
const MAIN_TABLE = '/etc/crontab';
const CRON_APT = '/etc/cron-apt/action.d';
const ROOTS_TABLE = '/var/spool/cron/crontabs/root';
/** What changes when a timer is turned off. */
export const TIMERS = '/etc/systemd/system/timers.target.wants';
/** At some hour of some days of the week, in every week; who it runs as. */
const EVERY_WEEK = /^\s*(?:@(?:hourly|daily|midnight|weekly)|\S+\s+\S+\s+\*\s+\*\s+\S+)\s+(.*)$/;

/**
 * A job of cron's that installs updates at least once a week, as an administrator may prefer to the timers of the packages.
 * @returns null where none is found
 */
export async function findOwnJob(system: SystemPort): Promise<Outcome<OwnJob | null>> {
  const isStarted = await isCronStarted(system);
  if (!isStarted.ok) return isStarted;
  if (!isStarted.value) return { ok: true, value: null };
  const found: { path: string; commands: readonly (readonly string[])[] }[] = [];
  for (const folder of [...SCRIPT_FOLDERS, TABLES]) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    for (const name of names.value.filter((one) => TABLE_NAME.test(one))) {
      const path = `${folder}/${name}`;
      const text = await readIfThere(system, path);
      if (!text.ok) return text;
      found.push({ path, commands: commandsOf(folder === TABLES ? fromTable(text.value, true) : (text.value ?? '')) });
    }
  }
  for (const path of [MAIN_TABLE, ROOTS_TABLE]) {
    const text = await system.readFile(path);
    if (text.ok) found.push({ path, commands: commandsOf(fromTable(text.value, path === MAIN_TABLE)) });
  }
  const ofCronApt = await readCronApt(system);
  if (!ofCronApt.ok) return ofCronApt;
  for (const one of found) {
    if (one.commands.some(isCronApt)) one.commands = [...one.commands, ...ofCronApt.value];
  }
  const jobs = found.filter(({ commands }) => commands.some((words) => isUpgrader(words) || isApt(words)));
  const files = await readFileFacts(system, [...jobs.map(({ path }) => path), TIMERS]);
  if (!files.ok) return files;
  const mayRun = ({ path }: { path: string }) =>
    !SCRIPT_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) || ((files.value.get(path)?.mode ?? 0) & 0o100) > 0;
  const running = jobs.filter(mayRun);
  const job = running.find(({ commands }) => commands.some(isUpgrader)) ?? running[0];
  const since = latest([job, { path: TIMERS }].map((one) => files.value.get(one?.path ?? '')?.modifiedAt ?? null));
  if (job === undefined || since === null) return { ok: true, value: null };
  return { ok: true, value: { path: job.path, since, isRecorded: job.commands.some(isUpgrader) } };
}

/** What cron-apt gives to apt-get: a line of each file is its words. */
async function readCronApt(system: SystemPort): Promise<Outcome<readonly (readonly string[])[]>> {
  const names = await listIfThere(system, CRON_APT);
  if (!names.ok) return names;
  const commands: (readonly string[])[] = [];
  for (const name of names.value.filter((one) => TABLE_NAME.test(one))) {
    const file = await readIfThere(system, `${CRON_APT}/${name}`);
    if (!file.ok) return file;
    const lines = (file.value ?? '').split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
    commands.push(...lines.map((line) => ['apt-get', ...line.trim().split(/\s+/)]));
  }
  return { ok: true, value: commands };
}

function isCronApt(words: readonly string[]): boolean {
  return programOf(words) === 'cron-apt' && !words.includes('-s');
}

/** The commands of root's lines that run in every week. */
function fromTable(text: string | null, hasPerson: boolean): string {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, rest = ''] = EVERY_WEEK.exec(line) ?? [];
      if (!hasPerson) return [rest];
      return rest.startsWith('root') ? [rest.replace(/^root\s+/, '')] : [];
    })
    .join('\n');
}

function programOf([path = '']: readonly string[]): string {
  return path.split('/').at(-1) ?? '';
}

export function isUpgrader(words: readonly string[]): boolean {
  const isReal = !words.some((word) => /^--(?:dry-run|download-only|help)$/.test(word));
  return /^unattended-upgrades?$/.test(programOf(words)) && isReal;
}

/** Without a question, and not only for show. */
export function isApt(words: readonly string[]): boolean {
  if (!/^(?:apt|apt-get|aptitude)$/.test(programOf(words))) return false;
  const isForShow = words.some((word) => /^(?:-[a-z]*[sd][a-z]*|--(?:simulate|dry-run|download-only))$/.test(word));
  const isAnswered = words.some((word) => /^(?:-[a-z]*y[a-z]*|--yes|--assume-yes)$/.test(word));
  return isAnswered && !isForShow && words.some((word) => /^(?:(?:dist|full|safe)-)?upgrade$/.test(word));
}
