import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { readTool } from '../macos/tool.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { readSchedule } from './macos.ts';
import { readUpdateSettings, UPDATE_KEYS, UPDATE_PREFERENCES, type UpdateKey } from './macos-settings.ts';

const TIMEOUT_MS = 20_000;

export const macosAutomaticUpdatesFix: CheckFix = {
  type: 'OsAutoUpdateEnable',
  operatingSystem: 'macos',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const wasScheduled = await readSchedule(system);
    if (!wasScheduled.ok) return wasScheduled;
    const turnedOn = await turnOnUpdates(system, UPDATE_KEYS);
    if (!turnedOn.ok) return turnedOn;
    if (wasScheduled.value) return { ok: true, value: { undo: undoText(turnedOn.value) } };
    const scheduled = await readTool(system, 'softwareupdate', ['--schedule', 'on'], TIMEOUT_MS);
    if (!scheduled.ok) return scheduled;
    return { ok: true, value: { undo: undoText([...turnedOn.value, 'softwareupdate --schedule off']) } };
  },
};

/**
 * Turns on those of the switches that are not on, unless the company holds one of them.
 * @returns the commands that put back what was there before
 */
export async function turnOnUpdates(
  system: ChangePort,
  keys: readonly UpdateKey[],
): Promise<Outcome<readonly string[]>> {
  const before = await readUpdateSettings(system);
  if (!before.ok) return before;
  const changed = keys.filter((key) => before.value[key].isOn !== true);
  if (changed.some((key) => before.value[key].isManaged)) {
    return { ok: false, reason: 'blocked-by-policy', detail: say('Your company manages Software Update.') };
  }
  const undo: string[] = [];
  for (const key of changed) {
    const written = await readTool(system, 'defaults', ['write', UPDATE_PREFERENCES, key, '-bool', 'true'], TIMEOUT_MS);
    if (!written.ok) return written;
    undo.push(
      before.value[key].isOn === null
        ? `defaults delete ${UPDATE_PREFERENCES} ${key}`
        : `defaults write ${UPDATE_PREFERENCES} ${key} -bool false`,
    );
  }
  return { ok: true, value: undo };
}

export function undoText(commands: readonly string[]): Said {
  if (commands.length === 0) return say('Every switch was on already, so there is nothing to take back.');
  return say('To take it back, run as an administrator: {commands}', { commands: commands.join('; ') });
}
