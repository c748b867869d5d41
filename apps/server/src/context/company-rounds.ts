import type { FastifyBaseLogger } from 'fastify';
import type { Installation, ServerContext } from './server-context.ts';

/**
 * Goes from company to company again and again. What fails at one is logged, once until it goes well again, and keeps
 * no one else from their turn.
 * @param failure what the log says of it
 */
export function createCompanyRounds(
  { companies }: Pick<Installation, 'companies'>,
  logger: FastifyBaseLogger,
  failure: string,
): (companyIds: readonly string[], visit: (context: ServerContext) => Promise<unknown>) => Promise<void> {
  let failed = new Set<string>();
  return async (companyIds, visit) => {
    const failedBefore = failed;
    failed = new Set();
    for (const companyId of companyIds) {
      try {
        const context = await companies.byId(companyId);
        if (context !== null) await visit(context);
      } catch (err: unknown) {
        if (!failedBefore.has(companyId)) logger.error({ err, companyId }, failure);
        failed.add(companyId);
      }
    }
  };
}
