import { LIFECYCLE_MAXIMUM_AGE_DAYS, tooOldFrom } from '@vestibule/checks';
import type { ShownLifecycle } from '@vestibule/contracts';
import type { ServerContext } from '../../../context/server-context.ts';
import type { ActingOnInstallation } from '../../audit/acting.ts';
import { maximumAgeUnder, warnOfAge } from './lifecycle-age.ts';

const DAY_MS = 86_400_000;

/** What is known of the ends of releases, and how old it may be under the policy of a company. */
export async function describeLifecycle(
  { installation, administrator }: ActingOnInstallation,
  context: ServerContext | null,
): Promise<ShownLifecycle> {
  const { config, lifecycleMemory, now } = installation;
  const isAtServer = administrator.reach === 'installation';
  const loaded = await lifecycleMemory.read();
  const { data, taken } = loaded;
  const maximum = (context === null ? null : maximumAgeUnder(context.policy.policy)) ?? LIFECYCLE_MAXIMUM_AGE_DAYS;
  const problem = isAtServer ? lifecycleMemory.problem : null;
  return {
    version: data.version,
    asOf: data.asOf,
    ageDays: Math.max(0, Math.floor((now().getTime() - Date.parse(data.asOf)) / DAY_MS)),
    tooOldFrom: tooOldFrom(data, maximum),
    source: taken === null ? 'built-in' : 'taken',
    takenAt: taken?.at.toISOString() ?? null,
    takenFrom: taken?.from ?? null,
    systems: new Set(data.releases.map(({ system }) => system)).size,
    releases: data.releases.length,
    pages: [...data.sources],
    keys: config.lifecycle.keys.map(({ x }) => x),
    address: isAtServer ? config.lifecycle.address : null,
    warnings: [...warnOfAge(loaded, now(), maximum), ...(problem === null ? [] : [problem])],
  };
}

/** For a company whose policy asks for it: what someone should see to. */
export async function warnOfLifecycle({ lifecycleMemory, now, policy }: ServerContext): Promise<string[]> {
  const maximum = maximumAgeUnder(policy.policy);
  return maximum === null ? [] : warnOfAge(await lifecycleMemory.read(), now(), maximum);
}
