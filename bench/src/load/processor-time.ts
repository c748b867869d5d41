import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** Processor time of a process and of all its children, those that ended included, in milliseconds. Linux only. */
export async function processorMs(pid: number): Promise<number> {
  const own = await ticksOf(pid);
  const others = await Promise.all((await childrenOf(pid)).map((child) => ticksOf(child)));
  return [own, ...others].reduce((sum, ticks) => sum + ticks, 0) * MS_PER_TICK;
}

/** Resident memory of a process, in MB. Linux only. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = await fieldsOf(Number(name));
    if (Number(fields[1]) === pid) found.push(Number(name));
  }
  return found;
}

async function ticksOf(pid: number): Promise<number> {
  const fields = await fieldsOf(pid);
  // utime, stime, cutime, cstime: proc(5), counted from the state, which is field 3.
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
}

async function fieldsOf(pid: number): Promise<string[]> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
