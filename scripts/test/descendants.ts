import { spawnSync } from 'node:child_process';

/** @returns the processes that one has started, those that they have started, and so on; none where there is no `ps` */
export function descendantsOf(pid: number): number[] {
  const { status, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = status === 0 ? Array.from(stdout.matchAll(/(\d+) +(\d+)/g), ([, own, parent]) => [own, parent]) : [];
  const found = [pid];
  for (const one of found)
    found.push(...all.filter(([, parent]) => Number(parent) === one).map(([own]) => Number(own)));
  return found.slice(1);
}
