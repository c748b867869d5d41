import { CHECK_TYPES, type CheckType } from '@vestibule/contracts';
import { type CheckPolicy, variantsOf, withReportOnly } from '@vestibule/policy';
import type { FastifyBaseLogger } from 'fastify';
import { findCompaniesWithBrake } from '../../../repositories/companies.ts';
import { findPolicy, findPolicyBy, findPolicyNotBy, findPolicyToChange } from '../../../repositories/policies.ts';
import { findRecentDevices } from '../../../repositories/recent-devices.ts';
import { placesUnder, standingOf } from '../impact/judged-computer.ts';
import { audit } from '../../audit/audit.ts';
import { createCompanyRounds } from '../../../context/company-rounds.ts';
import { gateStateOf } from './gate-state.ts';
import { mailBrakeAlert } from '../../settings/mail-out.ts';
import { applyPolicy, loadPolicy, readPolicyText, readStoredPolicy } from '../policies.ts';
import type { Installation, ServerContext } from '../../../context/server-context.ts';

const LOOK_EVERY_MS = 15_000;
const WINDOW_MS = 600_000;
/** Who made a version of the policy that the brake made. */
export const BRAKE = 'brake';

/** A check that has begun to block computers that met it ten minutes ago. */
export interface SuddenBlock {
  readonly checkType: CheckType;
  /** People, by the computer that each has reported with last. */
  readonly newlyBlocked: number;
  /** Whose computer has reported in these ten minutes, and before. */
  readonly people: number;
}

