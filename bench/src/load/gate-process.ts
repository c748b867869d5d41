import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vestibule/testing/free-port';
import type { MoreOfCompany } from './prepare-company.ts';
import { createPolicy } from '../../../e2e/journeys/policies.ts';
import type { Place } from './sign-in.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** A large company is filled meanwhile. */
const PATIENCE_MS = 300_000;

/** One or more processes that answer, on ports of 127.0.0.1. */
export interface Servers {
  readonly pids: readonly number[];
  readonly ports: readonly number[];
  readonly place: Place;
  stop(): Promise<void>;
}

/**
 * Starts servers of the product as they are installed, with the trial's company and a policy whose checks pass.
 * @param databaseUrl of PostgreSQL; undefined: the embedded database, and one server
 * @param count how many servers share it
 */
export async function startGate(databaseUrl: string | undefined, more: MoreOfCompany, count = 1): Promise<Servers> {
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) ports.push(await freePort());
  const servers = await startGateAt(
    ports.map((port) => ({ host: '127.0.0.1', port, databaseUrl })),
    `http://localhost:${ports[0]}`,
    more,
  );
  return { ...servers, ports };
}

/** Where a server of the product listens, and its PostgreSQL; undefined: the embedded database. */
export interface GatePlace {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
}

export interface Gates extends Omit<Servers, 'ports'> {
  /** Of the first of them: who sits there administers it. */
  readonly dataFolder: string;
  /** `kill -9` of one of them, and a new start on the same data. */
  killAndBegin(index: number): Promise<void>;
}

/** The same, at places of their own. @param url the address that people open */
export async function startGateAt(places: readonly GatePlace[], url: string, more: MoreOfCompany): Promise<Gates> {
  const base = await mkdtemp(join(tmpdir(), 'vestibule-load-'));
  const policy = join(base, 'policy.yaml');
  await writeFile(policy, createPolicy({ OsAutoUpdateEnable: 'required' }));
  const children: ChildProcess[] = [];
  const workApp = 'http://127.0.0.1:8081';
  const begin = (index: number, { host, port, databaseUrl }: GatePlace) =>
    start(
      [
        'bench/src/load/gate-main.ts',
        ...[
          String(port),
          join(base, String(index)),
          url,
          workApp,
          policy,
          databaseUrl ?? '',
          host,
          JSON.stringify(more),
        ],
      ],
      join(base, `${index}.log`),
    );
  for (const [index, place] of places.entries()) {
    const folder = join(base, String(index));
    await mkdir(folder);
    // Servers of one installation have one master key.
    if (index > 0) await copyFile(join(base, '0/master.key'), join(folder, 'master.key'));
    children.push(await begin(index, place));
  }
  return {
    pids: children.map(({ pid }) => pid ?? 0),
    place: { url, workApp },
    dataFolder: join(base, '0'),
    killAndBegin: async (index) => {
      const [child, place] = [children[index], places[index]];
      if (child === undefined || place === undefined) throw new Error(`There is no server ${index}.`);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      children[index] = await begin(index, place);
    },
    stop: async () => {
      for (const child of children) await end(child);
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** Starts the bare skeleton on the same database. */
export async function startSkeleton(databaseUrl: string): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-skeleton-'));
  const port = await freePort();
  const child = await start(['bench/src/load/skeleton.ts', String(port), databaseUrl], join(folder, 'log'));
  return {
    pids: [child.pid ?? 0],
    ports: [port],
    place: { url: `http://localhost:${port}`, workApp: 'http://127.0.0.1:8081' },
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the bare server that holds event streams. */
export async function startBareStreams(): Promise<{
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-streams-'));
  const port = await freePort();
  const child = await start(['bench/src/streams/bare-streams.ts', String(port)], join(folder, 'log'));
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(args: readonly string[], log: string): Promise<ChildProcess> {
  const output = await open(log, 'w');
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      // It would write on into a folder that is being removed.
      child.kill('SIGKILL');
      reject(new Error(`${args[0]} did not start within ${PATIENCE_MS / 1000} s. See ${log}.`));
    }, PATIENCE_MS);
    child.once('message', () => {
      clearTimeout(late);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}. See ${log}.`)));
  });
  await output.close();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  await ended;
}
