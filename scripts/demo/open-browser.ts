import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface BrowserOptions {
  readonly executable: string;
  /** Throw-away profile folder. */
  readonly profile: string;
  readonly extension: string;
  readonly address: string;
  readonly isHeadless: boolean;
}

const COMMAND_TIMEOUT_MS = 20_000;

/**
 * Opens a Chromium-family browser with an unpacked extension. The extension goes in over the DevTools pipe, which
 * branded Chrome and Edge take too, while they ignore `--load-extension`. No port is opened.
 * @throws when the browser ends or does not answer; it is not left behind then
 */
export async function openBrowser(options: BrowserOptions): Promise<ChildProcess> {
  const child = spawn(options.executable, argumentsFor(options), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const pipe = createPipe(child.stdio[3] as Writable, child.stdio[4] as Readable, child);
  try {
    await pipe.send('Extensions.loadUnpacked', { path: options.extension });
    await pipe.send('Target.createTarget', { url: options.address });
  } catch (error) {
    child.kill();
    throw error;
  }
  return child;
}

function argumentsFor({ profile, isHeadless }: BrowserOptions): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--enable-unsafe-extension-debugging',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-quic',
    '--password-store=basic',
    '--use-mock-keychain',
    ...(isHeadless ? ['--headless=new', '--disable-gpu'] : []),
    // Chromium refuses to start its sandbox as root.
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
  ];
}

interface Pipe {
  send(method: string, parameters: Record<string, unknown>): Promise<void>;
}

/** DevTools messages over two pipes, each ended by a zero byte. */
function createPipe(output: Writable, input: Readable, child: ChildProcess): Pipe {
  const waiting = new Map<number, (error: Error | null) => void>();
  let number = 0;
  let rest = '';
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, error } = JSON.parse(message) as { id?: number; error?: { message: string } };
      if (id !== undefined) waiting.get(id)?.(error === undefined ? null : new Error(error.message));
    }
  });
  output.on('error', () => undefined);
  child.once('exit', () => {
    for (const settle of waiting.values()) settle(new Error('The browser ended while it was starting.'));
  });
  child.once('error', (error) => {
    for (const settle of waiting.values()) settle(error);
  });
  return {
    send(method, parameters) {
      number += 1;
      const id = number;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`The browser did not answer to ${method}.`)),
          COMMAND_TIMEOUT_MS,
        );
        waiting.set(id, (error) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error === null) resolve();
          else reject(error);
        });
        output.write(`${JSON.stringify({ id, method, params: parameters })}\0`);
      });
    },
  };
}
