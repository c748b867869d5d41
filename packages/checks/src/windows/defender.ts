import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from './section.ts';
import { booleanOrNull, momentOf, numberOrNull, textOrNull } from './values.ts';

const statusSchema = z.object({
  /** 'Normal', 'Passive Mode', 'EDR Block Mode', 'SxS Passive Mode', 'Not running'. */
  mode: z.string(),
  isServiceOn: booleanOrNull,
  isAntivirusOn: z.boolean(),
  isRealtimeOn: z.boolean(),
  definitionsFrom: textOrNull,
  areDefinitionsOld: booleanOrNull,
});

const policySchema = z.object({
  disableAntiSpyware: numberOrNull,
  disableRealtimeMonitoring: numberOrNull,
  /** Device management's Defender/AllowRealtimeMonitoring; 0 forbids it. */
  allowRealtimeMonitoring: numberOrNull,
});

/** What Microsoft Defender says of itself. */
export interface DefenderStatus {
  /** `passive`: another antivirus guards the computer, and Defender keeps out of its way. */
  readonly mode: 'active' | 'passive' | 'stopped';
  readonly isGuarding: boolean;
  readonly definitionsFrom: string | null;
  /** What Defender itself thinks of its definitions; null when it does not say. */
  readonly areDefinitionsOld: boolean | null;
}

export async function readDefenderStatus(system: SystemPort): Promise<Outcome<DefenderStatus>> {
  const status = await readSection(system, 'defender', statusSchema);
  if (!status.ok) return status;
  const { isServiceOn, isAntivirusOn, isRealtimeOn, definitionsFrom, areDefinitionsOld } = status.value;
  const mode = modeOf(status.value.mode);
  if (mode === null) return { ok: false, reason: 'unexpected-output', detail: 'defender: a mode that is not known' };
  return {
    ok: true,
    value: {
      mode: isServiceOn === false ? 'stopped' : mode,
      isGuarding: mode === 'active' && isServiceOn !== false && isAntivirusOn && isRealtimeOn,
      definitionsFrom: momentOf(definitionsFrom)?.toISOString() ?? null,
      areDefinitionsOld,
    },
  };
}

function modeOf(text: string): DefenderStatus['mode'] | null {
  const word = text.trim().toLowerCase();
  if (word === 'normal') return 'active';
  if (word.includes('passive') || word.includes('edr block')) return 'passive';
  return word === 'not running' ? 'stopped' : null;
}

/** Whether the company keeps Defender's real-time protection off; assumed where that cannot be read. */
export async function isDefenderHeldOff(system: SystemPort): Promise<boolean> {
  const policy = await readSection(system, 'defenderPolicy', policySchema);
  if (!policy.ok) return true;
  const { disableAntiSpyware, disableRealtimeMonitoring, allowRealtimeMonitoring } = policy.value;
  return disableAntiSpyware === 1 || disableRealtimeMonitoring === 1 || allowRealtimeMonitoring === 0;
}
