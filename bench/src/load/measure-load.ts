import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulatedDevice } from '@vestibule/testing';
import { addPeople, type Servers, startGate, startSkeleton } from './gate-process.ts';
import { HttpConnection, type Times } from './http-connection.ts';
import { closedLoop, type LoopResult, openLoop, percentiles } from './loops.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { processorMs, residentMb } from './processor-time.ts';
import { enterPassword, type Person, signInOnce } from './sign-in.ts';

const AT_ONCE = 24;
const SHARE_OF_MAXIMUM = 0.7;
const PASSWORD = 'doorway-2026';
const SKELETON = 'bare skeleton';
const resultsFolder = join(import.meta.dirname, '../../results');

export interface LoadOptions {
  /** Seconds of each loop. */
  readonly seconds: number;
  readonly people: number;
}

/** What one server, or several, came to under load. Milliseconds, unless a name says otherwise. */
export interface LoadFigures {
  readonly what: string;
  readonly signInsPerSecond: number;
  readonly failures: number;
  readonly firstFailure: string | null;
  readonly statementsPerSignIn: number | null;
  readonly cpuPerSignIn: { readonly server: number; readonly database: number | null; readonly generator: number };
  readonly serverMb: number;
  readonly atOnce: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly atSeventyPercent: {
    readonly perSecond: number;
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
  };
  /** By name, in the closed loop. */
  readonly calls: Readonly<
    Record<string, { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number }>
  >;
  /** One password entered and checked, one after another. */
  readonly password: { readonly p50: number; readonly p95: number; readonly cpu: number };
}

/**
 * Measures complete sign-ins (`sign-in.ts`) of the product and of the bare skeleton in turn, with one generator and one
 * PostgreSQL on this computer. Writes `bench/results/load.json` and `load.md`.
 */
export async function measureLoad(options: LoadOptions, tell: (line: string) => void): Promise<LoadFigures[]> {
  const postgres = await startPostgresServer();
  const figures: LoadFigures[] = [];
  try {
    const runs: readonly [what: string, start: (databaseUrl: string) => Promise<Servers>][] = [
      [SKELETON, startSkeleton],
      ['one server, PostgreSQL', startGate],
      ['two servers in turn, PostgreSQL', (databaseUrl) => startGate(databaseUrl, 2)],
    ];
    for (const [what, start] of runs) {
      tell(`… ${what}`);
      const databaseUrl = await postgres.createDatabase();
      const servers = await start(databaseUrl);
      try {
        const measured = await measureServers(what, servers, { postgres, databaseUrl }, options);
        tell(describe(measured));
        figures.push(measured);
      } finally {
        await servers.stop();
      }
    }
  } finally {
    await postgres.stop();
  }
  return figures;
}

async function measureServers(
  what: string,
  servers: Servers,
  { postgres, databaseUrl }: { readonly postgres: PostgresServer; readonly databaseUrl: string },
  { seconds, people: count }: LoadOptions,
): Promise<LoadFigures> {
  const logins = Array.from({ length: count }, (_, index) => `load-${index}`);
  if (what !== SKELETON) await addPeople(databaseUrl, logins);
  const passwordTimes: Times = new Map();
  const passwordCpu = await cpuOf(servers.pids);
  const people = await arrive(logins, servers, passwordTimes);
  const passwordCpuMs = ((await cpuOf(servers.pids)) - passwordCpu) / count;
  const signIn = async (index: number, times: Times) => {
    const person = people[index];
    if (person === undefined) throw new Error('There are too few people.');
    await signInOnce(person, servers.place, times);
  };
  // Everything is compiled, connected and cached before anything is counted.
  await closedLoop(Math.min(AT_ONCE, count), Math.min(5, seconds), signIn);

  const before = await readUse(servers, postgres);
  const closed = await closedLoop(Math.min(AT_ONCE, count), seconds, signIn);
  const after = await readUse(servers, postgres);
  const perSecond = closed.count / closed.seconds;
  const open = await openLoop(perSecond * SHARE_OF_MAXIMUM, seconds, count, signIn);
  const memory = await Promise.all(servers.pids.map((pid) => residentMb(pid)));
  for (const { connection } of people) connection.close();
  const each = (end: number, start: number) => round((end - start) / Math.max(1, closed.count));
  const failed = [...closed.failures, ...open.failures];
  const passwords = percentiles(passwordTimes.get('password') ?? []);
  return {
    what,
    signInsPerSecond: round(perSecond),
    failures: failed.length,
    firstFailure: failed[0] ?? null,
    statementsPerSignIn: each(after.statements, before.statements),
    cpuPerSignIn: {
      server: each(after.server, before.server),
      database: each(after.database, before.database),
      generator: each(after.generator, before.generator),
    },
    serverMb: memory.reduce((sum, mb) => sum + mb, 0),
    atOnce: percentiles(closed.whole),
    atSeventyPercent: { perSecond: round(perSecond * SHARE_OF_MAXIMUM), ...percentiles(open.whole) },
    calls: callsOf(closed),
    password: { p50: passwords.p50, p95: passwords.p95, cpu: round(passwordCpuMs) },
  };
}

