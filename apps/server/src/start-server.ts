import type { AddressInfo } from 'node:net';
import {
  createSigningKey as createGrantKey,
  importSigningKey,
  parsePrivateJwk,
  thumbprint,
} from '@vestibule/device-keys';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { loadMasterKey } from './crypto/master-key.ts';
import { createSecret, loadServerKey } from './crypto/server-keys.ts';
import { openDatabase } from './database/open.ts';
import { seedDemo } from './demo/seed.ts';
import { findOnlyCompany } from './repositories/companies.ts';
import { createSigningKey as createSamlKey, loadSigningKey } from './saml/index.ts';
import { loadPolicyFile } from './services/policy-file.ts';
import type { ServerContext } from './services/server-context.ts';

export interface RunningServer {
  readonly context: ServerContext;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens the database, the keys and the policy, and serves.
 * @throws FolderInUseError, PolicyFileError, or what listening on a busy port throws
 */
export async function startServer(
  config: Config,
  logger: FastifyBaseLogger,
  now: () => Date = () => new Date(),
): Promise<RunningServer> {
  const masterKey = await loadMasterKey(config.dataFolder);
  const opened = await openDatabase(config);
  try {
    const { database } = opened;
    if (config.isDemo) await seedDemo(database, config);
    const company = await findOnlyCompany(database);
    if (company === null)
      throw new Error('There is no company in this database yet. Start the trial with "npm start".');
    const key = (name: string, create: () => Promise<string> | string) =>
      loadServerKey(database, masterKey, name, create);
    const grantJwk = parsePrivateJwk(await key('grants', async () => JSON.stringify(await createGrantKey())));
    const grantKey = await importSigningKey(grantJwk);
    const host = new URL(config.publicUrl).hostname;
    const context: ServerContext = {
      config,
      database,
      now,
      masterKey,
      secret: Buffer.from(await key('secret', createSecret), 'base64'),
      grantKey: { key: grantKey, thumbprint: await thumbprint(grantKey.publicKey) },
      samlKey: loadSigningKey(await key('saml', () => createSamlKey(host, now()))),
      company,
      policy: await loadPolicyFile(config.policyFile),
    };
    const app = await buildApp(context, logger);
    await app.listen({ port: config.port, host: config.host });
    return {
      context,
      port: (app.server.address() as AddressInfo).port,
      close: async () => {
        await app.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
