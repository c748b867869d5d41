import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { runTool, undo } from '../windows/change.ts';

/** Definitions come over the network: up to two minutes on a slow one. */
const UPDATE_TIMEOUT_MS = 110_000;

/** Has Microsoft Defender fetch its newest definitions, which anybody may ask it to. */
export const windowsSignaturesFix: CheckFix = {
  type: 'AntiVirusSignaturesUpToDate',
  operatingSystem: 'windows',
  needsElevation: false,
  parameters: z.object({}),
  apply: async (system) => {
    const updated = await runTool(system, 'MpCmdRun', ['-SignatureUpdate'], UPDATE_TIMEOUT_MS);
    if (!updated.ok) return updated;
    return undo(say('There is nothing to take back: newer definitions replace older ones.'));
  },
};
