import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PRODUCT_VERSION } from '@vestibule/contracts';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { EXTENSION_ID } from '../../scripts/build-extension.ts';
import { makeExtensions } from '../../scripts/package/extensions.ts';
import { talkTo } from './native-messages.ts';
import { type Figure, summarise } from './statistics.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../dist/client');
const launcher = join(folder, 'workplace');
const PORTAL = 'http://localhost:65001';
const WARM_UPS = 3;
/** Within half a minute after the last message the engine tidies its memory up, once; idle is what comes after. */
const SETTLED_AFTER_MS = 30_000;

/** From nothing to an answer: the command line that reads nothing. */
export async function measureClientStart(runs: number): Promise<Figure> {
  const values: number[] = [];
  for (let attempt = 0; attempt < WARM_UPS + runs; attempt += 1) {
    const start = performance.now();
    await run(launcher, ['--version']);
    if (attempt >= WARM_UPS) values.push(performance.now() - start);
  }
  return summarise('client start, new process', 'ms', { medianAtMost: 60 }, values);
}

/**
 * A client that a browser has started for a page, as it lies idle: the memory beyond the Node it runs on, its share of a
 * processor over a while with heartbeats and watchers, and how long one more reading of everything takes it.
 */
export async function measureIdleClient(seconds: number, scans: number): Promise<readonly Figure[]> {
  const state = await mkdtemp(join(tmpdir(), 'vestibule-bench-'));
  const bare = spawn(join(folder, 'node'), ['-e', 'setInterval(() => undefined, 60_000)'], { stdio: 'ignore' });
  const host = await startHost(state);
  try {
    await host.ask('get-summary');
    const times: number[] = [];
    for (let scan = 0; scan < WARM_UPS + scans; scan += 1) {
      const start = performance.now();
      await host.ask('get-summary');
      if (scan >= WARM_UPS) times.push(performance.now() - start);
    }
    await sleep(SETTLED_AFTER_MS);
    const before = await processorTime(host.processId);
    await sleep(seconds * 1000);
    const spent = (await processorTime(host.processId)) - before;
    const [own, runtime] = await Promise.all([host.processId, bare.pid ?? 0].map(privateMegabytes));
    const whole = await wholeMegabytes(host.processId);
    return [
      summarise('full scan, running client', 'ms', { medianAtMost: 300 }, times),
      summarise('idle client, own memory beyond that of a bare Node', 'MB', { medianAtMost: 15 }, [
        (own ?? Number.NaN) - (runtime ?? Number.NaN),
      ]),
      summarise('idle client, whole memory', 'MB', { medianAtMost: 70 }, [whole]),
      summarise(`idle client, share of one processor (${seconds} s)`, '%', { medianAtMost: 0.1 }, [
        (spent / (seconds * 1e9)) * 100,
      ]),
    ];
  } finally {
    host.end();
    bare.kill();
    await rm(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** What a store or a policy takes. */
export async function measureExtensionPackage(): Promise<readonly Figure[]> {
  const out = await mkdtemp(join(tmpdir(), 'vestibule-bench-'));
  try {
    const origins = ['https://portal.example'];
    const names = await makeExtensions(out, {
      version: PRODUCT_VERSION,
      origins,
      isDemo: false,
      madeAt: new Date(1_790_000_000_000),
    });
    return await Promise.all(
      names.map(async (name) =>
        summarise(`extension package, ${name.endsWith('.xpi') ? 'Firefox' : 'Chromium'}`, 'kB', { medianAtMost: 60 }, [
          (await stat(join(out, name))).size / 1000,
        ]),
      ),
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

interface Host {
  readonly processId: number;
  readonly ask: (type: string) => Promise<void>;
  readonly end: () => void;
}

/** Starts the client as a browser does, and speaks its framing: four bytes of length, then JSON. */
async function startHost(state: string): Promise<Host> {
  const key = join(state, 'key.json');
  await writeFile(key, JSON.stringify(publicJwk(await createSigningKey())));
  const profile = join(state, 'profile');
  await run(launcher, [
    ...['install', '--portal', PORTAL, '--server-key', key, '--extension-id', EXTENSION_ID],
    ...['--browser-profile', profile, '--state', state],
  ]);
  const child = spawn(launcher, ['--state', state, `chrome-extension://${EXTENSION_ID}/`], { stdio: 'pipe' });
  const ask = talkTo(child, PORTAL);
  return {
    processId: child.pid ?? 0,
    ask,
    end: () => child.stdin.end(),
  };
}

/** Of every thread, in nanoseconds: the kernel counts ticks of ten milliseconds elsewhere, which is too coarse. */
async function processorTime(processId: number): Promise<number> {
  const tasks = join('/proc', String(processId), 'task');
  const times = (await readdir(tasks)).map(async (thread) => {
    const text = await readFile(join(tasks, thread, 'schedstat'), 'utf8');
    return Number(text.split(' ')[0]);
  });
  return (await Promise.all(times)).reduce((total, time) => total + time, 0);
}

/** What is this process's alone: the pages of the program file itself are shared by every Node that runs. */
async function privateMegabytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return (Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1_000_000;
}

/** With its share of the pages that several processes use: the program file of Node counts once among all of them. */
async function wholeMegabytes(processId: number): Promise<number> {
  const sums = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8');
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(sums)?.[1]) * 1024) / 1_000_000;
}
