import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../../definition.ts';
import { requireConsoleSession } from '../../macos/console-session.ts';
import { amountOf, readManaged } from '../../macos/preferences.ts';
import { readTool } from '../../macos/tool.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';
import { readSaverSeconds, SCREEN_SAVER_DOMAIN } from './macos.ts';

const SETTING = [SCREEN_SAVER_DOMAIN, 'idleTime'];

/** The times that System Settings offers, in seconds: with another one its page shows something else than what holds. */
const OFFERED_SECONDS = [60, 120, 180, 300, 600, 1200, 1800, 3600, 5400, 7200, 9000, 10_800];

const parameters = z.object({ seconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 600) });

/** Lets the screen saver start in time: in the person's own name, so never with an administrator's rights. */
export function macosScreenSaverFix(type: CheckFix['type']): CheckFix {
  return {
    type,
    operatingSystem: 'macos',
    needsElevation: false,
    parameters,
    apply: (system, given) => setSaverSeconds(system, parameters.parse(given).seconds),
  };
}

async function setSaverSeconds(system: ChangePort, limit: number): Promise<Outcome<{ readonly undo: Said }>> {
  const session = await requireConsoleSession(system);
  if (!session.ok) return session;
  const managed = await readManaged(system, SCREEN_SAVER_DOMAIN);
  if (!managed.ok) return managed;
  if (amountOf(managed.value, 'idleTime') !== undefined) {
    return { ok: false, reason: 'blocked-by-policy', detail: say('Your company manages the screen saver.') };
  }
  const before = await readSaverSeconds(system);
  if (!before.ok) return before;
  const seconds = OFFERED_SECONDS.findLast((offered) => offered <= limit) ?? 60;
  const written = await readTool(system, 'defaults', ['-currentHost', 'write', ...SETTING, '-int', String(seconds)]);
  if (!written.ok) return written;
  const back =
    before.value === undefined
      ? `defaults -currentHost delete ${SETTING.join(' ')}`
      : `defaults -currentHost write ${SETTING.join(' ')} -int ${before.value}`;
  return { ok: true, value: { undo: say('To take it back, run: {commands}', { commands: back }) } };
}
