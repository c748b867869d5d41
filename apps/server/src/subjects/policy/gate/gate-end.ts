import type { FastifyBaseLogger } from 'fastify';
import { companyConfigurationSchema } from '@vestibule/contracts';
import { changeSettings } from '../../../repositories/admin-companies.ts';
import { findEndedGates } from '../../../repositories/ended-gates.ts';
import { audit } from '../../audit/audit.ts';
import { createCompanyRounds } from '../../../context/company-rounds.ts';
import { gateAfter } from './gate-state.ts';
import type { Installation, ServerContext } from '../../../context/server-context.ts';

const LOOK_EVERY_MS = 1000;
/** Who ends an observation that was begun for a while. */
const END = 'end of the time';

/**
 * Writes down that observing has ended by itself, in every company: each second one question finds where. It has ended to
 * the second without.
 * @returns ends it
 */
export function startGateEnd(installation: Installation, logger: FastifyBaseLogger): () => void {
  let isLooking = false;
  const go = createCompanyRounds(installation, logger, 'the end of observing could not be written down for a company');
  const look = async () => go(await findEndedGates(installation.database, installation.now()), noteGateEnd);
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch((err: unknown) => logger.error({ err }, 'the end of observing could not be looked for'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Audits an observation that has ended, once among all servers, and tells every open page. @returns whether one had */
export async function noteGateEnd(context: ServerContext): Promise<boolean> {
  const { company, configuration, database, events, now } = context;
  const isOver = (until: string | null) => until !== null && Date.parse(until) <= now().getTime();
  if (!isOver(configuration.gate.until)) return false;
  const isNoted = await database.transaction(async (transaction) => {
    let isMine = false;
    let details = {};
    await changeSettings(transaction, company.id, (stored) => {
      // Someone may have changed it, or another server noted it, a moment ago.
      const { gate } = companyConfigurationSchema.parse(stored);
      if (!isOver(gate.until)) return null;
      isMine = true;
      const after = gateAfter(gate);
      details = {
        state: after.state,
        reason: `it was begun for a while: ${gate.reason ?? 'no reason'}`,
        until: gate.until,
        changes: [{ field: 'state', from: 'observing for a while', to: after.state }],
      };
      return { ...stored, gate: after };
    });
    if (!isMine) return false;
    const origin = { address: 'server', correlationId: END };
    const entry = {
      action: 'gate',
      outcome: 'done',
      actor: { id: null, login: END },
      target: company.name,
      details,
    } as const;
    await audit(context, origin, entry, transaction);
    return true;
  });
  if (!isNoted) return false;
  context.companies.forget();
  await events.publish({ companyId: company.id, personId: null, subject: 'company' });
  await events.publish({ companyId: company.id, personId: null, subject: 'policy' });
  return true;
}
