import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../../definition.ts';
import { type Replaced, undoOf } from '../../linux/backup.ts';
import { enableUnits, isScratch, readUnits, showUnits } from '../../linux/systemd.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';

/** Settings without which a service does not start. @returns the file that was replaced; null when it had them */
type Prepare = (system: ChangePort) => Promise<Outcome<Replaced | null>>;

interface ClamavServices {
  readonly wanted: readonly string[];
  readonly mustHave: string;
  readonly prepare?: Prepare;
  readonly takesEffectLater?: true;
}

/** Turns on those services of ClamAV that are installed; other products are their makers' to set. */
export function clamavFix(type: CheckFix['type'], services: ClamavServices): CheckFix {
  return {
    type,
    operatingSystem: 'linux',
    needsElevation: true,
    parameters: z.object({}),
    ...(services.takesEffectLater === undefined ? {} : { takesEffectLater: services.takesEffectLater }),
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
  const unsteady = await findUnsteady(system, installed);
  if (!unsteady.ok) return unsteady;
  if (unsteady.value !== null) {
    const detail = say('ClamAV’s service {unit} does not keep running. Its log says why: {command}', {
      unit: unsteady.value,
      command: `journalctl -u ${unsteady.value}`,
    });
    return { ok: false, reason: 'unexpected-output', detail };
  }
  const names = (stopped.length > 0 ? stopped : installed).join(' ');
  const commands = `systemctl disable --now ${names}`;
  const replaced = prepared?.value ?? null;
  if (replaced !== null) return { ok: true, value: { undo: undoOf(replaced, commands) } };
  return { ok: true, value: { undo: say('To take it back, run as an administrator: {commands}', { commands }) } };
}

const LOOKS = 10;
const PAUSE_SECONDS = '2';

/**
 * A scanner counts as started while it loads its definitions, and ends seconds later when it cannot: only one that has
 * answered and still runs for a while is on. Its answer is waited for where its tool can ask.
 * @returns a service that ended or was started again; null when all kept running
 */
async function findUnsteady(system: ChangePort, units: readonly string[]): Promise<Outcome<string | null>> {
  if (isScratch(system)) return { ok: true, value: null };
  await system.run({ tool: 'clamdscan', arguments: ['--ping', '60:1'], timeoutMs: 70_000 });
  const restarts = new Map<string, string | undefined>();
  for (let look = 0; look < LOOKS; look += 1) {
    const shown = await showUnits(system, units, ['ActiveState', 'SubState', 'NRestarts']);
    if (!shown.ok) return shown;
    const ended = units.find((unit) => {
      const { ActiveState, SubState, NRestarts } = shown.value.get(unit) ?? {};
      if (!restarts.has(unit)) restarts.set(unit, NRestarts);
      return ActiveState !== 'active' || SubState !== 'running' || NRestarts !== restarts.get(unit);
    });
    if (ended !== undefined) return { ok: true, value: ended };
    await system.run({ tool: 'sleep', arguments: [PAUSE_SECONDS], timeoutMs: 10_000 });
  }
  return { ok: true, value: null };
}
