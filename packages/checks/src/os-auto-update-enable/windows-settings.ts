import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { readServices, type Services } from '../windows/services.ts';
import { numberOrNull, textOrNull } from '../windows/values.ts';

const registrySchema = z.object({
  /** Group policy; null where it sets nothing. */
  noAutoUpdate: numberOrNull,
  options: numberOrNull,
  usesServer: numberOrNull,
  /** 'Turn off access to all Windows Update features', which turns automatic updates off as well. */
  accessOff: z._default(numberOrNull, null),
  /** Device management (Policy CSP, Update/AllowAutoUpdate). */
  managedOptions: numberOrNull,
  /** Policy CSP, Update/AllowUpdateService: 0 forbids every service that updates could come from. */
  managedService: z._default(numberOrNull, null),
  pausedUntil: textOrNull,
  qualityPausedUntil: textOrNull,
  /** What Windows makes of a pause by policy: 0 none, 1 paused, 2 over, because 35 days have passed. */
  qualityPause: z._default(numberOrNull, null),
});
export type UpdateSettings = z.infer<typeof registrySchema>;

const agentSchema = z.object({ notificationLevel: numberOrNull });

/** The services that fetch and install updates; one that is disabled stops both. */
export const UPDATE_SERVICES = ['wuauserv', 'usosvc'] as const;

export async function readUpdateSettings(system: SystemPort): Promise<Outcome<UpdateSettings>> {
  return readSection(system, 'updates', registrySchema);
}

/** @returns names of the update services that no one can start */
export async function readDisabledServices(system: SystemPort): Promise<Outcome<readonly string[]>> {
  const services = await readServices(system);
  if (!services.ok) return services;
  const missing = UPDATE_SERVICES.find((name) => !services.value.has(name));
  if (missing !== undefined)
    return { ok: false, reason: 'unexpected-output', detail: `There is no service ${missing}.` };
  return { ok: true, value: disabledOf(services.value) };
}

function disabledOf(services: Services): readonly string[] {
  return UPDATE_SERVICES.filter((name) => services.get(name)?.isDisabled === true);
}

/** What the update agent itself says: 0 not set, which is the usual case, 1 off, 2 to 4 as in the group policy. */
export async function readNotificationLevel(system: SystemPort): Promise<Outcome<number>> {
  const agent = await readSection(system, 'updateAgent', agentSchema);
  if (!agent.ok) return agent;
  const level = agent.value.notificationLevel;
  if (level !== null) return { ok: true, value: level };
  return { ok: false, reason: 'unexpected-output', detail: 'updateAgent: no level' };
}
