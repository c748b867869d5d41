import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { CommandResult, Outcome } from '@vestibule/checks';
import { systemFailure } from './system-error.ts';

const MAXIMUM_OUTPUT_BYTES = 8 * 1024 * 1024;

export interface RunOptions {
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Written to its standard input; left out: nothing is there. */
  readonly input?: AsyncIterable<Buffer>;
  /** When the time is over, gives what was written until then with `TIME_IS_OVER` as the code, instead of a failure. */
  readonly keepsWhatWasWritten?: boolean;
}

/** No exit code of a program: those are never negative here. */
export const TIME_IS_OVER = -1;

/**
 * Runs a program with an argument list: no shell, the C locale, nothing on its standard input unless it is given. When the time is over
 * the program and everything it has started are ended.
 */
export async function runCommand(
  path: string,
  commandArguments: readonly string[],
  { timeoutMs, environment, input, keepsWhatWasWritten = false }: RunOptions,
): Promise<Outcome<CommandResult>> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(path, [...commandArguments], {
      // With this variable newer versions of macOS call themselves 10.16.
      env: { ...environment, LC_ALL: 'C', LANG: 'C', SYSTEM_VERSION_COMPAT: undefined },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      // Nothing that root starts looks for anything in the folder of the one who started root.
      ...(process.getuid?.() === 0 && { cwd: '/' }),
    });
    const { stdin, stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('A pipe has two ends.');
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let size = 0;
    const written = (code: number): Outcome<CommandResult> => ({
      ok: true,
      value: { code, stdout: textOf(output.stdout), stderr: textOf(output.stderr) },
    });
    const timer = setTimeout(() => {
      const detail = `${path} took longer than ${timeoutMs} ms.`;
      endTree(child);
      finish(keepsWhatWasWritten ? written(TIME_IS_OVER) : { ok: false, reason: 'timed-out', detail });
    }, timeoutMs);
    const finish = (outcome: Outcome<CommandResult>) => {
      clearTimeout(timer);
      stdout.destroy();
      stderr.destroy();
      resolve(outcome);
    };
    for (const [name, stream] of [
      ['stdout', stdout],
      ['stderr', stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        output[name].push(chunk);
        if (size <= MAXIMUM_OUTPUT_BYTES) return;
        endTree(child);
        finish({ ok: false, reason: 'unexpected-output', detail: `${path} wrote more than 8 MiB.` });
      });
    }
    if (input !== undefined && stdin !== null) feed(stdin, input);
    child.once('error', (error) => finish(systemFailure(error)));
    child.once('close', (code, signal) => {
      if (code === null)
        return finish({ ok: false, reason: 'unexpected-output', detail: `${path} was ended: ${signal}.` });
      finish(written(code));
    });
  });
}

/** A program may end before it has read everything: what it then says counts. */
function feed(stdin: Writable, input: AsyncIterable<Buffer>): void {
  void import('node:stream/promises').then(({ pipeline }) => pipeline(input, stdin)).catch(() => stdin.destroy());
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

function endTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    process
      .getBuiltinModule('node:child_process')
      .spawn('C:\\Windows\\System32\\taskkill.exe', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
