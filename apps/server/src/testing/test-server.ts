import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { ConnectionLimits } from '../http/connections/connection-limits.ts';
import type { CallLimits } from '../http/limits/call-limits.ts';
import { SERVER_LIMITS } from '../http/limits/server-limits.ts';
import type { LifecycleSettings } from '../operations/config/lifecycle-settings.ts';
import { findCompanies } from '../repositories/companies.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { S3Settings } from '../operations/storage/s3-settings.ts';
import type { UpdateKey } from '@vestibule/contracts';
import { type RunningServer, startServer } from '../start-server.ts';
import { recordAnswers } from './contract-recorder.ts';
import { placeBegunDatabase, startBegunPostgres } from './begun-installation.ts';
import { placeMigratedDatabase } from './embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { isEmbeddedRun, startPostgres } from './postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { testConfig } from './test-config.ts';

recordAnswers();

const NEVER_MS = 2_000_000_000;

export interface TestServer extends RunningServer {
  readonly url: string;
  readonly dataFolder: string;
  /** The trial's company. */
  company(): Promise<ServerContext>;
  /** Moves this server's clock; it stands still otherwise. Less than nothing: someone sets it back. */
  advance(milliseconds: number): void;
}

export interface TestServerOptions {
  readonly objectStore?: S3Settings;
  readonly policy?: string;
  /** Left out: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** Undefined, but named: the embedded database. Left out: that of the run, which is PostgreSQL where it is installed. */
  readonly databaseUrl?: string | undefined;
  readonly trustedProxies?: readonly string[];
  /** As the operator of an installation with many companies would say it. */
  readonly privateNetworks?: readonly string[] | null;
  /** From whom newer data on ends of support is taken. */
  readonly lifecycle?: LifecycleSettings;
  /** Who signs software that may be installed. */
  readonly softwareKeys?: readonly UpdateKey[];
  /** Where a test waits for them: how long, and with how much memory, the server waits. */
  readonly connections?: Partial<ConnectionLimits>;
  /** How often it may be asked in a minute. */
  readonly calls?: Partial<CallLimits>;
  /** Where Prometheus asks. */
  readonly metricsPort?: number;
  /** How long the database may take for one statement. */
  readonly databaseMs?: number;
  /** How long it goes on answering once it is asked to leave; left out: it does not. */
  readonly drainMs?: number;
  /** What each try of a backup’s passphrase costs, as a power of two; a second when left out. */
  readonly backupWorkFactor?: number;
  /** Where people open it, behind a proxy that speaks TLS. Left out: where it listens, without TLS. */
  readonly publicUrl?: string;
  /**
   * It makes company, people and keys itself. Else it finds what a start before has made, the same for each server of the
   * run: two that should not know each other's secrets are both a first start, or one of them.
   */
  readonly isFirstStart?: boolean;
  /** Serves the installation of this server as well: same database server, data folder and addresses. */
  readonly besides?: TestServer;
}

/** A whole server on a free port with the trial's company, its own data folder and its own clock. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { besides } = options;
  const dataFolder = besides?.dataFolder ?? (await mkdtemp(join(runFolder(), 'server-')));
  const isLeftOpen = besides === undefined && !Object.hasOwn(options, 'databaseUrl');
  const own = isLeftOpen && !isEmbeddedRun() ? await startOwn(dataFolder, options) : null;
  const databaseUrl = options.databaseUrl ?? own?.url ?? besides?.context.config.databaseUrl;
  if (besides === undefined && databaseUrl === undefined) await placeEmbedded(dataFolder, options);
  const port = await freePort();
  const url = besides?.url ?? options.publicUrl ?? `http://localhost:${port}`;
  const config = testConfig({ dataFolder, databaseUrl, port, publicUrl: url });
  if (options.policy !== undefined) await writeFile(config.policyFile, options.policy);
  let now = Date.now();
  let elapsedMs = 0;
  const server = await startServer(
    {
      ...config,
      objectStore: options.objectStore ?? config.objectStore,
      trustedProxies: options.trustedProxies ?? config.trustedProxies,
      privateNetworks: options.privateNetworks ?? config.privateNetworks,
      lifecycle: options.lifecycle ?? config.lifecycle,
      softwareKeys: options.softwareKeys ?? config.softwareKeys,
      drainMs: options.drainMs ?? config.drainMs,
      metrics: options.metricsPort === undefined ? null : { host: config.host, port: options.metricsPort },
    },
    options.logger ?? pino({ level: 'silent' }),
    () => new Date(now),
    () => elapsedMs,
    {
      connections: { ...SERVER_LIMITS.connections, ...options.connections },
      calls: { ...SERVER_LIMITS.calls, ...options.calls },
      databaseMs: options.databaseMs ?? SERVER_LIMITS.databaseMs,
      backupWorkFactor: options.backupWorkFactor ?? SERVER_LIMITS.backupWorkFactor,
      // What it writes meanwhile would be taken for what the test did: a test judges where it wants to.
      judgingEveryMs: NEVER_MS,
    },
  );
  return {
    ...server,
    url,
    dataFolder,
    company: async () => {
      const [first] = await findCompanies(server.context.database);
      const context = first === undefined ? null : await server.context.companies.byId(first.company.id);
      if (context === null) throw new Error('There is no company.');
      return context;
    },
    advance: (milliseconds) => {
      now += milliseconds;
      elapsedMs += Math.max(0, milliseconds);
    },
    close: async () => {
      await server.close();
      await own?.stop();
      if (besides === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

const startOwn = (dataFolder: string, { isFirstStart }: TestServerOptions) =>
  isFirstStart === true ? startPostgres() : startBegunPostgres(dataFolder);

const placeEmbedded = (dataFolder: string, { isFirstStart }: TestServerOptions) =>
  isFirstStart === true ? placeMigratedDatabase(dataFolder) : placeBegunDatabase(dataFolder);
