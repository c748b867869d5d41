import { join } from 'node:path';
import { createLogger } from '../../../apps/server/src/operations/log/create-logger.ts';
import { type MoreOfCompany, prepareCompany } from './prepare-company.ts';
import { startServer } from '../../../apps/server/src/start-server.ts';

/**
 * The product's server with the trial's company on any database, which the trial itself refuses. Arguments: port, data
 * folder, the address that people open, the work application's address, policy file, PostgreSQL (empty: embedded), the
 * address to listen at, and what the company is given more (`prepareCompany`, JSON).
 */
const [
  port = '',
  dataFolder = '',
  publicUrl = '',
  demoWorkApp = '',
  policyFile = '',
  databaseUrl = '',
  host = '',
  more = '',
] = process.argv.slice(2);
const server = await startServer(
  {
    port: Number(port),
    host,
    dataFolder,
    publicUrl,
    policyFile,
    downloadsFolder: join(dataFolder, 'downloads'),
    databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
    databaseDirectUrl: undefined,
    objectStore: null,
    isDemo: true,
    demoWorkApp,
    isDemoFastCheckMode: false,
    hasDemoPast: false,
    allowsScratchRoot: false,
    trustedProxies: [],
    privateNetworks: null,
    tls: null,
    acme: null,
    lifecycle: { keys: [], address: null },
    softwareKeys: [],
    drainMs: 0,
    workers: 1,
    metrics: null,
    logLevel: 'info',
  },
  createLogger('info'),
);
await prepareCompany(server, JSON.parse(more) as MoreOfCompany);
process.send?.('listening');
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
