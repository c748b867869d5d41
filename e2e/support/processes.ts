import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Starts one of our programs and waits until it listens. Rejects with what it printed when it ends before. */
export function startProgram(
  file: string,
  options: { readonly env?: NodeJS.ProcessEnv; readonly args?: string[] } = {},
): Promise<ChildProcess> {
  const child = fork(join(root, file), options.args ?? [], {
    env: { ...process.env, ...options.env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('listening')) resolve(child);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('message', (message) => {
      if (message === 'listening') resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${printed}`)));
  });
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await ended;
}

/** Looks as often as it can until something is there, or the program has ended. */
export async function waitUntil(child: ChildProcess, isThere: () => boolean): Promise<void> {
  while (!isThere() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
}

/** `kill -9` at that moment. */
export async function killWhen(child: ChildProcess, isThere: () => boolean): Promise<void> {
  await waitUntil(child, isThere);
  await endProgram(child, 'SIGKILL');
}
