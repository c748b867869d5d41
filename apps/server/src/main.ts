import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from './config/config.ts';
import { FolderInUseError } from './database/folder-lock.ts';
import { PolicyFileError } from './services/policies.ts';
import { startServer } from './start-server.ts';

/** Paths that hold secrets; pino blanks them wherever they are logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
];

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function explain(error: unknown, config: Config): string {
  if (error instanceof FolderInUseError || error instanceof PolicyFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${config.port} is in use. Stop what uses it, or choose another: PORT=8090.`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `The data folder ${config.dataFolder} cannot be written. Choose another: VESTIBULE_DATA=/path.`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const causeCode = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (causeCode === 'ECONNREFUSED' || causeCode === 'ENOTFOUND') return 'The database at DATABASE_URL does not answer.';
  return error instanceof Error ? error.message : String(error);
}

const configuration = readConfig(process.env);
if (!configuration.ok) fail(`The configuration cannot be used:\n  ${configuration.problems.join('\n  ')}`);
const { config } = configuration;

const logger = pino({
  level: config.logLevel,
  redact: REDACTED,
  serializers: {
    // Addresses of uploads are secrets, and queries hold handles: neither is logged.
    req: (request: { method: string; url: string }) => ({
      method: request.method,
      path: request.url.split('?')[0]?.replace(/(\/upload\/).+/, '$1…'),
    }),
  },
});

try {
  const server = await startServer(config, logger);
  await writeFile(join(config.dataFolder, 'grant-key.json'), JSON.stringify(server.context.grantKey.key.publicKey));
  process.send?.('listening');
  const stop = () => {
    void server.close().then(() => process.exit(0));
  };
  // Whoever started us is gone, even by `kill -9`: nothing may stay behind that holds ports and the data folder.
  process.once('disconnect', stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  fail(explain(error, config));
}
