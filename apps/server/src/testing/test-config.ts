import { join } from 'node:path';
import type { Config } from '../operations/config/config.ts';

/** What a server of the tests is told, where a test says nothing else: a trial without TLS, on this computer. */
export function testConfig(place: Pick<Config, 'dataFolder' | 'databaseUrl' | 'port' | 'publicUrl'>): Config {
  return {
    ...place,
    host: '127.0.0.1',
    policyFile: join(place.dataFolder, 'policy.yaml'),
    downloadsFolder: join(place.dataFolder, 'downloads'),
    databaseDirectUrl: undefined,
    objectStore: null,
    isDemo: true,
    demoWorkApp: 'http://127.0.0.1:8081',
    isDemoFastCheckMode: false,
    hasDemoPast: false,
    allowsScratchRoot: false,
    trustedProxies: [],
    privateNetworks: null,
    lifecycle: { keys: [], address: null },
    softwareKeys: [],
    tls: null,
    acme: null,
    drainMs: 0,
    workers: 1,
    metrics: null,
    logLevel: 'silent',
  };
}
