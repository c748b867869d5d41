import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../../work-app/src/main.ts', import.meta.url));

export interface Ended {
  readonly exitCode: number | null;
  readonly errorOutput: string;
}

export interface RunningWorkApp {
  readonly url: string;
  /** Ends this one process with SIGTERM. */
  readonly end: () => Promise<Ended>;
}

/** Starts the demo work application as a process of its own, on a port the system picks. */
export async function startWorkApp(gate: string): Promise<RunningWorkApp> {
  const { child, ended } = run(['--port', '0', '--gate', gate]);
  const line = await Promise.race([firstLine(child), ended]);
  const url = typeof line === 'string' ? /^work-app listening on (http:\S+)$/.exec(line)?.[1] : undefined;
  if (url === undefined) throw new Error(`The work application did not start: ${JSON.stringify(line)}`);
  return {
    url,
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs the work application until it ends by itself. */
export function runWorkApp(words: readonly string[]): Promise<Ended> {
  return run(words).ended;
}

function run(words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, errorOutput }));
  return { child, ended };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  // Reading on, so that the process never waits for a full pipe.
  child.stdout?.resume();
  return text.slice(0, text.indexOf('\n'));
}

export interface TestGate {
  readonly url: string;
  readonly close: () => void;
}

/** Serves metadata as the gate does. @param metadata the text for this address, or null while the gate is not up */
export async function startTestGate(metadata: (url: string) => string | null): Promise<TestGate> {
  const server = createServer((request, response) => {
    const text = request.url === '/saml/metadata' ? metadata(urlOf()) : null;
    response.writeHead(text === null ? 503 : 200, { 'Content-Type': 'application/samlmetadata+xml' }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const urlOf = () => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  };
  return {
    url: urlOf(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
