import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { readTool } from '../macos/tool.ts';
import { turnOnUpdates, undoText } from '../os-auto-update-enable/macos-fix.ts';
import type { ChangePort, Outcome } from '../system-port.ts';

const TIMEOUT_MS = 60_000;

/** Lets XProtect fetch its definitions, now and from now on; other products are their makers' to set. */
export const macosSignaturesFix: CheckFix = {
  type: 'AntiVirusSignaturesUpToDate',
  operatingSystem: 'macos',
  needsElevation: true,
  parameters: z.object({}),
  takesEffectLater: true,
  apply: async (system) => {
    const turnedOn = await turnOnUpdates(system, ['ConfigDataInstall']);
    if (!turnedOn.ok) return turnedOn;
    const fetched = await fetchDefinitions(system);
    if (!fetched.ok) return fetched;
    const undo = turnedOn.value.length === 0 ? say('Newer definitions are not taken back.') : undoText(turnedOn.value);
    return { ok: true, value: { undo } };
  },
};

/** Up to macOS 14 there is no tool for XProtect alone. */
async function fetchDefinitions(system: ChangePort): Promise<Outcome<string>> {
  const updated = await readTool(system, 'xprotect', ['update'], TIMEOUT_MS);
  if (updated.ok || updated.reason !== 'tool-missing') return updated;
  return readTool(system, 'softwareupdate', ['--background'], TIMEOUT_MS);
}
