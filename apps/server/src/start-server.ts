import { setTimeout } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { registerAdminCalls } from './admin-calls.ts';
import { buildApp } from './app.ts';
import type { Config } from './operations/config/config.ts';
import { createInstallation } from './operations/set-up/create-installation.ts';
import { openMasterKey } from './operations/crypto/master-key.ts';
import { watchMasterKey } from './operations/crypto/watch-master-key.ts';
import { type OpenDatabase, openDatabase } from './database/open.ts';
import { refuseTrialPasswords } from './operations/set-up/leave-trial.ts';
import { seedDemo } from './trial/demo/seed.ts';
import { createLocalEventBus } from './operations/events/event-bus.ts';
import { createPostgresEventBus } from './operations/events/postgres-event-bus.ts';
import { type Metrics, NO_METRICS } from './operations/metrics/metrics.ts';
import { watchProcess } from './operations/metrics/watch-process.ts';
import { createUnwritten } from './operations/log/unwritten.ts';
import { SERVER_LIMITS, type ServerLimits } from './http/limits/server-limits.ts';
import { startAdminSocket } from './http/frame/admin-socket.ts';
import { leaveStreamProbe } from './http/frame/stream-probe.ts';
import { startBrake } from './subjects/policy/gate/brake.ts';
import { startGateEnd } from './subjects/policy/gate/gate-end.ts';
import { startStageRounds } from './subjects/policy/gate/stage-rounds.ts';
import { startJudging } from './subjects/policy/verdicts/judge-again.ts';
import { startLifecycleRounds } from './subjects/policy/lifecycle/lifecycle-rounds.ts';
import { watchPolicyFiles } from './subjects/policy/policy-watch.ts';
import { watchCompanies } from './subjects/policy/gate/watch-companies.ts';
import { startPruning } from './subjects/audit/pruning.ts';
import type { Installation } from './context/server-context.ts';
import { startCountedEntries } from './context/counted-entries.ts';
import { openInstallation } from './operations/set-up/refuse-nothing.ts';
import { openEvidenceStore } from './operations/storage/open-evidence-store.ts';
import { tellOfStore } from './operations/storage/tell-of-store.ts';
import { findWorkerIndex } from './run-workers.ts';
import { openCertificate } from './operations/tls/open-certificate.ts';

export interface RunningServer {
  readonly context: Installation;
  readonly port: number;
  close(): Promise<void>;
  /** Says that it is not ready, goes on answering for as long as the configuration says, and closes. */
  leave(): Promise<void>;
}

/**
 * Opens the database, the keys and the policies, and serves.
 * @throws NothingSetUpError, FolderInUseError, TrialPasswordsError, PolicyFileError, CertificateError, or what listening on
 * a busy port throws
 */
export async function startServer(
  config: Config,
  logger: FastifyBaseLogger,
  now: () => Date = () => new Date(),
  elapsedMs: () => number = () => performance.now(),
  limits: ServerLimits = SERVER_LIMITS,
): Promise<RunningServer> {
  const opened = config.isDemo ? await openDatabase(config) : await openInstallation(config);
  const ends: (() => Promise<void> | void)[] = [() => opened.close()];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const { database } = opened;
    opened.expectAnswers(limits.databaseMs);
    const { masterKey, masterKeyFile } = await openMasterKey(config.dataFolder);
    ends.push(watchMasterKey(masterKeyFile, logger));
    if (config.isDemo) await seedDemo(database, config, now());
    else await refuseTrialPasswords(database);
    const events =
      config.databaseUrl === undefined
        ? createLocalEventBus()
        : await createPostgresEventBus(config.databaseUrl, { listenAt: config.databaseDirectUrl });
    ends.push(() => events.close());
    const unwritten = createUnwritten(logger, now);
    const evidence = tellOfStore(openEvidenceStore({ ...config, now }), unwritten);
    const metrics = await startMetrics(config, opened, ends);
    const parts = { config, database, now, masterKey, masterKeyFile, events, evidence, unwritten, metrics };
    const { backupWorkFactor } = limits;
    const context = await createInstallation({ ...parts, backupWorkFactor }, elapsedMs);
    ends.push(
      events.subscribe(
        ({ subject }) => {
          if (subject === 'company' || subject === 'policy') context.companies.forget();
        },
        () => context.companies.forget(),
      ),
    );
    ends.push(startCountedEntries(context, logger));
    ends.push(await watchPolicyFiles(context, logger), startPruning(context, logger));
    ends.push(startBrake(context, logger), startGateEnd(context, logger), startStageRounds(context, logger));
    ends.push(startLifecycleRounds(context, logger));
    ends.push(startJudging(context, logger, limits.judgingEveryMs));
    const certificate = await openCertificate(context, logger);
    watchCompanies(context, certificate?.served ?? null);
    const stopping = { isStopping: false };
    const app = await buildApp(context, logger, certificate?.served ?? null, limits, stopping);
    await app.listen({ port: config.port, host: config.host });
    ends.push(() => app.close());
    if (certificate !== null) ends.push(certificate.keep());
    // One of several processes answers the command line.
    if ((findWorkerIndex() ?? 0) === 0) {
      ends.push(await startAdminSocket(context, logger, registerAdminCalls, limits.connections));
    }
    await leaveStreamProbe(context);
    const leave = async () => {
      stopping.isStopping = true;
      await setTimeout(config.drainMs);
      await close();
    };
    return { context, port: (app.server.address() as AddressInfo).port, close, leave };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The library is loaded where metrics are asked for, and nowhere else. */
async function startMetrics(
  config: Config,
  opened: OpenDatabase,
  ends: (() => Promise<void> | void)[],
): Promise<Metrics> {
  if (config.metrics === null) return NO_METRICS;
  const { openMetrics } = await import('./operations/metrics/open-metrics.ts');
  // Each of several processes answers for itself, at the ports behind the first.
  const { host, port } = config.metrics;
  const served = await openMetrics({ host, port: port + (findWorkerIndex() ?? 0) });
  ends.push(() => served.close(), watchProcess(served.metrics, opened));
  return served.metrics;
}
