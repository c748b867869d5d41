import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { memberOf } from '../json.ts';
import { readPreferences } from '../macos/preferences.ts';
import { readTool } from '../macos/tool.ts';
import { LOGIN_WINDOW } from './macos.ts';

const DOMAIN = LOGIN_WINDOW.replace(/\.plist$/, '');
const TIMEOUT_MS = 20_000;

/** Forgets who is signed in when the Mac starts. The kept secret stays where it is, useless, so that all can be undone. */
export const macosAutomaticSignInFix: CheckFix = {
  type: 'PasswordSet',
  operatingSystem: 'macos',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const preferences = await readPreferences(system, LOGIN_WINDOW);
    if (!preferences.ok) return preferences;
    const user = memberOf(preferences.value, 'autoLoginUser');
    if (typeof user !== 'string' || user === '') {
      return { ok: false, reason: 'not-supported', detail: say('No one is signed in automatically.') };
    }
    const removed = await readTool(system, 'defaults', ['delete', DOMAIN, 'autoLoginUser'], TIMEOUT_MS);
    if (!removed.ok) return removed;
    const commands = `defaults write ${DOMAIN} autoLoginUser '${user.replaceAll("'", String.raw`'\''`)}'`;
    return { ok: true, value: { undo: say('To take it back, run as an administrator: {commands}', { commands }) } };
  },
};
