import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { readHasBattery } from '../../windows/device.ts';
import { readSection } from '../../windows/section.ts';
import { type PowerValues, parsePowerSetting, parseSleepStates } from './powercfg.ts';

const planSchema = z.object({
  sleepStates: z.string(),
  screenOff: z.string(),
  sleep: z.string(),
  signInOnWaking: z.string(),
});

/** When the computer goes to sleep by itself, on mains and on battery the longer of the two; null when it never does. */
export interface SleepLock {
  readonly idleSeconds: number | null;
  readonly asksPassword: boolean;
}

/**
 * Sleep as a lock: waking asks for the password. Computers with modern standby sleep as soon as the screen is off; the
 * others only when they really go to sleep, and a dark screen alone locks nothing on them.
 */
export async function readSleepLock(system: SystemPort): Promise<Outcome<SleepLock>> {
  const [plan, hasBattery] = await Promise.all([readSection(system, 'powerPlan', planSchema), readHasBattery(system)]);
  if (!plan.ok) return plan;
  const kind = parseSleepStates(plan.value.sleepStates);
  if (kind === 'none') return { ok: true, value: { idleSeconds: null, asksPassword: false } };
  const idle = parsePowerSetting(kind === 'modern' ? plan.value.screenOff : plan.value.sleep);
  const signIn = parsePowerSetting(plan.value.signInOnWaking);
  if (kind === null || idle === null || signIn === null) {
    return { ok: false, reason: 'unexpected-output', detail: 'powercfg: an answer that is not understood' };
  }
  const used = (values: PowerValues) => (hasBattery === false ? [values.mains] : [values.mains, values.battery]);
  return {
    ok: true,
    value: {
      idleSeconds: used(idle).includes(0) ? null : Math.max(...used(idle)),
      asksPassword: used(signIn).every((isOn) => isOn === 1),
    },
  };
}
