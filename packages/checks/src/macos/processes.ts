import type { Outcome, SystemPort } from '../system-port.ts';
import { notUnderstood, readTool } from './tool.ts';

const FIRST_PROCESS = 1;

/** Paths of all programs that run on this computer, each once. */
export async function listPrograms(system: SystemPort): Promise<Outcome<ReadonlySet<string>>> {
  const listed = await readTool(system, 'ps', ['-axww', '-o', 'pid=,comm=']);
  if (!listed.ok) return listed;
  const rows = listed.value.split('\n').map((line) => /^\s*(\d+)\s+(\S.*?)\s*$/.exec(line));
  const programs = rows.flatMap((row) => (row === null ? [] : [{ id: Number(row[1]), path: row[2] ?? '' }]));
  // A list without launchd is cut: a program that is not in it might run all the same.
  if (!programs.some(({ id }) => id === FIRST_PROCESS)) return notUnderstood('ps', 'a list that is not whole');
  return { ok: true, value: new Set(programs.map(({ path }) => path)) };
}

/** Whether a program of one of these file names runs, wherever it lies. */
export function runsProgram(programs: ReadonlySet<string>, names: readonly string[]): boolean {
  return [...programs].some((path) => names.includes(path.slice(path.lastIndexOf('/') + 1)));
}
