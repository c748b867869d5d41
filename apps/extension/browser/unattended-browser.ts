import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAGE_PORT_NAME } from '@vestibule/contracts';
import { withExtension } from '../../../scripts/browser/test-arguments.ts';
import { CHROMIUM, prepareTestComputer } from './test-browser.ts';

/** For starting Chromium and for an answer, on a busy computer. */
const PATIENCE_MS = 40_000;

/** What the page says of itself after each of its two questions. */
export interface PageResult {
  readonly answer: { readonly ok: boolean };
  readonly heartbeats: number;
  readonly isClosed: boolean;
}

export interface UnattendedRun {
  readonly before: PageResult & { readonly hosts: readonly number[] };
  readonly after: PageResult & { readonly hosts: readonly number[] };
}

export interface UnattendedPlan {
  readonly idleMs: number;
  /** False: the page lets go of its port while it is idle, and connects again for the second question. */
  readonly keepsPort: boolean;
}

/**
 * Lets a page ask the client, be idle, and ask again, in a Chromium to which no test tool is attached: one that is would
 * keep the extension's worker alive. The page is served by the test and posts its results there.
 */
export async function runUnattended(plan: UnattendedPlan): Promise<UnattendedRun> {
  const results = collectResults();
  const server = createServer((request, response) => {
    if (request.method === 'POST') void readBody(request).then(results.add);
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? page : '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const computer = await prepareTestComputer(origin);
  const page = `<!doctype html><title>portal</title><script>(${pageScript.toString()})(${JSON.stringify({
    ...plan,
    extensionId: computer.extensionId,
    portName: PAGE_PORT_NAME,
  })})</script>`;
  const browser = spawn(
    CHROMIUM,
    ['--headless=new', `--user-data-dir=${computer.profile}`, ...withExtension(computer.extension), `${origin}/`],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    const before = { ...(await results.next(PATIENCE_MS)), hosts: await computer.hosts() };
    const after = { ...(await results.next(plan.idleMs + PATIENCE_MS)), hosts: await computer.hosts() };
    return { before, after };
  } finally {
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    await computer.remove();
  }
}

type PagePlan = UnattendedPlan & { readonly extensionId: string; readonly portName: string };

/** Runs in the page, as text: uses nothing from around it. */
function pageScript({ idleMs, keepsPort, extensionId, portName }: PagePlan): void {
  const state = { heartbeats: 0, isClosed: false };
  const ask = (port: chrome.runtime.Port, id: string) =>
    port.postMessage({
      v: 1,
      id,
      type: 'get-device-name',
      payload: {},
      sentAt: new Date().toISOString(),
      correlationId: 'test',
    });
  /** Connects again until it is answered: the page may be open before the browser has loaded the extension. */
  const meet = (id: string, met: (port: chrome.runtime.Port) => void) => {
    if (chrome.runtime === undefined) {
      setTimeout(meet, 50, id, met);
      return;
    }
    const port = chrome.runtime.connect(extensionId, { name: portName });
    let isAnswered = false;
    port.onDisconnect.addListener(() => {
      if (isAnswered) state.isClosed = true;
      else setTimeout(meet, 100, id, met);
    });
    port.onMessage.addListener((message: { readonly push?: string; readonly ok?: boolean }) => {
      if (message.push === 'heartbeat') state.heartbeats += 1;
      if (message.ok === undefined) return;
      void fetch('/result', { method: 'POST', body: JSON.stringify({ answer: message, ...state }) });
      if (!isAnswered) met(port);
      isAnswered = true;
    });
    ask(port, id);
  };
  meet('before', (first) => {
    if (!keepsPort) setTimeout(() => first.disconnect(), 1000);
    setTimeout(() => (keepsPort ? ask(first, 'after') : meet('after', () => undefined)), idleMs);
  });
}

function collectResults() {
  const arrived: PageResult[] = [];
  const waiting: ((result: PageResult) => void)[] = [];
  return {
    add: (text: string) => {
      const result = JSON.parse(text) as PageResult;
      const waiter = waiting.shift();
      if (waiter === undefined) arrived.push(result);
      else waiter(result);
    },
    next: (timeoutMs: number): Promise<PageResult> =>
      new Promise((resolve, reject) => {
        const result = arrived.shift();
        if (result !== undefined) {
          resolve(result);
          return;
        }
        const timer = setTimeout(() => reject(new Error('The page has not posted its result.')), timeoutMs);
        waiting.push((posted) => {
          clearTimeout(timer);
          resolve(posted);
        });
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
