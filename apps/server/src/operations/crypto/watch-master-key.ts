import type { FastifyBaseLogger } from 'fastify';
import type { MasterKeyFile, MasterKeyState } from './master-key-file.ts';

const LOOK_EVERY_MS = 2000;
const SAY_EVERY_MS = 60_000;

/** What to do, wherever it is told. */
export const NEXT_FOR_MASTER_KEY =
  'Do not stop or restart the server. On it, as its user: vestibule master-key restore';

const WHAT: Readonly<Record<Exclude<MasterKeyState, 'good'>, string>> = {
  missing: 'is gone',
  changed: 'is not the one this server started with',
  unreadable: 'cannot be read any more',
};

/** What is wrong with the file, for the log, the status and the doctor. Null: nothing. */
export function sayMasterKey(state: MasterKeyState, path: string): string | null {
  if (state === 'good') return null;
  return `The master key ${path} ${WHAT[state]}. This server still has it in memory; after a restart no secret in the database can be read.`;
}

/**
 * Looks every two seconds whether the key's file is as it was. What is wrong is logged at once and every minute, until it is
 * right again.
 * @returns ends it
 */
export function watchMasterKey(file: MasterKeyFile, logger: Pick<FastifyBaseLogger, 'error' | 'info'>): () => void {
  let before: MasterKeyState = 'good';
  let saidAt = 0;
  const look = async () => {
    const state = await file.look();
    const sentence = sayMasterKey(state, file.path);
    const isDue = state !== before || performance.now() - saidAt >= SAY_EVERY_MS;
    if (sentence !== null && isDue) {
      saidAt = performance.now();
      logger.error({ masterKey: state }, `${sentence} ${NEXT_FOR_MASTER_KEY}`);
    }
    if (sentence === null && before !== 'good') logger.info('The master key is in its place again.');
    before = state;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