/** Everybody has a computer of their own and has entered their password. One after another: hashing is no part of the load. */
async function arrive(logins: readonly string[], { ports }: Servers, times: Times): Promise<Person[]> {
  const people: Person[] = [];
  for (const login of logins) {
    const person = { login, connection: new HttpConnection(ports), device: await createSimulatedDevice() };
    await enterPassword(person, PASSWORD, times);
    people.push(person);
  }
  return people;
}

async function readUse({ pids }: Servers, postgres: PostgresServer) {
  const { user, system } = process.cpuUsage();
  return {
    server: await cpuOf(pids),
    database: await processorMs(postgres.pid),
    generator: (user + system) / 1000,
    statements: await postgres.countStatements(),
  };
}

async function cpuOf(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map((pid) => processorMs(pid)));
  return all.reduce((sum, ms) => sum + ms, 0);
}

function callsOf({ calls }: LoopResult): LoadFigures['calls'] {
  return Object.fromEntries(
    [...calls].map(([name, values]) => [name, { count: values.length, ...percentiles(values) }]),
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function describe({
  what,
  signInsPerSecond,
  cpuPerSignIn,
  statementsPerSignIn,
  atOnce,
  atSeventyPercent,
  serverMb,
  failures,
  firstFailure,
}: LoadFigures): string {
  return [
    `${what}: ${signInsPerSecond} sign-ins/s at ${AT_ONCE} at once (p50 ${atOnce.p50}, p99 ${atOnce.p99} ms)`,
    `  ${statementsPerSignIn} statements; processor ms: server ${cpuPerSignIn.server}, database ${cpuPerSignIn.database}, generator ${cpuPerSignIn.generator}; ${serverMb} MB`,
    `  at ${atSeventyPercent.perSecond}/s: p50 ${atSeventyPercent.p50}, p95 ${atSeventyPercent.p95}, p99 ${atSeventyPercent.p99} ms`,
    ...(failures === 0 ? [] : [`  ${failures} failed: ${firstFailure}`]),
  ].join('\n');
}

/** Writes the figures as data and as a table, with the machine they were taken on. */
export async function writeLoad(machine: string, figures: readonly LoadFigures[]): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, 'load.json'), `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  await writeFile(join(resultsFolder, 'load.md'), tableOf(machine, figures));
}

function tableOf(machine: string, figures: readonly LoadFigures[]): string {
  const bare = figures.find(({ what }) => what === SKELETON)?.signInsPerSecond ?? Number.NaN;
  const rows = figures.map(
    ({ what, signInsPerSecond, statementsPerSignIn, cpuPerSignIn, atOnce, atSeventyPercent, serverMb }) =>
      [
        what,
        signInsPerSecond,
        `${Math.round((100 * signInsPerSecond) / bare)} %`,
        atOnce.p99,
        `${atSeventyPercent.p50} / ${atSeventyPercent.p95} / ${atSeventyPercent.p99}`,
        statementsPerSignIn,
        `${cpuPerSignIn.server} / ${cpuPerSignIn.database} / ${cpuPerSignIn.generator}`,
        serverMb,
      ].join(' | '),
  );
  return [
    '# Complete sign-ins under load',
    '',
    `Machine: ${machine}, with server, database and generator on it. \`npm run bench -- load\`. Only ratios to the bare skeleton of the same run hold elsewhere.`,
    '',
    `| | Sign-ins/s, ${AT_ONCE} at once | Of the skeleton | p99, ms | At 70 %: p50 / p95 / p99, ms | Statements each | Processor ms each: server / database / generator | Server, MB |`,
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
