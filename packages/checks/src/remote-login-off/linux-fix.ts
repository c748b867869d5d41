import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { showUnits } from '../linux/systemd.ts';
import { REMOTE_LOGIN_UNITS } from './linux.ts';

/** Turns the servers off, now and at every start. Sessions that are open end by themselves. */
export const linuxRemoteLoginFix: CheckFix = {
  type: 'RemoteLoginOff',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const shown = await showUnits(system, REMOTE_LOGIN_UNITS, ['LoadState', 'ActiveState', 'UnitFileState']);
    if (!shown.ok)
      return { ok: false, reason: 'unexpected-output', detail: say('The system did not allow the change.') };
    const there = REMOTE_LOGIN_UNITS.filter((name) => shown.value.get(name)?.['LoadState'] === 'loaded');
    const started = there.filter((name) => shown.value.get(name)?.['UnitFileState'] === 'enabled');
    const done = await system.run({
      tool: 'systemctl',
      arguments: ['disable', '--now', '--', ...there],
      timeoutMs: 60_000,
    });
    if (!done.ok || done.value.code !== 0) {
      return { ok: false, reason: 'unexpected-output', detail: say('The system did not allow the change.') };
    }
    const commands = `systemctl enable --now ${(started.length === 0 ? there : started).join(' ')}`;
    return { ok: true, value: { undo: say('To take it back, run as an administrator: {commands}', { commands }) } };
  },
};