/** Looks after every company that has its brake on. @returns ends it */
export function startBrake(installation: Installation, logger: FastifyBaseLogger): () => void {
  let isLooking = false;
  const go = createCompanyRounds(installation, logger, 'the brake could not look at a company');
  const look = async () => {
    await go(await findCompaniesWithBrake(installation.database), (context) => brakeIfNeeded(context, logger));
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch((err: unknown) => logger.error({ err }, 'the brake could not look'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Lets a check that suddenly blocks too many be reported only, and says so as loudly as it can. */
export async function brakeIfNeeded(
  context: ServerContext,
  logger: FastifyBaseLogger,
): Promise<readonly SuddenBlock[]> {
  const { brake } = context.configuration;
  if (!brake.isOn || gateStateOf(context).state === 'observing') return [];
  const braked: SuddenBlock[] = [];
  let { text, version } = context.policy;
  for (const sudden of await findSuddenBlocks(context)) {
    const changed = withReportOnly(text, sudden.checkType);
    const read = changed === null ? null : readPolicyText(changed, 'command');
    if (read?.ok !== true) {
      logger.error(sudden, 'a check suddenly blocks many, and this policy cannot be changed by the brake');
      continue;
    }
    const { loaded } = read;
    const isDone = await replacePolicy(context, version, sudden, loaded);
    if (!isDone) break;
    ({ text, version } = loaded);
    braked.push(sudden);
    logger.error(sudden, 'the brake: a check suddenly blocked many, and is only reported from now on');
  }
  if (braked.length > 0) {
    context.companies.forget();
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  for (const sudden of braked) await tell(context, sudden, logger);
  return braked;
}

/** The brake has acted whether or not anybody can be told. */
async function tell(context: ServerContext, sudden: SuddenBlock, logger: FastifyBaseLogger): Promise<void> {
  const problem = await mailBrakeAlert(context, sudden).catch((error: unknown) => error);
  if (problem !== null) logger.error({ problem }, 'no one could be mailed that the brake has acted');
}

/** @returns false when another person, or the brake of another server, was faster */
function replacePolicy(
  context: ServerContext,
  held: string,
  { checkType, newlyBlocked, people }: SuddenBlock,
  loaded: Parameters<typeof applyPolicy>[2],
): Promise<boolean> {
  const { database, company, now } = context;
  return database.transaction(async (transaction) => {
    if ((await findPolicyToChange(transaction, company.id))?.version !== held) return false;
    await applyPolicy(transaction, company.id, loaded, { createdAt: now(), createdBy: BRAKE });
    await audit(
      context,
      { address: 'server', correlationId: BRAKE },
      {
        action: 'policy',
        outcome: 'done',
        actor: { id: null, login: BRAKE },
        target: company.name,
        details: { from: held, to: loaded.version, checkType, reportOnly: true, newlyBlocked, people },
      },
      transaction,
    );
    return true;
  });
}

/** Checks that block more than the company's share. Never a sign-in stopper: it is there to stop everybody. */
export async function findSuddenBlocks(context: ServerContext): Promise<readonly SuddenBlock[]> {
  const { percent, minimumPeople } = context.configuration.brake;
  const { people, blocks } = await countNewBlocks(context);
  if (people < minimumPeople) return [];
  return blocks.filter(({ newlyBlocked }) => newlyBlocked * 100 > percent * people);
}

/**
 * How many each check blocks of the people whose computers have reported in the last ten minutes and were not blocked by it by
 * the report before, under the policy of that time. Everybody counts once, by the approved computer seen last: no one weighs
 * more by having many.
 */
async function countNewBlocks(
  context: ServerContext,
): Promise<{ readonly people: number; readonly blocks: readonly SuddenBlock[] }> {
  const { database, company, policy: held, now } = context;
  const since = new Date(now().getTime() - WINDOW_MS);
  const before = await loadPolicy(database, company.id, since);
  const places = await placesUnder(context, before.policy, held.policy);
  const known = (await findRecentDevices(database, company.id, since)).flatMap(({ earlier, ...recent }) =>
    earlier === null
      ? []
      : [
          {
            was: standingOf(context, before.policy, { ...recent, report: earlier }, places),
            is: standingOf(context, held.policy, recent, places),
          },
        ],
  );
  const blocks = CHECK_TYPES.filter((type) => mayBeBraked(held.policy.checks[type])).map((checkType) => ({
    checkType,
    newlyBlocked: known.filter(({ was, is }) => is.checks.includes(checkType) && !was.checks.includes(checkType))
      .length,
    people: known.length,
  }));
  return { people: known.length, blocks };
}

/** What the brake sees at this moment, when it acted last, and which checks it lets stop no one since. */
export async function showBrake(context: ServerContext) {
  const { configuration, database, company, now } = context;
  const { people, blocks } = await countNewBlocks(context);
  const [highest] = blocks.toSorted((left, right) => right.newlyBlocked - left.newlyBlocked);
  const byBrake = await findPolicyBy(database, company.id, BRAKE);
  return {
    ...configuration.brake,
    people,
    highest:
      highest === undefined || highest.newlyBlocked === 0
        ? null
        : { checkType: highest.checkType, newlyBlocked: highest.newlyBlocked },
    holds: await findBrakeHolds(context),
    lastActedAt: byBrake?.createdAt.toISOString() ?? null,
    at: now().toISOString(),
  };
}

/** Checks that the brake lets stop no one, until someone applies a policy. */
export async function findBrakeHolds({ database, company, policy }: ServerContext): Promise<CheckType[]> {
  const newest = await findPolicy(database, company.id);
  if (newest?.createdBy !== BRAKE) return [];
  const was = readStoredPolicy(await findPolicyNotBy(database, company.id, BRAKE)).policy;
  return CHECK_TYPES.filter((type) => isReportOnly(policy.policy.checks[type]) && !isReportOnly(was.checks[type]));
}

const isReportOnly = (check: CheckPolicy | undefined) => check?.reportOnly === true;

/** The brake takes a check out for everybody: so never one that is a sign-in stopper for some. */
function mayBeBraked(check: CheckPolicy | undefined): boolean {
  const severities = check === undefined ? [] : variantsOf(check).map((variant) => variant.check.severity);
  return severities.includes('required') && !severities.includes('sign-in-stopper');
}
