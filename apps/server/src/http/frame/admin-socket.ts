import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdtemp, rename, rm, unlink } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS, type ConnectionLimits, timeoutsOf } from '../connections/connection-limits.ts';
import { guardConnections } from '../connections/guard-connections.ts';
import type { Installation } from '../../context/server-context.ts';
import { adminSocketPath } from '../../operations/config/admin-socket-path.ts';
import { registerErrorHandlers } from './errors.ts';
import { noteFullDisk } from './note-full-disk.ts';

/** Linux takes 107 bytes for the path of a socket, macOS 103; the draft's name is the longer one. */
const PATH_MAXIMUM_BYTES = 103;
const DRAFT_PREFIX = '.admin-';

/** Puts the calls that the socket answers into its own application. */
type RegisterCalls = (app: FastifyInstance, installation: Installation) => void;

/**
 * Serves the admin calls at a socket in the data folder, for anyone who may write there: the user the server runs as, and
 * root. The file appears with its mode 0600 already set, and takes the place of one that a crashed server left behind.
 * Without it the server goes on; the command line then says what to do.
 * @returns ends it
 */
export async function startAdminSocket(
  installation: Installation,
  logger: FastifyBaseLogger,
  registerCalls: RegisterCalls,
  connections: ConnectionLimits = CONNECTION_LIMITS,
): Promise<() => Promise<void>> {
  const path = adminSocketPath(installation.config.dataFolder);
  const why = await whyNot(path);
  if (why !== null) {
    logger.warn({ path }, why);
    return async () => undefined;
  }
  const app = await buildSocketApp(installation, logger, registerCalls, connections);
  try {
    if (process.platform === 'win32') await app.listen({ path });
    else await listenAt(app, path);
  } catch (error) {
    await app.close();
    // Some file systems keep no sockets. The gate itself does without.
    logger.warn({ err: error, path }, 'The command line of this computer cannot be served: use --url and a token.');
    return async () => undefined;
  }
  const own = await inodeOf(path);
  return async () => {
    await app.close();
    // Another server may have taken the place meanwhile.
    if (own !== null && (await inodeOf(path)) === own) await unlink(path).catch(() => undefined);
  };
}

async function inodeOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  return found?.ino ?? null;
}

/** Listens in a folder that no one else can enter, and moves the socket to its place once it has its mode. */
async function listenAt(app: FastifyInstance, path: string): Promise<void> {
  const draftFolder = await mkdtemp(join(dirname(path), DRAFT_PREFIX));
  try {
    const draft = join(draftFolder, 's');
    await app.listen({ path: draft });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draftFolder, { recursive: true, force: true });
  }
}

async function buildSocketApp(
  installation: Installation,
  logger: FastifyBaseLogger,
  registerCalls: RegisterCalls,
  connections: ConnectionLimits,
): Promise<FastifyInstance> {
  // A backup takes as long as it takes: what is asked has to arrive in time, the answer has all of it.
  const { connectionTimeout: _, ...timeouts } = timeoutsOf(connections);
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    ...timeouts,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 255 },
  });
  guardConnections(app, connections);
  registerErrorHandlers(app, installation.config.databaseUrl);
  noteFullDisk(app, installation);
  app.addHook('onRequest', async (request) => {
    request.isLocalSocket = true;
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('Correlation-Id', request.id);
  });
  registerCalls(app, installation);
  return app;
}

async function whyNot(path: string): Promise<string | null> {
  if (process.platform !== 'win32') {
    const longest = Buffer.byteLength(path) - 'admin.sock'.length + `${DRAFT_PREFIX}XXXXXX/s`.length;
    if (longest > PATH_MAXIMUM_BYTES) {
      return 'The path of the data folder is too long for a socket: the command line works with --url and a token only.';
    }
    const there = await lstat(path).catch(() => null);
    if (there !== null && !there.isSocket())
      return 'Something that is no socket stands in the place of the admin socket.';
  }
  return (await isAnswered(path))
    ? 'Another server of this data folder answers the command line already, so this one does not.'
    : null;
}

/** Whether someone listens there. A socket that a crash left behind refuses. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}
