import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { runScript, undo } from '../windows/change.ts';

/** Has Microsoft Defender remove the threats that it knows of. A scan for others takes longer than a fix may. */
export const windowsThreatsFix: CheckFix = {
  type: 'NoActiveInfections',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const removed = await runScript(system, { name: 'defender-remove-threats', arguments: [], timeoutMs: 110_000 });
    if (!removed.ok) return removed;
    return undo(
      say('Removed programs cannot be brought back, except from quarantine: Windows Security, Protection history.'),
    );
  },
};
