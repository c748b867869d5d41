import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { runTool, undo } from '../windows/change.ts';

const KEY = String.raw`HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon`;
const VALUE = ['/v', 'AutoAdminLogon', '/t', 'REG_SZ', '/f'] as const;

/** Has Windows ask at its start again. Whom it signed in stays written, without effect, so that all can be undone. */
export const windowsAutomaticSignInFix: CheckFix = {
  type: 'PasswordSet',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const changed = await runTool(system, 'reg', ['add', KEY, ...VALUE, '/d', '0', '/reg:64']);
    if (!changed.ok) return changed;
    const commands = `reg add "${KEY}" ${VALUE.join(' ')} /d 1`;
    return undo(say('To take it back, run as an administrator: {commands}', { commands }));
  },
};
