import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../../definition.ts';
import { type Replaced, undoOf } from '../../linux/backup.ts';
import { enableUnits, readUnits } from '../../linux/systemd.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';

/** Settings without which a service does not start. @returns the file that was replaced; null when it had them */
type Prepare = (system: ChangePort) => Promise<Outcome<Replaced | null>>;

interface ClamavServices {
  readonly wanted: readonly string[];
  readonly mustHave: string;
  readonly prepare?: Prepare;
}

/** Turns on those services of ClamAV that are installed; other products are their makers' to set. */
export function clamavFix(type: CheckFix['type'], services: ClamavServices): CheckFix {
  return {
    type,
    operatingSystem: 'linux',
    needsElevation: true,
    parameters: z.object({}),
    apply: (system) => enableInstalled(system, services),
  };
}

async function enableInstalled(
  system: ChangePort,
  { wanted, mustHave, prepare }: ClamavServices,
): Promise<Outcome<{ readonly undo: Said }>> {
  const units = await readUnits(system, wanted);
  if (!units.ok) return units;
  const installed = wanted.filter((unit) => units.value.get(unit)?.isLoaded);
  if (!installed.includes(mustHave)) {
    return {
      ok: false,
      reason: 'tool-missing',
      detail: say('ClamAV’s service {unit} is not installed.', { unit: mustHave }),
    };
  }
  const stopped = installed.filter((unit) => !units.value.get(unit)?.isActive);
  const prepared = await prepare?.(system);
  if (prepared?.ok === false) return prepared;
  const enabled = await enableUnits(system, installed);
  if (!enabled.ok) return enabled;
  const names = (stopped.length > 0 ? stopped : installed).join(' ');
  const commands = `systemctl disable --now ${names}`;
  const replaced = prepared?.value ?? null;
  if (replaced !== null) return { ok: true, value: { undo: undoOf(replaced, commands) } };
  return { ok: true, value: { undo: say('To take it back, run as an administrator: {commands}', { commands }) } };
}
