import { ACCOUNT_PATHS, type OnboardingProgress } from '@vestibule/contracts';
import { mayContinue } from '@vestibule/policy';
import { hasReportingDevice } from '../../repositories/launch-pad.ts';
import { findRecentReports } from '../../repositories/reports.ts';
import { findConfirmedFactors } from '../../repositories/second-factors.ts';
import type { Caller } from '../../context/caller.ts';
import { judge } from '../policy/judge.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { isSecondFactorRequired } from '../people/factors/second-factor-needs.ts';

type Step = OnboardingProgress['steps'][number];

/** How far a new person has come, from what the server itself knows. */
export async function describeOnboarding(context: ServerContext, { person }: Caller): Promise<OnboardingProgress> {
  const { database, company } = context;
  const holder = { companyId: person.companyId, personId: person.id };
  const factors = await findConfirmedFactors(database, holder);
  const isFactorAsked = await isSecondFactorRequired(context, database, person, null);
  const reports = await findRecentReports(database, company.id, person.id, context.now());
  const passes = reports.some(
    ({ device, report }) =>
      device.state === 'approved' &&
      mayContinue(judge(context, device, person, report, null).evaluation, context.policy.policy),
  );
  const steps: Step[] = [
    { step: 'account', isDone: true, path: ACCOUNT_PATHS.sessionStatus },
    ...(isFactorAsked || factors.length > 0
      ? [{ step: 'second-factor' as const, isDone: factors.length > 0, path: ACCOUNT_PATHS.secondFactor }]
      : []),
    {
      step: 'workplace',
      isDone: await hasReportingDevice(database, company.id, person.id),
      path: '/device-check/download',
    },
    { step: 'device-check', isDone: passes, path: '/device-check/' },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return { steps, isDone: next === undefined, continueTo: next?.path ?? ACCOUNT_PATHS.sessionStatus };
}
