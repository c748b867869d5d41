import { say } from '@vestibule/contracts';
import { readFileFacts } from '../linux/file-facts.ts';
import { showLoadedUnits, type UnitProperties } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { commandsOf } from '../linux/shell-commands.ts';
import { isApt, isUpgrader, type OwnJob, TIMERS } from './own-job.ts';
import { ROOM_AND_TIME, latest, timerObstacle } from './timers.ts';

const OF_TIMERS = ['Names', 'Unit', 'FragmentPath', 'DropInPaths', 'ActiveState', 'NeedDaemonReload'];
const OF_SERVICES = ['Names', 'LoadState', 'FragmentPath', 'DropInPaths', 'ExecStart', 'User', 'NeedDaemonReload'];

/** Lines of a service that only say what it runs, or how gently. */
const PLAIN =
  /^(?:\[\w+\]|#.*|;.*|(?:Description|Documentation|After|Wants|Type|Nice|CPU\w*|IO\w*|KillMode|OnFailure|ExecStart|ExecStartPre|WantedBy)=.*|User=root|Environment="?DEBIAN_FRONTEND=\w+"?)?$/;
const isPlainLine = (line: string) => PLAIN.test(line) || ROOM_AND_TIME.test(line);

/**
 * A timer of the company's own that installs updates, as others let cron do it.
 * @returns null where none is found
 */
export async function findOwnTimer(system: SystemPort): Promise<Outcome<OwnJob | null>> {
  const timers = await showLoadedUnits(system, ['*.timer'], OF_TIMERS);
  if (!timers.ok) return timers;
  const own = [...timers.value].filter(([, unit]) => isOwn(unit) && unit['ActiveState'] === 'active');
  for (const [timer, unit] of own) {
    const job = await readJob(system, timer, unit);
    if (!job.ok || job.value !== null) return job;
  }
  return { ok: true, value: null };
}

function isOwn({ FragmentPath = '' }: UnitProperties): boolean {
  return FragmentPath.startsWith('/etc/systemd/system/') || FragmentPath.startsWith('/usr/local/lib/systemd/system/');
}

async function readJob(system: SystemPort, timer: string, unit: UnitProperties): Promise<Outcome<OwnJob | null>> {
  const service = unit['Unit'] ?? '';
  if (!/^[\w@.:-]+\.service$/.test(service)) return { ok: true, value: null };
  const shown = await showLoadedUnits(system, [service], OF_SERVICES);
  if (!shown.ok) return shown;
  const started = shown.value.get(service) ?? {};
  const { commands, scripts } = await readCommands(system, started['ExecStart'] ?? '');
  const installs = commands.filter((words) => isUpgrader(words) || isApt(words));
  if (installs.length === 0) return { ok: true, value: null };
  const path = unit['FragmentPath'] ?? '';
  const texts = await Promise.all(filesOf(started).map((file) => system.readFile(file)));
  const isPlain = texts.every((text) => text.ok && text.value.split('\n').every((line) => isPlainLine(line.trim())));
  const isCurrent = [unit, started].every((one) => one['NeedDaemonReload'] === 'no');
  if (!isPlain || !isCurrent || started['LoadState'] !== 'loaded') {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('Changed on this computer, so that what it does now is not understood: {name}', { name: path }),
    };
  }
  const obstacle = await timerObstacle(system, { timers: [timer], services: [service], isOwn: true });
  if (!obstacle.ok) return obstacle;
  if (obstacle.value !== null) return { ok: true, value: null };
  const facts = await readFileFacts(system, [...filesOf(unit), ...filesOf(started), ...scripts, TIMERS]);
  if (!facts.ok) return facts;
  const since = latest([...facts.value.values()].map(({ modifiedAt }) => modifiedAt));
  return { ok: true, value: since === null ? null : { path, since, isRecorded: installs.some(isUpgrader) } };
}

const SHELL = /^(?:\/usr)?\/bin\/(?:sh|bash|dash)$/;
/** What lies elsewhere is a script of the company's, or nothing that is read. */
const OF_PACKAGES = /^(?:\/usr)?\/(?:s?bin|lib)\//;

interface Commands {
  readonly commands: readonly (readonly string[])[];
  /** Files that these stand in. */
  readonly scripts: readonly string[];
}

/** The commands of a service: its own, those of a shell's words, and those of a script of the shell's. */
async function readCommands(system: SystemPort, execStart: string): Promise<Commands> {
  const commands: (readonly string[])[] = [];
  const scripts: string[] = [];
  for (const [, line = ''] of execStart.matchAll(/argv\[\]=(.*?) ; ignore_errors=/g)) {
    const words = line.split(' ');
    const [program = '', ...rest] = words;
    const at = rest.findIndex((word) => !word.startsWith('-') || /^-[a-z]*c$/.test(word));
    if (SHELL.test(program) && /^-[a-z]*c$/.test(rest[at] ?? '')) {
      commands.push(...commandsOf(rest.slice(at + 1).join(' ')));
      continue;
    }
    const script = SHELL.test(program) ? (rest[at] ?? '') : program;
    const file = OF_PACKAGES.test(script) || !script.startsWith('/') ? null : await system.readFile(script);
    if (file?.ok === true && /^#! ?(?:\/usr)?\/bin\/(?:env )?(?:sh|bash|dash)\b/.test(file.value)) {
      commands.push(...commandsOf(file.value));
      scripts.push(script);
    } else commands.push(words);
  }
  return { commands, scripts };
}

function filesOf({ FragmentPath = '', DropInPaths = '' }: UnitProperties): readonly string[] {
  return [FragmentPath, ...DropInPaths.split(' ')].filter(Boolean);
}
