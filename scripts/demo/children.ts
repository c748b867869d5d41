import { type ChildProcess, fork, spawn } from 'node:child_process';

/** The processes the trial has started, ended in reverse order when it ends. */
export interface Children {
  /** Starts one of our own programs; resolves when it says 'listening' or prints a line with that word. */
  startProgram(name: string, file: string, options: { env?: NodeJS.ProcessEnv; args?: string[] }): Promise<void>;
  add(child: ChildProcess): void;
  /** Resolves with the name of the first program that ends by itself. */
  readonly firstToEnd: Promise<string>;
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 5000;

export class ProgramFailed extends Error {}

export function createChildren(): Children {
  const running: ChildProcess[] = [];
  let isStopping = false;
  let tellEnd: (name: string) => void = () => undefined;
  const firstToEnd = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });
  return {
    firstToEnd,
    add: (child) => running.push(child),
    startProgram(name, file, { env = {}, args = [] }) {
      const child = fork(file, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Ctrl-C reaches the whole group; the programs wait for us to stop them in order.
        detached: process.platform !== 'win32',
      });
      running.push(child);
      return new Promise<void>((resolve, reject) => {
        let printed = '';
        const read = (chunk: Buffer) => {
          printed = (printed + chunk.toString()).slice(-4000);
          if (printed.includes('listening')) resolve();
        };
        child.stdout?.on('data', read);
        child.stderr?.on('data', read);
        child.on('message', (message) => {
          if (message === 'listening') resolve();
        });
        child.once('exit', () => {
          reject(new ProgramFailed(printed.trim() === '' ? `${name} ended at once.` : printed.trim()));
          if (!isStopping) tellEnd(name);
        });
      });
    },
    async stop() {
      isStopping = true;
      for (const child of running.toReversed()) await stopOne(child);
    },
  };
}

async function stopOne(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Runs a program to its end. @throws ProgramFailed with what it printed */
export function runProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(printed) : reject(new ProgramFailed(printed.trim()))));
  });
}
