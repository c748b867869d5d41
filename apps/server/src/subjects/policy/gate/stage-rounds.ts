import { companyConfigurationSchema, type GateStage } from '@vestibule/contracts';
import { enforcesNoLess } from '@vestibule/policy';
import type { FastifyBaseLogger } from 'fastify';
import { changeSettings } from '../../../repositories/admin-companies.ts';
import { findDueStages, findUntoldStages } from '../../../repositories/due-stages.ts';
import { findPolicy } from '../../../repositories/policies.ts';
import { audit } from '../../audit/audit.ts';
import { createCompanyRounds } from '../../../context/company-rounds.ts';
import { isRefusal, type Installation, type ServerContext } from '../../../context/server-context.ts';
import { transactionOf } from '../../../context/transaction-of.ts';
import { isTooMuch } from '../impact/policy-impact.ts';
import { mayPlanStill } from './planner.ts';
import { BRAKE } from './brake.ts';
import { ENFORCING, gateStateOf } from './gate-state.ts';
import { enforceForOf, placeThatHolds } from './stage-scope.ts';
import { TOLD_BEFORE_MS, tellOfStage } from './tell-of-stage.ts';
import { type Beginning, changesOf, prepareStage, readStages, storeBeginning } from './stages.ts';

const LOOK_EVERY_MS = 15_000;
/** A stage that would stop too many is judged again so often: that takes seconds where there are thousands. */
const JUDGE_EVERY_MS = 600_000;
/** Who begins a stage whose time has come. */
export const SCHEDULE = 'schedule';

type Obstacle = NonNullable<GateStage['heldBack']>['why'];

/** Begins the stages whose time has come, and tells of those that come soon, in every company. @returns ends it */
export function startStageRounds(installation: Installation, logger: FastifyBaseLogger): () => void {
  let isLooking = false;
  const go = createCompanyRounds(installation, logger, 'the stages of a company could not be looked at');
  const tell = createCompanyRounds(installation, logger, 'no one could be told of a stage that begins soon');
  const look = async () => {
    const now = installation.now();
    await go(await findDueStages(installation.database, now), beginIfDue);
    const soon = new Date(now.getTime() + TOLD_BEFORE_MS);
    await tell(await findUntoldStages(installation.database, soon), (context) => tellOfStage(context, logger));
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch((err: unknown) => logger.error({ err }, 'the stages could not be looked at'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Begins the stage that comes after the one that the policy says, if its time has come and nothing holds it back: a gate that
 * someone has opened stays open, one the brake has acted at waits for a person, and so does a plan of someone who is no
 * administrator any more; no one is let in, and no more are newly stopped than were accepted.
 * Where the policy says no stage nothing follows by itself: it may well stop more people than the first stage would.
 * @returns whether it has begun
 */
export async function beginIfDue(stored: ServerContext): Promise<boolean> {
  const context = await stored.companies.asOf(stored);
  const { now } = context;
  const stages = await readStages(context);
  const before = placeThatHolds(stages, ENFORCING, context.policy.policy);
  const place = before + 1;
  const stage = stages[place];
  if (
    before === -1 ||
    stage === undefined ||
    stage.begunAt !== null ||
    stage.at === null ||
    Date.parse(stage.at) > now().getTime()
  ) {
    return false;
  }
  const plain = await whyNotYet(context, stage);
  if (plain !== null) return holdBack(context, place, stage, plain);
  const { heldBack } = stage;
  const isJudged = heldBack?.why === 'too-many' && Date.parse(heldBack.lookedAt) > now().getTime() - JUDGE_EVERY_MS;
  if (isJudged) return false;
  const beginning = await prepareStage(context, stages, place);
  if (beginning === null) return holdBack(context, place, stage, 'policy-text');
  const { toAccept } = beginning.impact;
  if (isTooMuch(beginning.impact, stage.acceptBlocking ?? 0)) {
    return holdBack(context, place, stage, 'too-many', toAccept);
  }
  return begin(context, stage, beginning);
}

async function whyNotYet(context: ServerContext, stage: GateStage): Promise<Obstacle | null> {
  if (gateStateOf(context).state === 'observing') return 'gate-open';
  if (!(await mayPlanStill(context, stage))) return 'planner';
  if (!enforcesNoLess(enforceForOf(stage), context.policy.policy.enforceFor)) return 'fewer';
  const policy = await findPolicy(context.database, context.company.id);
  return policy?.createdBy === BRAKE ? 'brake' : null;
}

async function begin(context: ServerContext, stage: GateStage, beginning: Beginning): Promise<boolean> {
  const { database, company, events } = context;
  const { impact, place } = beginning;
  const refused = await transactionOf(database, async (transaction) => {
    const refusal = await storeBeginning(transaction, context, beginning, SCHEDULE);
    if (refusal !== null) return refusal;
    await audit(
      context,
      ORIGIN,
      {
        ...entryOf(context, 'done'),
        details: {
          stage: stage.name,
          number: place + 1,
          people: impact.peopleInScope,
          newlyBlocked: impact.newlyBlocked,
          neverSeen: impact.neverSeen,
          notSeenLately: impact.notSeenLately,
          acceptBlocking: stage.acceptBlocking,
          changes: changesOf(context, beginning),
        },
      },
      transaction,
    );
    return null;
  });
  context.companies.forget();
  // A colleague or another server was quicker: the next round looks again.
  if (isRefusal(refused)) return false;
  await events.publish({ companyId: company.id, personId: null, subject: 'company' });
  await events.publish({ companyId: company.id, personId: null, subject: 'policy' });
  return true;
}

/** Writes down why a stage waits: in the log once for each reason. */
async function holdBack(
  context: ServerContext,
  place: number,
  { name, heldBack: before }: GateStage,
  why: Obstacle,
  toAccept: number | null = null,
): Promise<false> {
  const at = context.now().toISOString();
  const isNew = before?.why !== why;
  if (!isNew && why !== 'too-many') return false;
  const heldBack = { since: isNew ? at : before.since, why, toAccept, lookedAt: at };
  await context.database.transaction(async (transaction) => {
    let isThere = false;
    await changeSettings(transaction, context.company.id, (stored) => {
      const { stages } = companyConfigurationSchema.parse(stored);
      isThere = stages[place]?.name === name && (stages[place]?.heldBack?.why !== why || !isNew);
      return isThere
        ? { ...stored, stages: stages.map((one, index) => (index === place ? { ...one, heldBack } : one)) }
        : null;
    });
    if (!isThere || !isNew) return;
    const entry = entryOf(context, 'refused');
    await audit(context, ORIGIN, { ...entry, details: { stage: name, number: place + 1, why, toAccept } }, transaction);
  });
  context.companies.forget();
  await context.events.publish({ companyId: context.company.id, personId: null, subject: 'company' });
  return false;
}

const ORIGIN = { address: 'server', correlationId: SCHEDULE } as const;

function entryOf({ company }: ServerContext, outcome: 'done' | 'refused') {
  return { action: 'gate', outcome, actor: { id: null, login: SCHEDULE }, target: company.name } as const;
}
