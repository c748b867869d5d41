import type { FastifyInstance } from 'fastify';
import { isDiskFull } from '../../database/disk-full.ts';
import type { Installation } from '../../context/server-context.ts';

/** Says plainly, of all that fails for want of room, that it is the database's disk: an error of it names a number only. */
export function noteFullDisk(app: FastifyInstance, { config, unwritten }: Installation): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) unwritten.note('database', sayFullDatabase(config));
  });
}

/** @param config whose database has no room */
export function sayFullDatabase({ databaseUrl, dataFolder }: Installation['config']): string {
  return databaseUrl === undefined
    ? `The disk is full where ${dataFolder} lies: the embedded database could not write, so that people may not get in. Make room there.`
    : 'The disk of PostgreSQL is full (53100): the database could not write, so that people may not get in. Make room on its server.';
}
