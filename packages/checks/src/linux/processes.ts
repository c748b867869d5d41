import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';

export interface RunningProcess {
  readonly processId: number;
  readonly userId: number;
  /** The kernel's short name: at most 15 characters. */
  readonly name: string;
}

const NAME_LENGTH = 15;

/**
 * Everything that runs on this computer. Where the system hides other people's processes (hidepid), the answer is
 * refused: a program that is not seen might run all the same.
 */
export function listProcesses(system: SystemPort): Promise<Outcome<readonly RunningProcess[]>> {
  const read = () => readProcesses(system);
  return system.once === undefined ? read() : system.once('processes', read);
}

async function readProcesses(system: SystemPort): Promise<Outcome<readonly RunningProcess[]>> {
  const listed = await system.run({ tool: 'ps', arguments: ['-e', '-o', 'pid=,uid=,comm='], timeoutMs: 5000 });
  if (!listed.ok) return listed;
  const rows = listed.value.stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(\S.*?)\s*$/.exec(line));
  const processes = rows.flatMap((row) =>
    row === null ? [] : [{ processId: Number(row[1]), userId: Number(row[2]), name: row[3] ?? '' }],
  );
  if (listed.value.code !== 0 || processes.length === 0) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail:
        listed.value.stderr === ''
          ? say('The answer of {name} is not understood.', { name: 'ps' })
          : `ps: ${listed.value.stderr}`,
    };
  }
  if (!processes.some(({ processId }) => processId === 1)) {
    return { ok: false, reason: 'access-denied', detail: 'The system hides the processes of others.' };
  }
  return { ok: true, value: processes };
}

/** Whether a program of one of these names runs, cut to the length that the kernel keeps. */
export function isRunning(processes: readonly RunningProcess[], names: readonly string[], userId?: number): boolean {
  return namedProcesses(processes, names, userId).length > 0;
}

/** Every process of one of these names, in the order of the names. */
export function namedProcesses(
  processes: readonly RunningProcess[],
  names: readonly string[],
  userId?: number,
): readonly RunningProcess[] {
  return names.flatMap((name) =>
    processes.filter(
      (process) =>
        (userId === undefined || process.userId === userId) &&
        process.name.slice(0, NAME_LENGTH) === name.slice(0, NAME_LENGTH),
    ),
  );
}

/**
 * The display that a program was started for, without the number of its screen: ':0'; null where it has none of its own,
 * as that of Wayland that opens it.
 */
export async function displayOf(system: SystemPort, { processId }: RunningProcess): Promise<Outcome<string | null>> {
  const file = await system.readFile(`/proc/${processId}/environ`);
  if (!file.ok) return file;
  const line = file.value.split('\0').find((one) => one.startsWith('DISPLAY='));
  const display = line?.slice('DISPLAY='.length).replace(/^(?:unix|localhost)?(:\d+)(?:\.\d+)?$/, '$1') ?? '';
  return { ok: true, value: display === '' ? null : display };
}

/** The state of a process as the kernel has it behind its name in brackets: stopped ones, and those that have ended. */
const STANDS_STILL = ['T', 't', 'Z', 'X', 'x'];

/**
 * Whether a program does anything: one that someone has stopped is there and does nothing.
 * @returns null where the kernel does not say
 */
export async function isAwake(
  system: SystemPort,
  { processId }: Pick<RunningProcess, 'processId'>,
): Promise<boolean | null> {
  const file = await system.readFile(`/proc/${processId}/stat`);
  const state = file.ok ? /^\d+ \(.*\) ([A-Za-z]) /s.exec(file.value)?.[1] : undefined;
  return state === undefined ? null : !STANDS_STILL.includes(state);
}
