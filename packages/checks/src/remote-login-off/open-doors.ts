import { namedProcesses, type RunningProcess } from '../linux/processes.ts';
import type { SystemPort } from '../system-port.ts';
import type { Listener } from './listening-ports.ts';
import { calledAs, isLoginProgram, MANY_IN_ONE, PASSERS_ON, servedBy } from './login-programs.ts';

const X_SERVERS = ['Xorg', 'X', 'Xvfb', 'Xephyr', 'Xnest', 'Xvnc', 'Xtigervnc', 'Xtightvnc', 'Xwayland', 'Xdummy'];
/** TCP 6000 is display 0. */
const FIRST_DISPLAY = 6000;
const MOST_DISPLAYS = 64;

/**
 * Programs that are open to others only with certain words, which the kernel shows everybody: one that serves a shell, a
 * shared screen, the screen itself. A port of the same account has to listen beyond this computer as well.
 */
export async function readOpenDoors(
  system: SystemPort,
  processes: readonly RunningProcess[],
  listeners: readonly Listener[],
): Promise<readonly string[]> {
  const doors: string[] = [];
  for (const { processId, userId, name } of namedProcesses(processes, [
    ...new Set([...PASSERS_ON, ...MANY_IN_ONE, 'xpra', ...X_SERVERS]),
  ])) {
    const ports = listeners.filter((one) => one.userId === userId).map(({ port }) => port);
    if (ports.length === 0) continue;
    const file = await system.readFile(`/proc/${processId}/cmdline`);
    // It has ended since.
    if (!file.ok) continue;
    const words = file.value.split('\0');
    if (name === 'xpra') {
      // `--bind-tcp=0.0.0.0:14500`
      const named = ports.find((port) =>
        words.some((word) => new RegExp(`^--bind.*:${port}\\b|^:${port}$`).test(word)),
      );
      if (named !== undefined) doors.push(`xpra (TCP ${named})`);
    } else if (X_SERVERS.includes(name)) {
      const display = words.flatMap((word) => /^:(\d+)$/.exec(word)?.[1] ?? [])[0];
      const isOwn = (port: number) =>
        display === undefined
          ? port >= FIRST_DISPLAY && port < FIRST_DISPLAY + MOST_DISPLAYS
          : port === FIRST_DISPLAY + Number(display);
      const port = ports.find(isOwn);
      if (port !== undefined) doors.push(`${name} (TCP ${port})`);
    } else if (isLoginProgram(calledAs(words[0] ?? '', words.join(' ')))) {
      doors.push(calledAs(words[0] ?? '', words.join(' ')));
    } else if (servedBy(words.join(' ')) === 'a shell') doors.push(name);
  }
  return [...new Set(doors)];
}
