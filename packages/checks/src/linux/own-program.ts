import type { Outcome, SystemPort } from '../system-port.ts';
import { readIfThere } from './if-there.ts';
import { showLoadedUnits, type UnitProperties } from './systemd.ts';

const PACKAGE_FOLDERS = ['/usr/lib/systemd/system', '/lib/systemd/system'];
const PROPERTIES = ['Names', 'ExecStart', 'FragmentPath', 'DropInPaths'];
/** What only waits: no service of a maker's is one of these. */
const IDLE = ['sleep', 'true', 'false', 'cat', 'tail', 'yes', 'echo', 'printf', 'test', 'watch', 'wait'];
/** Start the program that stands behind them, and change nothing of what it does. */
const WRAPPERS = ['nice', 'ionice', 'chrt', 'taskset', 'env', 'prlimit', 'numactl', 'stdbuf'];

interface Command {
  readonly program: string;
  readonly words: readonly string[];
}

/**
 * Which of these units, which run, run the program that the file of their maker names. A drop-in, or a file of the same name in
 * the administrator's folder, may have put another in its place.
 */
export async function findOwnPrograms(
  system: SystemPort,
  units: readonly string[],
): Promise<Outcome<ReadonlySet<string>>> {
  if (units.length === 0) return { ok: true, value: new Set() };
  const shown = await showLoadedUnits(system, units, PROPERTIES);
  if (!shown.ok) return shown;
  const own = new Set<string>();
  for (const name of units) {
    const isOwn = await runsOwnProgram(system, name, shown.value.get(name) ?? {});
    if (!isOwn.ok) return isOwn;
    if (isOwn.value) own.add(name);
  }
  return { ok: true, value: own };
}

async function runsOwnProgram(system: SystemPort, name: string, unit: UnitProperties): Promise<Outcome<boolean>> {
  const commands = [...(unit['ExecStart'] ?? '').matchAll(/path=(.*?) ; argv\[\]=(.*?) ; ignore_errors=/g)].map(
    ([, program = '', words = '']): Command => ({ program, words: words.split(' ') }),
  );
  const isIdle = commands.some((command) => IDLE.includes(nameOf(startedBy(command))));
  if (commands.length === 0 || isIdle) return { ok: true, value: false };
  const named = await readMaker(system, name, unit);
  if (!named.ok) return named;
  if (named.value === null) return { ok: true, value: true };
  const programs = named.value;
  return { ok: true, value: commands.every((command) => programs.includes(startedBy(command))) };
}

/** @returns the programs that the maker's file names; null where nothing was put in its place */
async function readMaker(
  system: SystemPort,
  name: string,
  { FragmentPath = '', DropInPaths = '' }: UnitProperties,
): Promise<Outcome<readonly string[] | null>> {
  let isReplaced = false;
  for (const path of DropInPaths.split(' ').filter(Boolean)) {
    const file = await system.readFile(path);
    if (!file.ok) return file;
    isReplaced ||= programsIn(file.value).length > 0;
  }
  const isOfPackage = PACKAGE_FOLDERS.some((folder) => FragmentPath.startsWith(`${folder}/`));
  for (const folder of isOfPackage ? [] : PACKAGE_FOLDERS) {
    const file = await readIfThere(system, `${folder}/${name}`);
    if (!file.ok) return file;
    if (file.value !== null) return { ok: true, value: programsIn(file.value) };
  }
  if (!isReplaced) return { ok: true, value: null };
  const file = await system.readFile(FragmentPath);
  return file.ok ? { ok: true, value: programsIn(file.value) } : file;
}

function programsIn(text: string): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').matchAll(/^[ \t]*ExecStart[ \t]*=[ \t]*[-@:+!|]*(\S+)/gm);
  return [...lines].map(([, program = '']) => program.replace(/^"(.*)"$/, '$1'));
}

function startedBy({ program, words }: Command): string {
  if (!WRAPPERS.includes(nameOf(program))) return program;
  // One that is looked for in several folders has no path; what stands before it are options, their numbers, and variables.
  const named = words.slice(1).find((word) => !/^-|^[\d.,x-]+$|=/.test(word));
  return words.slice(1).find((word) => word.startsWith('/')) ?? named ?? program;
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}
