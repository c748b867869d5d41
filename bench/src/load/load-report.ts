import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stops } from './watch-stops.ts';

/** So many sign-ins run at once. */
export const AT_ONCE = 24;
export const SKELETON = 'bare skeleton';
/** Load of the machine above which other work disturbs the figures. */
const BUSY = 0.5;
const resultsFolder = join(import.meta.dirname, '../../results');

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
    readonly longestStops: Stops;
    /** Of each sign-in: a process that is less busy does less of it at each turn. */
    readonly serverCpu: number;
  };
  /** By name, in the closed loop. */
  readonly calls: Readonly<
    Record<string, { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number }>
  >;
  /** One password entered and checked, one after another. */
  readonly password: { readonly p50: number; readonly p95: number; readonly cpu: number };
}

export const round = (value: number) => Math.round(value * 10) / 10;

/** A run in a few lines. */
export function describe({
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
    `  at ${atSeventyPercent.perSecond}/s: p50 ${atSeventyPercent.p50}, p95 ${atSeventyPercent.p95}, p99 ${atSeventyPercent.p99} ms, ${atSeventyPercent.serverCpu} ms of the server; ${describeStops(atSeventyPercent.longestStops)}`,
    ...(failures === 0 ? [] : [`  ${failures} failed: ${firstFailure}`]),
  ].join('\n');
}

function describeStops({ generator, server, database, disk }: Stops): string {
  return `longest stop of generator ${generator}, server ${server}, database ${database ?? 'none'}, disk ${disk} ms`;
}

/** Writes the figures as data and as a table, with the machine they were taken on. */
export async function writeLoad(machine: string, load: number, figures: readonly LoadFigures[]): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(
    join(resultsFolder, 'load.json'),
    `${JSON.stringify({ machine, loadBefore: load, figures }, null, 2)}\n`,
  );
  await writeFile(join(resultsFolder, 'load.md'), tableOf(machine, load, figures));
}

const stopsOf = ({ generator, server, database, disk }: Stops) =>
  `${generator} / ${server} / ${database ?? ''} / ${disk}`;

function tableOf(machine: string, load: number, figures: readonly LoadFigures[]): string {
  const bare = figures.find(({ what }) => what === SKELETON)?.signInsPerSecond ?? Number.NaN;
  const rows = figures.map(
    ({ what, signInsPerSecond, statementsPerSignIn, cpuPerSignIn, atOnce, atSeventyPercent, serverMb, failures }) =>
      [
        what,
        signInsPerSecond,
        `${Math.round((100 * signInsPerSecond) / bare)} %`,
        atOnce.p99,
        `${atSeventyPercent.p50} / ${atSeventyPercent.p95} / ${atSeventyPercent.p99}`,
        stopsOf(atSeventyPercent.longestStops),
        atSeventyPercent.serverCpu,
        statementsPerSignIn ?? '',
        `${cpuPerSignIn.server} / ${cpuPerSignIn.database ?? 'in the server'} / ${cpuPerSignIn.generator}`,
        serverMb,
        failures,
      ].join(' | '),
  );
  return [
    '# Complete sign-ins under load',
    '',
    `Machine: ${machine}, with server, database and generator on it, ${load > BUSY ? 'busy with other work' : 'quiet'} before (load ${round(load)}). \`npm run bench -- load\`. Only ratios to the bare skeleton of the same run hold elsewhere.`,
    '',
    `| | Sign-ins/s, ${AT_ONCE} at once | Of the skeleton | p99, ms | At 70 %: p50 / p95 / p99, ms | Longest stop meanwhile, ms: generator / server / database / disk | At 70 %: server, processor ms each | Statements each | Processor ms each: server / database / generator | Server, MB | Failed |`,
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
    '## Each call, p50 / p95 / p99 in ms, at the maximum',
    '',
    ...figures.flatMap(({ what, calls, password }) => [
      `**${what}**: ${Object.entries(calls)
        .map(([name, { p50, p95, p99 }]) => `${name} ${p50} / ${p95} / ${p99}`)
        .join(', ')}. A password by itself: ${password.p50} / ${password.p95} ms, ${password.cpu} ms of the server.`,
      '',
    ]),
  ].join('\n');
}
