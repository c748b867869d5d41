import type { FastifyBaseLogger } from 'fastify';
import { NO_COMPANY_ID } from '../../../context/no-company.ts';
import { type Installation, isRefusal } from '../../../context/server-context.ts';
import type { Administrator } from '../../audit/acting.ts';
import { warnOfAge } from './lifecycle-age.ts';
import { updateLifecycle } from './update-lifecycle.ts';

const EVERY_MS = 86_400_000;
/** Not at once: a server that starts has people waiting. */
const FIRST_AFTER_MS = 60_000;

/** As whom the server takes what its operator has it ask for. */
const BY_ITSELF: Administrator = {
  name: 'daily question',
  role: 'administrator',
  reach: 'installation',
  personId: null,
  behind: { kind: 'server' },
};

/**
 * Once a day asks for newer data, where an address is set, and says in the log what is too old or soon will be.
 * @returns ends it, once the round that is under way is over
 */
export function startLifecycleRounds(
  installation: Installation,
  logger: FastifyBaseLogger,
  times: { readonly firstAfterMs: number; readonly everyMs: number } = {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
  },
): () => Promise<void> {
  let isEnded = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout;
  const wait = (milliseconds: number) => {
    if (isEnded) return;
    timer = setTimeout(() => {
      round = go();
    }, milliseconds);
    timer.unref();
  };
  const go = async () => {
    await goRound(installation, logger).catch((err: unknown) =>
      logger.error({ err }, 'data on ends of support could not be looked at'),
    );
    wait(times.everyMs);
  };
  wait(times.firstAfterMs);
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await round;
  };
}

/** One round. */
export async function goRound(installation: Installation, logger: FastifyBaseLogger): Promise<void> {
  const { config, lifecycleMemory, now } = installation;
  const { address } = config.lifecycle;
  if (address !== null) {
    const origin = { address: 'server', correlationId: BY_ITSELF.name };
    const acting = { installation, companyId: NO_COMPANY_ID, administrator: BY_ITSELF, origin, isDryRun: false };
    const updated = await updateLifecycle(acting, undefined);
    if (isRefusal(updated)) {
      lifecycleMemory.problem = updated.message;
      logger.warn(updated.message);
    } else if (updated.changes.length > 0) {
      logger.info({ version: updated.version, asOf: updated.asOf }, 'newer data on ends of support was taken');
    }
  }
  for (const warning of warnOfAge(await lifecycleMemory.read(), now())) logger.warn(warning);
}
