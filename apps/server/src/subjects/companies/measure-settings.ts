import { isDeepStrictEqual } from 'node:util';
import type { CompanyConfiguration } from '@vestibule/contracts';
import type { ServerContext } from '../../context/server-context.ts';
import { DECIDING } from '../policy/impact/counted-by.ts';
import { measureNewlyStopped, type NewlyStopped, NOBODY_STOPPED } from '../policy/impact/newly-stopped.ts';

/** Whether a change may keep someone from work: for others no one is looked for. */
export function decides(before: CompanyConfiguration, after: CompanyConfiguration): boolean {
  return DECIDING.some((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Whom it stops on the way to any application. */
export async function measureSettings(
  context: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<NewlyStopped> {
  if (!decides(before, after)) return NOBODY_STOPPED;
  const situation = (configuration: CompanyConfiguration) => ({ context: { ...context, configuration } });
  return measureNewlyStopped(situation(before), situation(after));
}
