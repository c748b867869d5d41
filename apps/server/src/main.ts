import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from './operations/config/config.ts';
import { DiskFullError, errorOfEmbedded, isDiskFull } from './database/disk-full.ts';
import { FolderInUseError } from './database/folder-lock.ts';
import { TrialPasswordsError } from './operations/set-up/leave-trial.ts';
import { createLogger } from './operations/log/create-logger.ts';
import { sayError } from './operations/log/describe-error.ts';
import { PolicyFileError } from './subjects/policy/policies.ts';
import { NothingSetUpError } from './operations/set-up/refuse-nothing.ts';
import { findWorkerIndex, type Order, runWorkers, takeOrders } from './run-workers.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { CertificateError } from './operations/tls/serve-certificate.ts';

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function explain(error: unknown, config: Config): string {
  const known = [
    NothingSetUpError,
    DiskFullError,
    FolderInUseError,
    TrialPasswordsError,
    PolicyFileError,
    CertificateError,
  ];
  if (known.some((kind) => error instanceof kind)) return sayError(error);
  if (isDiskFull(error)) {
    return `The disk is full, where the data folder ${config.dataFolder} lies or at the database. Make room, and start the server again.`;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const port = error instanceof Error && 'port' in error ? Number(error.port) : config.port;
    return port !== config.port && config.metrics !== null
      ? `Port ${port} is in use. Choose another for the metrics: VESTIBULE_METRICS_PORT=9564.`
      : `Port ${config.port} is in use. Stop what uses it, or choose another: PORT=8090.`;
  }
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return `Port ${config.port} may not be used by this user. Take one above 1023, or allow it: setcap cap_net_bind_service=+ep on the Node that runs here, or AmbientCapabilities=CAP_NET_BIND_SERVICE in its unit.`;
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `The data folder ${config.dataFolder} cannot be written. Choose another: VESTIBULE_DATA=/path.`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const causeCode = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (causeCode === 'ECONNREFUSED' || causeCode === 'ENOTFOUND') return 'The database at DATABASE_URL does not answer.';
  return sayError(error);
}

const configuration = await loadConfig(process.env);
if (!configuration.ok) fail(`The configuration cannot be used:\n  ${configuration.problems.join('\n  ')}`);
const { config } = configuration;

const logger = createLogger(config.logLevel);
// Node would print it as it is, with all it holds.
process.once('uncaughtException', (thrown: unknown) => {
  // What PGlite throws is no error, and would be logged as nothing.
  const err = errorOfEmbedded(thrown, config.dataFolder);
  logger.fatal({ err }, 'unexpected error, the server ends');
  process.exit(1);
});

async function serve(): Promise<void> {
  let server: RunningServer | null = null;
  const endings = {
    stop: () => server?.close(),
    leave: () => server?.leave(),
    end: () => undefined,
  };
  const obey = (order: Order) => void Promise.resolve(endings[order]()).then(() => process.exit(0));
  if (findWorkerIndex() !== null) takeOrders(obey);
  server = await startServer(config, logger);
  await writeFile(join(config.dataFolder, 'grant-key.json'), JSON.stringify(server.context.grantKey.key.publicKey));
  process.send?.('listening');
  // Anyone who started us is gone, even by `kill -9`: nothing may stay behind that holds ports and the data folder.
  process.once('disconnect', () => obey('stop'));
  if (findWorkerIndex() !== null) return;
  process.once('SIGINT', () => obey('stop'));
  // A second one ends it at once.
  process.once('SIGTERM', () => {
    process.once('SIGTERM', () => obey('end'));
    obey('leave');
  });
}

if (config.workers > 1 && findWorkerIndex() === null) {
  runWorkers(config.workers, logger, () => process.send?.('listening'));
} else {
  await serve().catch((error: unknown) => fail(explain(error, config)));
}
