import * as z from 'zod/mini';
import type { CheckFix } from '../../definition.ts';
import { enableUnits, readUnits } from '../../linux/systemd.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';

/** Turns on those services of ClamAV that are installed; other products are their makers' to set. */
export function clamavFix(type: CheckFix['type'], wanted: readonly string[], mustHave: string): CheckFix {
  return {
    type,
    operatingSystem: 'linux',
    needsElevation: true,
    parameters: z.object({}),
    apply: (system) => enableInstalled(system, wanted, mustHave),
  };
}

async function enableInstalled(
  system: ChangePort,
  wanted: readonly string[],
  mustHave: string,
): Promise<Outcome<{ readonly undo: string }>> {
  const units = await readUnits(system, wanted);
  if (!units.ok) return units;
  const installed = wanted.filter((unit) => units.value.get(unit)?.isLoaded);
  if (!installed.includes(mustHave)) {
    return { ok: false, reason: 'tool-missing', detail: `ClamAV's service ${mustHave} is not installed.` };
  }
  const stopped = installed.filter((unit) => !units.value.get(unit)?.isActive);
  const enabled = await enableUnits(system, installed);
  if (!enabled.ok) return enabled;
  const names = (stopped.length > 0 ? stopped : installed).join(' ');
  return { ok: true, value: { undo: `To take it back, run as an administrator: systemctl disable --now ${names}` } };
}
