import { companyConfigurationSchema } from '@vestibule/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { changeSettings } from '../../../repositories/admin-companies.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { hasAlertAddress, mailComingStage } from '../../settings/mail-out.ts';
import { ENFORCING } from './gate-state.ts';
import { placeThatHolds } from './stage-scope.ts';
import { prepareStage, readStages } from './stages.ts';

/** So long before a stage begins by itself those who are named for alerts are told. */
export const TOLD_BEFORE_MS = 2 * 86_400_000;

/**
 * Mails those who are named for alerts that the next stage begins by itself soon, for whom, and how many more it would stop:
 * once, whatever comes of the mail. Its time has to be ahead: of one that is held back the gate's own page says why.
 * @returns whether they were told now
 */
export async function tellOfStage(stored: ServerContext, logger: FastifyBaseLogger): Promise<boolean> {
  const context = await stored.companies.asOf(stored);
  const { company, database, now } = context;
  const stages = await readStages(context);
  const before = placeThatHolds(stages, ENFORCING, context.policy.policy);
  const place = before + 1;
  const stage = stages[place];
  if (before === -1 || stage === undefined || stage.at === null || stage.begunAt !== null || stage.toldAt !== null) {
    return false;
  }
  const left = Date.parse(stage.at) - now().getTime();
  if (left <= 0 || left > TOLD_BEFORE_MS || !(await hasAlertAddress(context))) return false;
  const beginning = await prepareStage(context, stages, place);
  if (beginning === null) return false;
  // Of several servers, the one that writes it down tells.
  const toldAt = now().toISOString();
  let isOurs = false;
  await database.transaction((transaction) =>
    changeSettings(transaction, company.id, (settings) => {
      const { stages: there } = companyConfigurationSchema.parse(settings);
      const found = there[place];
      isOurs = found?.name === stage.name && found.at === stage.at && found.toldAt === null;
      return isOurs
        ? { ...settings, stages: there.map((one, index) => (index === place ? { ...one, toldAt } : one)) }
        : null;
    }),
  );
  context.companies.forget();
  if (!isOurs) return false;
  const { peopleInScope, peopleNewlyBlocked, neverSeen, notSeenLately } = beginning.impact;
  const problem = await mailComingStage(context, {
    stage: stage.name,
    number: place + 1,
    at: new Date(stage.at),
    people: peopleInScope,
    blocked: peopleNewlyBlocked + neverSeen + notSeenLately,
  });
  if (problem !== null) logger.error({ problem }, 'someone could not be mailed that a stage begins soon');
  return true;
}
