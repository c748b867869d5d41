import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { requireDesktopOwner } from '../../windows/desktop-owner.ts';
import { readSection } from '../../windows/section.ts';
import { numberOrNull, textOrNull } from '../../windows/values.ts';

/** The screen saver's four values, as group policy or the person has set them. */
const saverSchema = z.object({
  active: textOrNull,
  program: textOrNull,
  seconds: numberOrNull,
  secure: textOrNull,
});
export type SaverValues = z.infer<typeof saverSchema>;

const settingsSchema = z.object({
  policy: saverSchema,
  own: saverSchema,
  /** Security option 'Machine inactivity limit'. */
  inactivitySeconds: numberOrNull,
  /** Device management's DeviceLock/MaxInactivityTimeDeviceLock. */
  managedMinutes: numberOrNull,
  /** DeviceLock/DevicePasswordEnabled: 0 is on, 1 off, and then the minutes have no effect. */
  managedPassword: z._default(numberOrNull, null),
  lockDisabledForComputer: numberOrNull,
  lockDisabledForPerson: numberOrNull,
  /** How long the saver may be ended without a password; five seconds when no one has said. */
  graceSeconds: numberOrNull,
  /** 'When should Windows require you to sign in again': -1 is never. */
  delaySeconds: numberOrNull,
});
export type ScreenLockSettings = z.infer<typeof settingsSchema>;

/** Settings of the signed-in person's own desktop, and of no one else's. */
export async function readScreenLockSettings(system: SystemPort): Promise<Outcome<ScreenLockSettings>> {
  const owner = await requireDesktopOwner(system);
  return owner.ok ? readSection(system, 'screenLock', settingsSchema) : owner;
}

/** What counts: policy over the person's own choice. */
export function effectiveSaver({ policy, own }: ScreenLockSettings): SaverValues {
  return {
    active: policy.active ?? own.active,
    program: policy.program ?? own.program,
    seconds: policy.seconds ?? own.seconds,
    secure: policy.secure ?? own.secure,
  };
}
