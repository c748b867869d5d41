import { createSimulatedDevice } from '@vestibule/testing';
import { type Servers, startGate, startSkeleton } from './gate-process.ts';
import { HttpConnection, type Times } from './http-connection.ts';
import { closedLoop, type LoopResult, openLoop, percentiles } from './loops.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { AT_ONCE, describe, type LoadFigures, round, SKELETON } from './load-report.ts';
import { processorMs, residentMb } from './processor-time.ts';
import { watchStops } from './watch-stops.ts';
import { installClient, reportByItself } from './agent.ts';
import {
  BAD_FACTS,
  enterPassword,
  loginOf,
  type Person,
  signInByOidc,
  signInOnce,
  signInReportOnly,
} from './sign-in.ts';

const COMPUTERS_EACH = 8;
const SHARE_OF_MAXIMUM = 0.7;
const PASSWORD = 'doorway-2026';

export interface LoadOptions {
  /** Seconds of each loop. */
  readonly seconds: number;
  readonly people: number;
}

interface Run {
  readonly what: string;
  readonly isEmbedded?: boolean;
  readonly facts?: Person['facts'];
  readonly start: (databaseUrl: string | undefined, people: number) => Promise<Servers>;
  /** @returns what is done again and again */
  readonly one: (
    people: readonly Person[],
  ) => Promise<(person: Person, place: Servers['place'], times: Times) => Promise<unknown>>;
}

const startOne: Run['start'] = (databaseUrl, people) => startGate(databaseUrl, { people, isReportOnly: false });
const bySaml: Run['one'] = () => Promise.resolve(signInOnce);

const RUNS: readonly Run[] = [
  { what: SKELETON, start: (databaseUrl = '') => startSkeleton(databaseUrl), one: bySaml },
  { what: 'SAML', start: startOne, one: bySaml },
  { what: 'OpenID Connect', start: startOne, one: () => Promise.resolve(signInByOidc) },
  {
    what: 'report-only, a required check fails',
    facts: BAD_FACTS,
    start: (databaseUrl, people) => startGate(databaseUrl, { people, isReportOnly: true }),
    one: () => Promise.resolve(signInReportOnly),
  },
  { what: 'reports of installed clients', start: startOne, one: reportsOfClients },
  {
    what: 'SAML, two servers in turn',
    start: (databaseUrl, people) => startGate(databaseUrl, { people, isReportOnly: false }, 2),
    one: bySaml,
  },
  { what: 'SAML, embedded database', isEmbedded: true, start: startOne, one: bySaml },
];

/** A client may ask 60 times a minute: everybody has several computers, which take turns. */
async function reportsOfClients(people: readonly Person[]) {
  const computers = new Map<Person, { readonly at: Person; readonly account: string }[]>();
  for (const person of people) {
    const own = [];
    for (let count = 0; count < COMPUTERS_EACH; count += 1) {
      const at = { ...person, device: await createSimulatedDevice() };
      own.push({ at, account: await installClient(at) });
    }
    computers.set(person, own);
  }
  return async (person: Person, _place: Servers['place'], times: Times) => {
    const own = computers.get(person) ?? [];
    const next = own.shift();
    if (next === undefined) throw new Error('There are too few computers.');
    await reportByItself(next.at, next.account, times);
    own.push(next);
  };
}

/**
 * Measures complete sign-ins (`sign-in.ts`) of the product and of the bare skeleton in turn, with one generator and one
 * PostgreSQL on this computer. Writes `bench/results/load.json` and `load.md`.
 */
export async function measureLoad(options: LoadOptions, tell: (line: string) => void): Promise<LoadFigures[]> {
  const postgres = await startPostgresServer();
  const figures: LoadFigures[] = [];
  try {
    for (const run of RUNS) {
      const { what } = run;
      tell(`… ${what}`);
      const databaseUrl = run.isEmbedded === true ? undefined : await postgres.createDatabase();
      const servers = await run.start(databaseUrl, options.people);
      try {
        const measured = await measureServers(run, servers, databaseUrl === undefined ? null : postgres, options);
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
  { what, one, facts }: Run,
  servers: Servers,
  postgres: PostgresServer | null,
  { seconds, people: count }: LoadOptions,
): Promise<LoadFigures> {
  const logins = Array.from({ length: count }, (_, index) => loginOf(index));
  const passwordTimes: Times = new Map();
  const passwordCpu = await cpuOf(servers.pids);
  const people = await arrive(logins, servers, facts, passwordTimes);
  const passwordCpuMs = ((await cpuOf(servers.pids)) - passwordCpu) / count;
  const doOne = await one(people);
  const signIn = async (index: number, times: Times) => {
    const person = people[index];
    if (person === undefined) throw new Error('There are too few people.');
    await doOne(person, servers.place, times);
  };
  // Everything is compiled, connected and cached before anything is counted: of several servers each has its share of calls.
  await closedLoop(AT_ONCE, Math.min(5, seconds) * servers.pids.length, count, signIn);

  const before = await readUse(servers, postgres);
  const closed = await closedLoop(AT_ONCE, seconds, count, signIn);
  const after = await readUse(servers, postgres);
  const perSecond = closed.count / closed.seconds;
  const stops = await watchStops(servers, postgres);
  const open = await openLoop(perSecond * SHARE_OF_MAXIMUM, seconds, count, signIn);
  const longestStops = await stops.end();
  const atSeventy = ((await cpuOf(servers.pids)) - after.server) / Math.max(1, open.count);
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
    statementsPerSignIn: postgres === null ? null : each(after.statements, before.statements),
    cpuPerSignIn: {
      server: each(after.server, before.server),
      database: postgres === null ? null : each(after.database, before.database),
      generator: each(after.generator, before.generator),
    },
    serverMb: memory.reduce((sum, mb) => sum + mb, 0),
    atOnce: percentiles(closed.whole),
    atSeventyPercent: {
      perSecond: round(perSecond * SHARE_OF_MAXIMUM),
      ...percentiles(open.whole),
      longestStops,
      serverCpu: round(atSeventy),
    },
    calls: callsOf(closed),
    password: { p50: passwords.p50, p95: passwords.p95, cpu: round(passwordCpuMs) },
  };
}

/** Everybody has a computer of their own and has entered their password. One after another: hashing is no part of the load. */
export async function arrive(
  logins: readonly string[],
  { ports }: Pick<Servers, 'ports'>,
  facts?: Person['facts'],
  times: Times = new Map(),
): Promise<Person[]> {
  const people: Person[] = [];
  for (const login of logins) {
    const person = {
      login,
      connection: new HttpConnection(ports),
      device: await createSimulatedDevice(),
      ...(facts === undefined ? {} : { facts }),
    };
    await enterPassword(person, PASSWORD, times);
    people.push(person);
  }
  return people;
}

async function readUse({ pids }: Servers, postgres: PostgresServer | null) {
  const { user, system } = process.cpuUsage();
  return {
    server: await cpuOf(pids),
    database: postgres === null ? 0 : await processorMs(postgres.pid),
    generator: (user + system) / 1000,
    statements: (await postgres?.countStatements()) ?? 0,
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
