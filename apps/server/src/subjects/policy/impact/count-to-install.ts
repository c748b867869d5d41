import { findReachable } from '../../../repositories/people-reach.ts';
import { observationByPolicy } from '../gate/gate-state.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { isInstallationRequired } from '../../settings/skip-rule.ts';
import { meetsTheGate } from './people-in-scope.ts';
import { findPlaces, momentsOf } from './who-gets-in.ts';

/**
 * Of the people for whom the policy is enforced on the way to one application at least, now or at a later moment that is
 * known, those who are asked to install Workplace and have no computer with it. To the others the rule does nothing.
 * @param context with the settings as they would be
 */
export async function countToInstall(
  context: ServerContext,
): Promise<{ readonly inScope: number; readonly lacking: number }> {
  const { database, company, now } = context;
  const everybody = (await findReachable(database, company.id, now())).filter(meetsTheGate);
  const places = await findPlaces(context);
  const moments = momentsOf({ context });
  const inScope = everybody.filter((person) =>
    moments.some((moment) =>
      places.some((place) => observationByPolicy({ ...context, now: () => moment }, person, place) === 'enforced'),
    ),
  );
  const lacking = inScope.filter((person) => !person.hasComputer && isInstallationRequired(context, person));
  return { inScope: inScope.length, lacking: lacking.length };
}
